import { isTokenQuestion } from '../../shared/bridge/guards.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { GetToken } from '../chat-instance.ts'

/** How long `getToken` may take. */
export const HOST_TOKEN_TIMEOUT_MS = 10_000

/**
 * Answers the frame's question. The token passes through and is kept nowhere here. Rejects with
 * `invalid_request`, `token_missing` (nobody called `identify`), `call_timeout`, `auth_failed` or
 * `token_malformed`.
 */
export async function askForToken(
  getToken: GetToken | undefined,
  question: unknown,
  controller: AbortController,
): Promise<string | null> {
  const { signal } = controller
  const createError = (code: ErrorCode, cause?: unknown) =>
    new AlcoveError(code, 'getToken', { cause })
  if (!isTokenQuestion(question)) throw createError('invalid_request')
  if (!getToken) throw createError('token_missing')

  const { reason, previous } = question
  const timer = setTimeout(() => controller.abort(), HOST_TOKEN_TIMEOUT_MS)
  const token = await new Promise((resolve, reject) => {
    signal.onabort = () => reject(createError('call_timeout'))
    // What the host page's error says is not the frame's business: `cause` stays here.
    Promise.resolve({ reason, previous, signal })
      .then(getToken)
      .then(resolve, (cause) => reject(createError('auth_failed', cause)))
  }).finally(() => clearTimeout(timer))
  if (token === null || (token && typeof token === 'string')) return token
  throw createError('token_malformed')
}
