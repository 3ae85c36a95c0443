import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { mintedTokenSchema, tokensSchema } from '../../shared/wire/tokens.ts'
import { call, readJson, type Fetch } from './call.ts'
import type { Requests } from './create-requests.ts'
import { parseAnswer } from './parse-answer.ts'
import { readRequestError } from './request-error.ts'

export type Tokens = v.InferOutput<typeof tokensSchema>

/** Makes a new anonymous visitor. Without headers and body, as the contract has it. */
export async function mintTokens(base: string, fetch: Fetch, signal: AbortSignal): Promise<Tokens> {
  return readTokens(
    await call(fetch, `${base}/v1/auth/tokens/anonymous`, { method: 'POST', signal }),
  )
}

export async function refreshTokens(
  base: string,
  fetch: Fetch,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const response = await call(fetch, `${base}/v1/auth/tokens/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
    signal,
  })
  return readTokens(response)
}

/** A short token for the user that an API key speaks for; only an API key gets one. */
export async function mintUserToken(requests: Requests, signal: AbortSignal): Promise<string> {
  const request = { method: 'POST', path: '/auth/tokens', mayMint: false } as const
  return parseAnswer(mintedTokenSchema, await requests.json(request, signal)).token
}

async function readTokens(response: Response): Promise<Tokens> {
  if (!response.ok) throw await readRequestError(response)
  const parsed = v.safeParse(tokensSchema, await readJson(response))
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered without tokens.')
}
