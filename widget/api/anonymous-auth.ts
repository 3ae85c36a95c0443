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

/** Time limit for getting a token, including the wait for other tabs. */
export const AUTH_TIMEOUT_MS = 30_000
/** Time limit for the lock of another tab, which may hang. Two refreshes at once do no harm. */
export const LOCK_WAIT_MS = 10_000
/** Number of tries after a rejected refresh token that another tab has replaced meanwhile. */
export const REFRESH_TRIES = 3
/** Number of puzzles that a new visitor tries: a puzzle may expire while the page sleeps. */
export const PUZZLE_TRIES = 3

export interface AnonymousAuthSettings {
  /** Origin and path of the project, without `/v1`. */
  readonly base: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly record: RefreshRecord
  readonly locks?: Locks | undefined
  /** Asks the page for its proof before a new visitor is made. Absent: the page offers none. */
  readonly askPage?: AskPage | undefined
  /** Default: solves the puzzle in a worker. */
  readonly solvePuzzle?: SolvePuzzle
}

const lockName = (base: string): string => `assistant-cloud:anonymous-auth:${base}`

/** Auth of a visitor without an account: the server issues tokens when the first message is sent. */
export function createAnonymousAuth(settings: AnonymousAuthSettings): Auth {
  const { base, fetch, clock, record, locks, askPage, solvePuzzle = solveInWorker } = settings
  const cache = createTokenCache(clock)
  /** Refresh token that the server rejected. Its record stays until a new visitor is made, since servers err. */
  let dead: string | null = null
  /** True after sign-out: pending calls must not restore the visitor. */
  let isForgotten = false
  const refreshing = createSingleFlight(() => alone('Renewing the token', refresh))
  const minting = createSingleFlight(becomeVisitor)

  async function becomeVisitor(): Promise<string> {
    let given: Promise<string | undefined> | undefined
    let proof: ShownProof['proof']
    for (let puzzles = 0; ; puzzles += 1) {
      try {
        // Another tab may have made a visitor while this one waited for the lock.
        return await alone('Getting a token', async (signal) => {
          // Ask the server again: the new tokens overwrite a refresh token that it rejects now.
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
        // Solved outside of the lock, so that other tabs can use it meanwhile.
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
   * Stores tokens. A newer refresh token of another tab stays.
   *
   * @param presented the refresh token that was exchanged for these; `null`: a new visitor was made.
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

  /** Returns `null` without a refresh token, or with a rejected one. */
  async function refresh(signal: AbortSignal): Promise<string | null> {
    for (let tries = 0; tries < REFRESH_TRIES; tries += 1) {
      // Ignore its `expires_at`: a computer with a wrong clock would lose its visitor.
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
    // Without locks, another tab may have made a visitor meanwhile. All tabs use the same one.
    const other = living() ? await refresh(signal) : null
    return other ?? keep(tokens, dead)
  }

  const auth: Auth = {
    // Visitors need no owner: the mode identifies them.
    owner: () => null,
    hasIdentity: () => cache.last() !== null || living() !== null,
    async token({ mayMint, signal }) {
      const usable = cache.usable()
      if (usable !== null) return usable
      // An aborting caller must not take the token from the others.
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

/** Schema for any server of the contract: `null` in an answer means that the refresh token stays valid. */
const answerSchema = v.object({
  ...tokensSchema.entries,
  refresh_token: v.nullish(refreshTokenSchema),
})

type Tokens = v.InferOutput<typeof answerSchema>

/** Loaded only if a server asks for proof of work. */
const solveInWorker: SolvePuzzle = async (...puzzle) =>
  (await import('./prove-work.ts')).solveInWorker(...puzzle)

const createUnsolvedError = (cause: unknown): AlcoveError =>
  new AlcoveError('unavailable', 'The server took none of the solved puzzles.', { cause })

/**
 * Makes a new anonymous visitor. The contract wants the call without headers and body; a proof is the exception.
 */
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

/** Statuses of a rejected token. Firewalls and captive portals answer with them as well. */
const REFUSALS: readonly number[] = [400, 401, 403]
/** Errors of a rejected token: our server sends a code, the public cloud a text. */
const DEAD_TOKEN_ERRORS: readonly (string | undefined)[] = [
  'auth_failed',
  'token_expired',
  'invalid_request',
  'Invalid refresh token format',
  'Invalid refresh token',
  'Anonymous access is not allowed',
]

/**
 * Exchanges the refresh token; `null`: the server has rejected it.
 *
 * @throws AlcoveError of the failed call; `offline` also if a proxy refused it, so that a firewall costs no
 * visitor the history.
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
  // Our server puts this code into the message if a project takes no visitors.
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
