import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from './app-env.ts'

/** The part of a log that routes need. */
export interface RequestLog {
  info(fields: Readonly<Record<string, unknown>>, text: string): void
  warn(fields: Readonly<Record<string, unknown>>, text: string): void
  error(fields: Readonly<Record<string, unknown>>, text: string): void
}

/** One line per request, with the route's pattern: ids and queries of users stay out. */
export function logRequests(log: RequestLog, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = now()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    log.info(
      {
        requestId,
        method: c.req.method,
        route: routePath(c, -1),
        status: c.res.status,
        ms: Math.round(now() - startedAt),
      },
      'request',
    )
  }
}
