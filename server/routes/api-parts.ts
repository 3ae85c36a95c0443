import type { AccessTokens } from '../auth/access-token.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { Limits } from '../auth/limits.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Runs } from '../runs/runs.ts'
import type { Store } from '../store/store.ts'

/** What the API's handlers call. */
export interface ApiParts {
  readonly store: Store
  readonly runs: Runs
  readonly accessTokens: AccessTokens
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly limits: Limits
  readonly publicUrl: string | undefined
  readonly trustedProxies: number
}
