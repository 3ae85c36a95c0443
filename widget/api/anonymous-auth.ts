import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { refreshTokenSchema, tokensSchema } from '../../shared/wire/tokens.ts'
import { OPERATOR_REFUSALS } from '../../shared/operator-refusals.ts'
import { createTokenCache, type Auth, keepCarriedToken, createSingleFlight } from './auth.ts'
import { call, readJson, type Fetch } from './call.ts'
import { type Clock, untilAborted, withTimeLimit } from './clock.ts'
import { underLock, type Locks } from './locks.ts'
import type { RefreshRecord, RefreshToken } from './refresh-record.ts'
import { parseErrorBody, readRequestError } from './request-error.ts'
import {
  askForProof,
  readPuzzle,
  solve,
  type AskPage,
  type ShownProof,
  type SolvePuzzle,
} from './show-proof.ts'

/** How long a token may take, the wait for other tabs included. */
export const AUTH_TIMEOUT_MS = 30_000
/** How long another tab is waited for: whoever holds the lock may hang. Two at once do no harm. */
export const LOCK_WAIT_MS = 10_000
/** How often a refused refresh token is tried again because another tab replaced it meanwhile. */
export const REFRESH_TRIES = 3
/** How many puzzles a new visitor tries, since one may expire while the page sleeps. */
export const PUZZLE_TRIES = 3

export interface AnonymousAuthSettings {
  /** Origin and path of the project, without `/v1`. */
  readonly base: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly record: RefreshRecord
  readonly locks?: Locks | undefined
  /** Asks the page for its proof, before a new visitor is made. Absent: the page has none. */
  readonly askPage?: AskPage | undefined
  /** Default: a worker. */
  readonly solvePuzzle?: SolvePuzzle
}

const lockName = (base: string): string => `assistant-cloud:anonymous-auth:${base}`

/** A visitor without an account: tokens come from the server, made when the first message is sent. */
export function createAnonymousAuth(settings: AnonymousAuthSettings): Auth {
  const { base, fetch, clock, record, locks, askPage, solvePuzzle = solveInWorker } = settings
  const cache = createTokenCache(clock)
  /** The server calls it dead. The record stays until somebody new is made: servers err. */
  let dead: string | null = null
  /** They signed out: what is under way brings nobody back. */
  let isForgotten = false
  const refreshing = createSingleFlight(() => alone('Renewing the token', refresh))
  const minting = createSingleFlight(becomeVisitor)

  async function becomeVisitor(): Promise<string> {
    let given: Promise<string | undefined> | undefined
    let proof: ShownProof['proof']
    for (let puzzles = 0; ; puzzles += 1) {
      try {
        // Another tab may have become somebody while this one waited for the lock.
        return await alone('Getting a token', async (signal) => {
          // Asked once more: what is called dead now is overwritten.
          dead = null
          const refreshed = await refresh(signal)
          if (refreshed !== null) return refreshed
          given ??= askForProof(askPage, clock)
          return mint({ given: await given, proof }, signal)
        })
      } catch (error) {
        const puzzle = readPuzzle(error)
        if (!puzzle) throw error
        if (puzzles === PUZZLE_TRIES) throw createUnsolvedError(error)
        // Solved without the lock, which other tabs need meanwhile.
        proof = await solve(puzzle, solvePuzzle, clock)
      }
    }
  }

  function alone<Token extends string | null>(
    operation: string,
    task: (signal: AbortSignal) => Promise<Token>,
  ) {
    return withTimeLimit({ clock, limitMs: AUTH_TIMEOUT_MS, operation }, (signal) =>
      underLock(locks, lockName(base), signal, () => task(signal), { clock, waitMs: LOCK_WAIT_MS }),
    )
  }

  /**
   * @param presented the refresh token that was presented for these; `null`: somebody was made. What
   *   another tab wrote meanwhile is newer than a late answer, so it stays.
   */
  function keep(tokens: Tokens, presented: string | null): string {
    cache.keep(tokens.access_token, 'just-issued')
    const current = record.read()?.token ?? null
    if (tokens.refresh_token && !isForgotten && (current === null || current === presented)) {
      record.write(tokens.refresh_token)
    }
    return tokens.access_token
  }

  function living(): RefreshToken | null {
    const stored = record.read()
    return stored?.token === dead ? null : stored
  }

  /** `null` when there is no refresh token, or a dead one. */
  async function refresh(signal: AbortSignal): Promise<string | null> {
    for (let tries = 0; tries < REFRESH_TRIES; tries += 1) {
      // Its `expires_at` is not looked at: a computer with a wrong clock would forget who it is.
      const stored = living()
      if (!stored) return null
      const tokens = await refreshTokens(base, fetch, stored.token, signal)
      if (tokens) return keep(tokens, stored.token)
      dead = stored.token
    }
    if (!living()) return null
    throw new AlcoveError('unavailable', 'Other tabs replace the token faster than it can be used.')
  }

  async function mint(shown: ShownProof, signal: AbortSignal): Promise<string> {
    const tokens = await mintTokens(base, fetch, shown, signal)
    // Without locks another tab may have become somebody meanwhile: all tabs are that one.
    const other = living() ? await refresh(signal) : null
    return other ?? keep(tokens, dead)
  }

  const auth: Auth = {
    // Visitors are told apart by the mode.
    owner: () => null,
    hasIdentity: () => cache.last() !== null || living() !== null,
    async token({ mayMint, signal }) {
      const usable = cache.usable()
      if (usable !== null) return usable
      // A caller that gives up must not take the token from the others.
      const shared = <Result>(flight: Promise<Result>) =>
        signal ? untilAborted(signal, flight) : flight
      const refreshed = living() ? await shared(refreshing.run()) : null
      return refreshed !== null || !mayMint ? refreshed : shared(minting.run())
    },
    replace(refused, options) {
      cache.expire(refused)
      return auth.token(options)
    },
    inspect: (response) => keepCarriedToken(response, cache),
    forget() {
      isForgotten = true
      const token = record.read()?.token
      record.remove()
      return token
    },
    refusal: (error) => error,
  }
  return auth
}

/** Of any server of the contract: one may say with `null` that the refresh token stays. */
const answerSchema = v.object({
  ...tokensSchema.entries,
  refresh_token: v.nullish(refreshTokenSchema),
})

type Tokens = v.InferOutput<typeof answerSchema>

/** Loaded only when a server asks for work. */
const solveInWorker: SolvePuzzle = async (...puzzle) =>
  (await import('./prove-work.ts')).solveInWorker(...puzzle)

const createUnsolvedError = (cause: unknown): AlcoveError =>
  new AlcoveError('unavailable', 'The server took none of the solved puzzles.', { cause })

/** Makes a new anonymous visitor. Without headers and body, as the contract has it, unless there is something to show. */
async function mintTokens(
  base: string,
  fetch: Fetch,
  shown: ShownProof,
  signal: AbortSignal,
): Promise<Tokens> {
  const isBare = shown.given === undefined && shown.proof === undefined
  const body = isBare
    ? {}
    : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(shown) }
  return readTokens(
    await call(fetch, `${base}/v1/auth/tokens/anonymous`, { method: 'POST', ...body, signal }),
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
async function refreshTokens(
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
  const refusal = response.clone()
  const body = parseErrorBody(await response.text().catch(() => ''))
  if (body?.error === undefined) throw createStrayError(response)
  if (OPERATOR_REFUSALS.includes(body.error)) throw await readRequestError(refusal)
  // Ours says it in the message when a project takes no visitors.
  if ([body.error, body.message].some((word) => DEAD_TOKEN_ERRORS.includes(word))) return null
  throw createStrayError(response)
}

const createStrayError = ({ status }: Response): AlcoveError =>
  new AlcoveError('offline', `Something else than the chat's server refused the call (${status}).`)

async function readTokens(response: Response): Promise<Tokens> {
  if (!response.ok) throw await readRequestError(response)
  const parsed = v.safeParse(answerSchema, await readJson(response))
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered without tokens.')
}
