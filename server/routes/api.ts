import { Hono, type MiddlewareHandler } from 'hono'
import { AlcoveError } from '../../shared/errors.ts'
import { clientAddress } from '../auth/client-address.ts'
import { DEFAULT_PROJECT } from '../auth/identity.ts'
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
    const project = await projects.find(named ?? DEFAULT_PROJECT)
    if (!project) {
      // Whoever guesses names is counted as well.
      await limits.takeAddressCall(DEFAULT_PROJECT, address)
      throw new AlcoveError('not_found', 'Project not found')
    }
    c.set('project', project)
    c.set('base', serviceOrigin(c, publicUrl) + (named === undefined ? '' : `/p/${named}`))
    c.set('address', address)
    await next()
  }
}

/** Behind the origins' headers, so that a page may read that it called too often. */
function countCaller({ limits }: ApiParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await limits.takeAddressCall(c.var.project.id, c.var.address)
    await next()
  }
}
