import { Hono, type Context } from 'hono'
import { except } from 'hono/combine'
import { AlcoveError } from '../shared/errors.ts'
import type { ErrorBody } from '../shared/wire/fields.ts'
import type { Assets } from './console/assets.ts'
import { withDocsRoutes } from './console/docs/docs-routes.ts'
import { createKeptTextRoutes } from './console/kept-text-routes.ts'
import { createDeskPages, separateDesk } from './console/desk-pages.ts'
import { createUnsubscribeRoutes } from './console/unsubscribe-routes.ts'
import { createStaticRoutes } from './console/static-routes.ts'
import type { WelcomeSettings } from './console/welcome.ts'
import { claimRoutes } from './extras/claim-routes.ts'
import { eventRoutes } from './extras/event-routes.ts'
import { eraseRoutes } from './extras/erase-routes.ts'
import { feedbackRoutes } from './extras/feedback-routes.ts'
import { keptDocumentRoutes } from './extras/kept-document-routes.ts'
import { knowledgeRoutes } from './extras/knowledge-routes.ts'
import { projectRoutes } from './extras/project-routes.ts'
import { reportRoutes } from './extras/report-routes.ts'
import { scoreRoutes } from './extras/score-routes.ts'
import { traceRoutes } from './extras/trace-routes.ts'
import type { ConnectedDesk } from './connect-desk.ts'
import type { ConnectedPreviews } from './connect-previews.ts'
import { createDeskApi } from './desk/desk-api.ts'
import { DESK_ROUTES } from './desk/desk-routes.ts'
import type { FileHandler } from './files/file-handler.ts'
import { BUSY_RETRY_SECONDS } from './limits/busy-error.ts'
import type { Log } from './log.ts'
import { createPreviewRoutes } from './preview/preview-routes.ts'
import type { Readiness } from './readiness.ts'
import { setApiHeaders } from './routes/api-headers.ts'
import { createApi } from './routes/api.ts'
import type { AppEnv } from './routes/app-env.ts'
import { addressOf } from './routes/caller-address.ts'
import { chatRoutes } from './routes/chat-routes.ts'
import { fileRoutes } from './routes/file-routes.ts'
import { answerNotFound, createErrorHandler } from './routes/handle-error.ts'
import { HEALTH_PATH, HEALTH_PATHS, READY_PATH } from './routes/health-paths.ts'
import { leaseRoutes } from './routes/lease-routes.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { refuseTooMany } from './routes/open-requests.ts'
import { createForeignHosts, refuseForeignHosts } from './routes/refuse-foreign-hosts.ts'
import { logRequests } from './routes/request-log.ts'
import { watchFrameAddress } from './routes/watch-frame-address.ts'
import type { ApiParts, Route } from './routes/route.ts'
import { streamRoutes } from './routes/stream-routes.ts'
import { threadRoutes } from './routes/thread-routes.ts'
import { tokenRoutes } from './routes/token-routes.ts'
import type { Store } from './store/store.ts'

/** Every call of the API. The router, the description and the tests are made from this list. */
export const API_ROUTES: readonly Route[] = withDocsRoutes([
  ...tokenRoutes,
  ...threadRoutes,
  ...claimRoutes,
  ...messageRoutes,
  ...leaseRoutes,
  ...feedbackRoutes,
  ...chatRoutes,
  ...streamRoutes,
  ...projectRoutes,
  ...knowledgeRoutes,
  ...eraseRoutes,
  ...reportRoutes,
  ...scoreRoutes,
  ...eventRoutes,
  ...traceRoutes,
  ...fileRoutes,
  ...keptDocumentRoutes,
])

/** Not handled here: the API sets the CORS headers first, so that a page can read the reason of a refusal. */
const API_PATHS = ['/v1/*', '/p/:project/v1/*']

export interface AppParts {
  readonly api: ApiParts
  readonly desk: ConnectedDesk
  readonly assets: Assets
  /** Origins besides this one whose API the frame calls. */
  readonly apiOrigins: readonly string[]
  /** Origins besides this one where files are put and read. */
  readonly filesOrigins: readonly string[]
  readonly handleFile: FileHandler
  readonly previews: Pick<ConnectedPreviews, 'previews' | 'answers'>
  readonly readiness: Readiness
  readonly welcome: WelcomeSettings
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The whole service as one function from request to answer. It does not listen. */
export function createApp(parts: AppParts) {
  const { api, desk, assets, apiOrigins, filesOrigins, handleFile, readiness, welcome, log, now } =
    parts
  const { store, projects, publicUrl, own, limits, bodies } = api
  const { previews, answers } = parts.previews
  return new Hono<AppEnv>({ getPath: pathOf })
    .onError(createErrorHandler(log))
    .notFound(answerNotFound)
    .use(logRequests(log, now))
    .use(setApiHeaders)
    .use(refuseForeignHosts(own, createForeignHosts(log, now)))
    .use(separateDesk(desk.url, desk.findDesk))
    .use(except([...HEALTH_PATHS, ...API_PATHS], refuseTooMany))
    .get(HEALTH_PATH, (c) => answerHealth(c, store))
    .get(READY_PATH, (c) => answerReadiness(c, readiness))
    .on(
      'GET',
      ['/frame', '/p/:project/frame'],
      watchFrameAddress({ publicUrl, filesOrigins, log, now }),
    )
    .route(
      '/',
      createStaticRoutes({
        assets,
        apiOrigins,
        filesOrigins,
        projects,
        previews,
        publicUrl,
        welcome,
      }),
    )
    .route(
      '/',
      createPreviewRoutes({
        previews,
        answers,
        publicUrl,
        bodies,
        addresses: api,
        amount: limits.amount,
      }),
    )
    .route('/desk/api', createDeskApi(DESK_ROUTES, desk.parts, desk.findDesk))
    .route('/', createUnsubscribeRoutes(desk.parts.notices.reports.unsubscribe))
    .route('/', createDeskPages(assets.desk, desk))
    .route('/', createKeptTextRoutes(api.keptDocuments))
    .all('/files/:key', (c) => handleFile(c.req.raw, addressOf(c, api)))
    .route('/v1', createApi(API_ROUTES, api))
    .route('/p/:project/v1', createApi(API_ROUTES, api))
}

/** Answers 200 when the database answers. */
async function answerHealth(c: Context, store: Store): Promise<Response> {
  await store.ping().catch((cause: unknown) => {
    throw new AlcoveError('unavailable', 'The database does not answer.', { cause })
  })
  return c.json({ ok: true })
}

/** 200 while writes work and the server is not stopping. */
async function answerReadiness(c: Context, readiness: Readiness): Promise<Response> {
  const failure = await readiness.check()
  if (!failure) return c.json({ ok: true })
  const body: ErrorBody = { error: failure.code, message: failure.message }
  return c.json(body, 503, { 'Retry-After': String(BUSY_RETRY_SECONDS) })
}

/** Old clients join a base that ends in a slash with a path that begins with one. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
