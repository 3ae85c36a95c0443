import { Hono, type MiddlewareHandler } from 'hono'
import { READ_ONLY_TEXT } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorBody } from '../../shared/wire/fields.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../shared/wire/tokens.ts'
import { withCounter } from '../auth/identity.ts'
import { DEFAULT_PROJECT, isProjectId } from '../projects/project.ts'
import { allowOrigins } from './api-headers.ts'
import { createAbsentError, type AppEnv } from './app-env.ts'
import { addressOf } from './caller-address.ts'
import { refuseTooMany } from './open-requests.ts'
import { serviceOrigin } from './own-origin.ts'
import { answerCall } from './answer-call.ts'
import type { Access, Route, RouteContext, ApiParts } from './route.ts'

/** Everything below `{base}/v1`: once for the service's own origin, once for `/p/<project>`. */
export function createApi(routes: readonly Route[], parts: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(knowCaller(parts))
    .use(allowOrigins(parts))
    .use(refuseTooMany)
    .use(countCaller(parts))
    .route('/', mountRoutes(routes, parts))
}

function knowCaller(parts: ApiParts): MiddlewareHandler<AppEnv> {
  const { projects, limits, publicUrl } = parts
  return async (c, next) => {
    const address = addressOf(c, parts)
    const named = c.req.param('project')
    const id = named ?? DEFAULT_PROJECT
    if (!isProjectId(id)) {
      await limits.takeAddressCall(DEFAULT_PROJECT, address)
      throw createAbsentError()
    }
    const project = await projects.find(id)
    c.set('project', project ?? projects.standIn(id))
    c.set('isAbsent', project === undefined)
    c.set('base', serviceOrigin(c, publicUrl) + (named === undefined ? '' : `/p/${named}`))
    c.set('address', address)
    await next()
  }
}

/** Runs after the CORS headers, so that a page can read that it called too often. */
function countCaller({ limits }: ApiParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Guesses of project names are counted too, together for all absent projects.
    const id = c.var.isAbsent ? DEFAULT_PROJECT : c.var.project.id
    const refusal = await refusalOf(limits.takeAddressCall(id, c.var.address))
    if (refusal && !mayBeNamed(c.req.header('Authorization'))) throw refusal
    c.set('addressRefusal', refusal)
    await next()
  }
}

async function refusalOf(taking: Promise<void>): Promise<AlcoveError | undefined> {
  try {
    await taking
    return undefined
  } catch (error) {
    if (error instanceof AlcoveError) return error
    throw error
  }
}

/**
 * True if a token may prove a named user. Visitors who use up an address do not lock out the customers behind
 * it, who have a limit per user. Keys are looked up in the database, so they stay limited.
 */
const mayBeNamed = (authorization: string | undefined): boolean =>
  authorization?.includes('.') === true

/** Refuses a call of an address that made too many. */
function requireAddressCalls(c: RouteContext) {
  if (c.var.addressRefusal) throw c.var.addressRefusal
}

/** Puts the checks that each route declares before it, and all routes into one router. */
export function mountRoutes(routes: readonly Route[], parts: ApiParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const route of routes) {
    app.on(route.method, route.path, async (c) => {
      const { project } = c.var
      if (route.access === 'open') {
        if (!route.servesBlocked) await parts.gate({ project, address: c.var.address })
        requireAddressCalls(c)
      } else await requireIdentity(c, route.access, parts)
      if (route.writes && project.readOnly) throw createReadOnlyError()
      return answerCall(c, parts.bodies, () => route.handle(c, parts))
    })
  }
  // Last, since a fixed path may also match the variable part of another one.
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method)
    app.all(path, (c) => answerMethod(c, allowed))
  }
  return app
}

function answerMethod(c: RouteContext, allowed: readonly Route['method'][]): Response {
  requireAddressCalls(c)
  const body: ErrorBody = { error: 'method_not_allowed', message: 'Method Not Allowed' }
  return c.json(body, 405, { Allow: [...allowed, 'OPTIONS'].join(', ') })
}

async function requireIdentity(
  c: RouteContext,
  access: Exclude<Access, 'open'>,
  { authenticator, limits, gate }: ApiParts,
) {
  const credentials = {
    authorization: c.req.header('Authorization'),
    userId: c.req.header(USER_ID_HEADER),
    workspaceId: c.req.header(WORKSPACE_ID_HEADER),
    origin: c.req.header('Origin'),
    fetchSite: c.req.header('Sec-Fetch-Site'),
  }
  const { identity: caller, exchanged } = await authenticator
    .authenticate(c.var.project, credentials)
    .catch((error: unknown) => {
      throw c.var.addressRefusal ?? error
    })
  if (caller.kind !== 'host') requireAddressCalls(c)
  if (c.var.isAbsent) throw createAbsentError()
  await gate({ project: c.var.project, address: c.var.address, identity: caller })
  const identity = withCounter(caller, c.var.address)
  // A server acts for all of its users: its calls are counted by address only.
  if (identity.isServer !== true) await limits.takeUserCall(identity)
  requireAccess(access, identity)
  c.set('identity', identity)
  if (exchanged !== undefined) c.header('Authorization', `Bearer ${exchanged}`)
}

function requireAccess(
  access: Exclude<Access, 'open'>,
  { kind, isServer }: AppEnv['Variables']['identity'],
) {
  switch (access) {
    case 'user':
      return
    case 'named':
      if (kind === 'host') return
      throw new AlcoveError('forbidden', 'Anonymous sessions cannot claim threads')
    case 'server':
      if (isServer === true) return
      throw new AlcoveError('forbidden', 'This endpoint may only be accessed from the backend', {
        hint: 'Call it from your own server, with a secret API key (sk_…).',
      })
    default:
      access satisfies never
  }
}

const createReadOnlyError = (): AlcoveError =>
  new AlcoveError('forbidden', READ_ONLY_TEXT, {
    hint: 'The operator sets readOnly in the project’s block of alcove.config.ts.',
  })
