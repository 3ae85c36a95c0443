import { Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { AlcoveError } from '../../shared/errors.ts'
import { clientAddress } from '../auth/client-address.ts'
import { DEFAULT_PROJECT } from '../auth/identity.ts'
import { allowOrigins } from './api-headers.ts'
import type { ApiParts } from './api-parts.ts'
import type { AppEnv } from './app-env.ts'
import { createChatRoutes } from './chat-routes.ts'
import { createMessageRoutes } from './message-routes.ts'
import { createThreadRoutes } from './thread-routes.ts'
import { createTokenRoutes } from './token-routes.ts'

/** Everything below `{base}/v1`. Token calls stand before the wall; all others need an identity. */
export function createApi(parts: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(allowOrigins(parts.publicUrl))
    .use(knowCaller(parts))
    .route('/auth/tokens', createTokenRoutes(parts))
    .use(requireIdentity(parts))
    .route('/threads', createThreadRoutes(parts))
    .route('/threads', createMessageRoutes(parts))
    .route('/chat', createChatRoutes(parts))
}

function knowCaller({ limits, trustedProxies }: ApiParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const address = clientAddress({
      remote: c.env?.incoming?.socket.remoteAddress,
      forwardedFor: c.req.header('X-Forwarded-For'),
      trustedProxies,
    })
    limits.takeAddressCall(address)
    const project = c.req.param('project') ?? DEFAULT_PROJECT
    if (project !== DEFAULT_PROJECT) throw new AlcoveError('not_found', 'Project not found')
    c.set('address', address)
    c.set('project', project)
    await next()
  }
}

function requireIdentity({ authenticator, limits }: ApiParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Middleware stands for every method; a path that only it matches does not exist.
    if (matchedRoutes(c).every(({ method }) => method === 'ALL')) return next()
    const authorization = c.req.header('Authorization')
    const identity = await authenticator.authenticate(authorization, c.var.project)
    limits.takeUserCall(identity)
    c.set('identity', identity)
    await next()
  }
}
