import type { Caller, Callers } from './callers.ts'
import { createId, type ContractState } from './contract-state.ts'
import {
  invalid,
  ok,
  rateLimited,
  readFields,
  Refusal,
  type Answer,
  type Exchange,
} from './exchange.ts'

const REFRESH_DAYS = 30
const DAY_MS = 86_400_000

export interface TokenLimits {
  /** Total limit of new visitors; the public cloud counts by minute and address. Default 30. */
  readonly visitors?: number
  readonly refreshes?: number
}

/** Answers calls without a caller; `undefined` for other calls. */
export function createTokenRoutes(state: ContractState, callers: Callers, limits: TokenLimits) {
  let refreshes = 0

  function answerOf(token: string): Answer {
    const visitor = state.visitors.get(token)
    if (!visitor) throw new Refusal(403, 'Invalid refresh token')
    visitor.expiresAt = Date.now() + REFRESH_DAYS * DAY_MS
    return ok({
      access_token: callers.sign(visitor.id, visitor.id),
      refresh_token: { token, expires_at: new Date(visitor.expiresAt).toISOString() },
    })
  }

  return ({ method, path, body }: Exchange): Answer | undefined => {
    const route = `${method} /${path.join('/')}`
    if (route === 'POST /auth/tokens/anonymous') {
      if (state.visitors.size >= (limits.visitors ?? 30)) throw rateLimited()
      const token = createId('refresh')
      state.visitors.set(token, { id: createId('usr_anon'), expiresAt: 0 })
      return answerOf(token)
    }
    if (route === 'POST /auth/tokens/refresh') {
      refreshes += 1
      if (refreshes > (limits.refreshes ?? 120)) throw rateLimited()
      const { refresh_token: token } = readFields(body, ['refresh_token'])
      if (typeof token !== 'string') throw invalid()
      if (!token.startsWith('refresh_0')) throw new Refusal(403, 'Invalid refresh token format')
      // The same token with a later expiry, so that a lost response does no harm.
      return answerOf(token)
    }
    return undefined
  }
}

export function mintForUser(callers: Callers, { kind, workspace, user }: Caller): Answer {
  if (kind === 'key') return ok({ token: callers.sign(workspace, user) })
  throw new Refusal(403, 'This endpoint may only be accessed from the backend')
}
