import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { AlcoveError } from '../../shared/errors.ts'
import { ROLES, type Role } from '../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import type { ErrorBody } from '../../shared/wire/fields.ts'
import { DEFAULT_PROJECT, isProjectId } from '../projects/project.ts'
import { answerCall } from '../routes/answer-call.ts'
import { createAbsentError, type AppEnv } from '../routes/app-env.ts'
import { addressOf } from '../routes/caller-address.ts'
import { NEEDS_HTTPS, type FindDesk } from '../routes/desk-address.ts'
import { answerNotFound } from '../routes/handle-error.ts'
import type { DeskCaller, DeskParts, DeskRole, DeskRoute } from './desk-route.ts'
import { rolesOfSession } from './roles-of-session.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { SignedIn } from './sign-ins.ts'

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD']
/** A page of the desk, or the address field of the browser. */
const OWN_SITES: readonly string[] = ['same-origin', 'none']

/** Everything below `/desk/api`: each route behind the checks that it declares. */
export function createDeskApi(
  routes: readonly DeskRoute[],
  parts: DeskParts,
  findDesk: FindDesk,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>().use(setDeskHeaders).use(requireDeskPage(findDesk))
  for (const route of routes) {
    app.on(route.method, route.path, async (c) => {
      const address = addressOf(c, parts)
      c.set('address', address)
      await parts.limits.takeAddressCall(DEFAULT_PROJECT, address)
      const caller = await admit(c, route, parts)
      return answerCall(c, parts.bodies, () => route.handle(c, caller, parts))
    })
  }
  // Last, since a fixed path may also match the variable part of another one.
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method)
    const body: ErrorBody = { error: 'method_not_allowed', message: 'Method Not Allowed' }
    app.all(path, (c) => c.json(body, 405, { Allow: allowed.join(', ') }))
  }
  return app.all('/*', answerNotFound)
}

const setDeskHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
  c.header('X-Frame-Options', 'DENY')
}

/**
 * Answers the desk's own page alone. The session's cookie comes with calls that pages of the same site forge, so
 * changes need the desk's `Origin`, and reads must not come from another origin.
 */
const requireDeskPage =
  (findDesk: FindDesk): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const place = findDesk(c)
    if (!place) throw new AlcoveError('not_found', 'The desk stands at another address.')
    if (!place.isSafe) throw new AlcoveError('forbidden', NEEDS_HTTPS)
    c.set('deskPlace', place)
    const origin = c.req.header('Origin')
    const site = c.req.header('Sec-Fetch-Site') ?? 'none'
    const isOwn =
      origin === undefined ? SAFE_METHODS.includes(c.req.method) : origin === place.origin
    if (!isOwn || !OWN_SITES.includes(site)) {
      throw new AlcoveError('origin_not_allowed', 'Only pages of the desk may make this call.', {
        hint: `The Origin must be ${place.origin}. Behind a proxy that ends TLS, set ALCOVE_PUBLIC_URL or ALCOVE_DESK_URL to the address that browsers use.`,
      })
    }
    await next()
  }

/**
 * Finds who calls, and what they may.
 *
 * @throws AlcoveError `auth_failed` without a session, `not_found` for a project that they may not see,
 * `forbidden` for a lesser role, `rate_limited`.
 */
async function admit(
  c: Context<AppEnv>,
  route: DeskRoute,
  parts: DeskParts,
): Promise<DeskCaller | undefined> {
  const { limits, signIns, store } = parts
  if (route.needs === 'open') {
    await limits.takeDeskOpenCall(c.var.address)
    return undefined
  }
  const token = readSessionCookie(c, c.var.deskPlace!)
  const signedIn = token === undefined ? undefined : await signIns.find(token)
  if (!signedIn) {
    await limits.takeDeskOpenCall(c.var.address)
    throw new AlcoveError('auth_failed', 'Sign in to the desk.')
  }
  await limits.takeDeskCall(signedIn.person.id)
  const given = await store.desk.people.rolesOf(signedIn.person.id)
  const roles = rolesOfSession(given, signedIn.session.startedAt)
  const caller = await joinCaller(c.req.param('project'), { signedIn, roles }, route, parts)
  requireNeed(route, caller)
  return caller
}

interface Known {
  readonly signedIn: SignedIn
  readonly roles: readonly DeskRole[]
}

async function joinCaller(
  project: string | undefined,
  { signedIn, roles }: Known,
  { spansProjects }: DeskRoute,
  { store, projects }: DeskParts,
): Promise<DeskCaller> {
  const isServiceOwner = roles.some(({ projectId }) => projectId === null)
  const caller = { person: signedIn.person, sessionId: signedIn.session.id, isServiceOwner, roles }
  if (project === undefined) return { ...caller, role: null, projectIds: [] }
  if (project === ALL_PROJECTS) {
    if (!isServiceOwner || !spansProjects) throw createAbsentError()
    const all = await store.projects.list()
    const ids = all.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id)
    return { ...caller, role: 'owner', projectIds: ids }
  }
  const own = roles.find(({ projectId }) => projectId === project)?.role
  const role: Role | undefined = isServiceOwner ? 'owner' : own
  // The answer does not tell an absent project from one of others.
  const isThere = role !== undefined && isProjectId(project) && (await projects.find(project))
  if (role === undefined || !isThere) throw createAbsentError()
  return { ...caller, role, projectIds: [project] }
}

function requireNeed({ needs }: DeskRoute, { isServiceOwner, role }: DeskCaller): void {
  switch (needs) {
    case 'open':
    case 'signed-in':
      return
    case 'service-owner':
      if (isServiceOwner) return
      throw new AlcoveError('forbidden', 'Only owners of the service may do this.')
    case 'reader':
    case 'editor':
    case 'owner':
      if (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needs)) return
      throw new AlcoveError('forbidden', `This needs the role ${needs}; ask an owner for it.`)
    default:
      needs satisfies never
  }
}
