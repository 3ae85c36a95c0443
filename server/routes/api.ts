import { Hono, type MiddlewareHandler } from 'hono'
import { clientAddress } from '../auth/client-address.ts'
import { DEFAULT_PROJECT, isProjectId } from '../projects/project.ts'
import { createAbsentError } from './absent-project.ts'
import { allowOrigins } from './api-headers.ts'
import type { ApiParts } from './api-parts.ts'
import { createApiRoutes } from './api-routes.ts'
import type { AppEnv } from './app-env.ts'
import { mountRoutes } from './mount-routes.ts'
import { serviceOrigin } from './own-origin.ts'

/** Everything below `{base}/v1`, once for the service's own origin and once for `/p/<project>`. */
export function createApi(parts: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(knowCaller(parts))
    .use(allowOrigins(parts))
    .use(countCaller(parts))
    .route('/', mountRoutes(createApiRoutes(parts), parts))
}

function knowCaller(parts: ApiParts): MiddlewareHandler<AppEnv> {
  const { projects, limits, publicUrl, trustedProxies } = parts
  return async (c, next) => {
    const address = clientAddress({
      remote: c.env?.incoming?.socket.remoteAddress,
      forwardedFor: c.req.header('X-Forwarded-For'),
      trustedProxies,
    })
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

/** Behind the origins' headers, so that a page may read that it called too often. */
function countCaller({ limits }: ApiParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Whoever guesses names is counted as well, once for all of them.
    const id = c.var.isAbsent ? DEFAULT_PROJECT : c.var.project.id
    await limits.takeAddressCall(id, c.var.address)
    await next()
  }
}
