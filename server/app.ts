import { Hono } from 'hono'
import { createAccessTokens } from './auth/access-token.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { createHostTokens } from './auth/host-token.ts'
import { createLimits } from './auth/limits.ts'
import { createRefreshTokens } from './auth/refresh-token.ts'
import { createSessions } from './auth/sessions.ts'
import type { Log } from './log.ts'
import { createApi } from './routes/api.ts'
import { setApiHeaders } from './routes/api-headers.ts'
import type { ApiParts } from './routes/api-parts.ts'
import type { AppEnv } from './routes/app-env.ts'
import { answerNotFound, createErrorHandler } from './routes/handle-error.ts'
import { createHealthRoute } from './routes/health-route.ts'
import type { Assets } from './routes/read-assets.ts'
import { logRequests } from './routes/request-log.ts'
import { createStaticRoutes } from './routes/static.ts'
import type { Runs } from './runs/runs.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

export interface AppParts {
  readonly settings: Settings
  readonly store: Store
  readonly runs: Runs
  readonly assets: Assets
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The whole service as one function from request to answer. It does not listen. */
export function createApp({ settings, store, runs, assets, log, clock }: AppParts): Hono<AppEnv> {
  const { publicUrl, trustedProxies, allowedHosts } = settings
  const accessTokens = createAccessTokens({ secret: settings.secret, now: clock })
  const hostTokens = createHostTokens({ secret: settings.hostSecret, now: clock })
  const parts: ApiParts = {
    store,
    runs,
    publicUrl,
    trustedProxies,
    accessTokens,
    authenticator: createAuthenticator(accessTokens, hostTokens),
    limits: createLimits(settings.limits, clock),
    sessions: createSessions({
      queries: store.sessions,
      tokens: createRefreshTokens(settings.secret),
      onReuse: (sessionId) =>
        log.warn({ sessionId }, 'an old refresh token came back; session ended'),
      now: clock,
    }),
  }
  return new Hono<AppEnv>({ getPath: pathOf })
    .onError(createErrorHandler(log))
    .notFound(answerNotFound)
    .use(logRequests(log, clock))
    .use(setApiHeaders)
    .route('/', createHealthRoute(store))
    .route('/', createStaticRoutes({ assets, publicUrl, allowedHosts }))
    .route('/v1', createApi(parts))
    .route('/p/:project/v1', createApi(parts))
}

/** Old clients join a base that ends in a slash with a path that begins with one. */
function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/{2,}/g, '/')
}
