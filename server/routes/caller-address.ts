import type { Context } from 'hono'
import { clientAddress } from '../auth/client-address.ts'
import type { AppEnv } from './app-env.ts'
import type { ApiParts } from './route.ts'

/** The address by which limits count a request. */
export const addressOf = (
  c: Context<AppEnv>,
  { trustedProxies, onUnreadableAddress }: Pick<ApiParts, 'trustedProxies' | 'onUnreadableAddress'>,
): string =>
  clientAddress(
    {
      remote: c.env?.incoming?.socket.remoteAddress,
      forwardedFor: c.req.header('X-Forwarded-For'),
      trustedProxies,
    },
    onUnreadableAddress,
  )
