import { isTokenQuestion } from '../../shared/bridge/guards.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { GetToken } from '../../shared/bridge/contract.ts'

/**
 * Answers the frame's question, which limits how long that may take. The token passes through and is
 * kept nowhere here. Rejects with `invalid_request`, `token_missing` (nobody called `identify`),
 * `call_timeout` (the frame gave up), `auth_failed` or `token_malformed`.
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
  const token = await new Promise((resolve, reject) => {
    signal.onabort = () => reject(createError('call_timeout'))
    // What the host page's error says is not the frame's business: `cause` stays here.
    Promise.resolve({ reason, previous, signal })
      .then(getToken)
      .then(resolve, (cause) => reject(createError('auth_failed', cause)))
  })
  if (token === null || (token && typeof token === 'string')) return token
  throw createError('token_malformed')
}
