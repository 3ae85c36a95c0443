import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from './app-env.ts'
import { HEALTH_PATHS } from './health-paths.ts'

/** The part of a log that routes need. */
export interface RequestLog {
  debug(fields: Readonly<Record<string, unknown>>, text: string): void
  info(fields: Readonly<Record<string, unknown>>, text: string): void
  error(fields: Readonly<Record<string, unknown>>, text: string): void
}

/** Frequent calls of pages and balancers, which are not logged while they succeed. */
const QUIET_ROUTES = [
  ...HEALTH_PATHS,
  '/alcove.js',
  '/alcove-panel.js',
  '/alcove-extras.js',
  '/alcove-debug.js',
  '/p/:project/alcove.js',
  '/p/:project/alcove-panel.js',
  '/p/:project/alcove-extras.js',
  '/p/:project/alcove-debug.js',
  '/v/:version/:file',
  '/frame/assets/:name',
]
const FIRST_FAILURE = 400

/** Logs one line per request, with the route's pattern: ids and queries of users are left out. */
export function logRequests(log: RequestLog, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = now()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const route = routePath(c, -1)
    const isQuiet = QUIET_ROUTES.includes(route) && c.res.status < FIRST_FAILURE
    log[isQuiet ? 'debug' : 'info'](
      {
        requestId,
        method: c.req.method,
        route,
        status: c.res.status,
        ms: Math.round(now() - startedAt),
      },
      'request',
    )
  }
}
