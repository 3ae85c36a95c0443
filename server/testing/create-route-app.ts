import { Hono } from 'hono'
import { createAnonymousIdentity, type Identity } from '../auth/identity.ts'
import { createBodyBudget } from '../limits/body-budget.ts'
import { createLimits } from '../limits/limits.ts'
import { overrideLimits, LIMIT_DEFAULTS, type LimitTable } from '../limits/limit-table.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import type { Project } from '../projects/project.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { createErrorHandler } from '../routes/handle-error.ts'
import { mountRoutes } from '../routes/api.ts'
import type { Route, ApiParts } from '../routes/route.ts'

/** Fields of a project that routes use. */
const PROJECT: Partial<Project> = {
  id: 'default',
  readOnly: false,
  pdfUrls: 'server',
  savesForeignChats: false,
  anonymous: true,
  apiOrigins: [],
}
const NOW_MS = Date.parse('2026-11-21T05:00:00.000Z')

export interface RouteAppOptions {
  /** The parts that the tested routes call. */
  readonly parts: Partial<ApiParts>
  readonly project?: Partial<Project>
  /** Default: without limits. */
  readonly limits?: Readonly<Record<string, number>>
}

/** Routes behind the checks that they have in the service, for one visitor without a name. */
export function createRouteApp(
  routes: readonly Route[],
  { parts, project, limits }: RouteAppOptions,
) {
  const identity: Identity = createAnonymousIdentity('default')
  const table: LimitTable = limits
    ? overrideLimits(LIMIT_DEFAULTS, limits, 'the test')
    : { ...LIMIT_DEFAULTS, rates: 'off' }
  // The routes of a test call no other parts.
  const all = {
    limits: createLimits({ tableOf: () => table, counters: createMemoryCounters(() => NOW_MS) }),
    bodies: createBodyBudget(),
    gate: () => Promise.resolve(),
    now: () => NOW_MS,
    onRefusedOrigin: () => {},
    onBrokenAnswer: () => {},
    onUnreadableRow: () => {},
    authenticator: {
      authenticate: () => Promise.resolve({ identity }),
      mint: () => Promise.resolve('token'),
    },
    ...parts,
  } as ApiParts
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const app = new Hono<AppEnv>()
    .onError(createErrorHandler(quiet))
    .use(async (c, next) => {
      c.set('project', { ...PROJECT, ...project } as Project)
      c.set('base', 'https://chat.test')
      c.set('address', '127.0.0.1')
      await next()
    })
    .route('/v1', mountRoutes(routes, all))
  return { identity, request: (path: string, init: RequestInit = {}) => app.request(path, init) }
}
