import { Hono } from 'hono'
import type { FileHandler } from './files/file-handler.ts'
import type { Log } from './log.ts'
import { createApi } from './routes/api.ts'
import { setApiHeaders } from './routes/api-headers.ts'
import type { ApiParts } from './routes/api-parts.ts'
import type { AppEnv } from './routes/app-env.ts'
import { answerNotFound, createErrorHandler } from './routes/handle-error.ts'
import { createHealthRoute } from './routes/health-route.ts'
import type { Assets } from './routes/read-assets.ts'
import { logRequests } from './routes/request-log.ts'
import { createStaticRoutes } from './routes/static.ts'

export interface AppParts {
  readonly api: ApiParts
  readonly assets: Assets
  /** Origins besides this one whose API the frame calls. */
  readonly apiOrigins: readonly string[]
  /** Origins besides this one where files are put and read. */
  readonly filesOrigins: readonly string[]
  readonly handleFile: FileHandler
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The whole service as one function from request to answer. It does not listen. */
export function createApp({ api, handleFile, log, now, ...frame }: AppParts) {
  const { store, projects, publicUrl } = api
  return new Hono<AppEnv>({ getPath: pathOf })
    .onError(createErrorHandler(log))
    .notFound(answerNotFound)
    .use(logRequests(log, now))
    .use(setApiHeaders)
    .route('/', createHealthRoute(store))
    .route('/', createStaticRoutes({ ...frame, projects, publicUrl }))
    .all('/files/:key', (c) => handleFile(c.req.raw))
    .route('/v1', createApi(api))
    .route('/p/:project/v1', createApi(api))
}

/** Old clients join a base that ends in a slash with a path that begins with one. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
