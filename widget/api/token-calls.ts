import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { mintedTokenSchema, refreshTokenSchema, tokensSchema } from '../../shared/wire/tokens.ts'
import { call, readJson, type Fetch } from './call.ts'
import type { Requests } from './create-requests.ts'
import { parseAnswer } from './parse-answer.ts'
import { parseErrorBody, readRequestError } from './request-error.ts'

/** Of any server of the contract: one may say with `null` that the refresh token stays. */
const answerSchema = v.object({
  ...tokensSchema.entries,
  refresh_token: v.nullish(refreshTokenSchema),
})

export type Tokens = v.InferOutput<typeof answerSchema>

/** Makes a new anonymous visitor. Without headers and body, as the contract has it. */
export async function mintTokens(base: string, fetch: Fetch, signal: AbortSignal): Promise<Tokens> {
  return readTokens(
    await call(fetch, `${base}/v1/auth/tokens/anonymous`, { method: 'POST', signal }),
  )
}

/** What refuses a token, and what firewalls and portals answer with as well. */
const REFUSALS: readonly number[] = [400, 401, 403]
/** What a server of the contract says of a token that is dead: ours by code, the public cloud in words. */
const DEAD_TOKEN_ERRORS: readonly (string | undefined)[] = [
  'auth_failed',
  'token_expired',
  'invalid_request',
  'Invalid refresh token format',
  'Invalid refresh token',
  'Anonymous access is not allowed',
]

/**
 * `null`: the server says that the token is dead.
 *
 * @throws AlcoveError `offline` as well when something on the way refused the call: nobody shall lose
 * the history to a firewall. Whatever else the call failed with.
 */
export async function refreshTokens(
  base: string,
  fetch: Fetch,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens | null> {
  const response = await call(fetch, `${base}/v1/auth/tokens/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
    signal,
  })
  if (!REFUSALS.includes(response.status)) return readTokens(response)
  const body = parseErrorBody(await response.text().catch(() => ''))
  if (body?.error === undefined) throw createStrayError(response)
  // Ours says it in the message when a project takes no visitors.
  if ([body.error, body.message].some((word) => DEAD_TOKEN_ERRORS.includes(word))) return null
  throw createStrayError(response)
}

const createStrayError = ({ status }: Response): AlcoveError =>
  new AlcoveError('offline', `Something else than the chat's server refused the call (${status}).`)

/** A short token for the user that an API key speaks for; only an API key gets one. */
export async function mintUserToken(requests: Requests, signal: AbortSignal): Promise<string> {
  const request = { method: 'POST', path: '/auth/tokens', mayMint: false } as const
  return parseAnswer(mintedTokenSchema, await requests.json(request, signal)).token
}

async function readTokens(response: Response): Promise<Tokens> {
  if (!response.ok) throw await readRequestError(response)
  const parsed = v.safeParse(answerSchema, await readJson(response))
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered without tokens.')
}
