import { createAccessTokens } from './auth/access-token.ts'
import { createApiKeys } from './auth/api-keys.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { createHostTokens } from './auth/host-token.ts'
import { createSessions } from './auth/sessions.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface AuthWorld {
  readonly settings: Pick<Settings, 'secret'>
  readonly store: Pick<Store, 'apiKeys' | 'sessions'>
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Authentication and the lives of sessions. */
export function connectAuth({ settings, store, log, now }: AuthWorld) {
  const hostTokens = createHostTokens({
    fetch,
    onKeySetFailure: (url, error) =>
      log.warn({ url, err: error }, 'the keys of an issuer could not be fetched'),
    now,
  })
  const authenticator = createAuthenticator({
    accessTokens: createAccessTokens({ secret: settings.secret, now }),
    apiKeys: createApiKeys({ queries: store.apiKeys, now }),
    hostTokens,
  })
  const sessions = createSessions({
    queries: store.sessions,
    secret: settings.secret,
    onReuse: (sessionId) =>
      log.warn({ sessionId }, 'an old refresh token came back; session ended'),
    now,
  })
  return { authenticator, sessions }
}
