import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { VISITOR_PROOF_MAX_CHARACTERS, WORK_BITS_MAX } from '../../shared/proof-of-work.ts'
import { type Clock, withTimeLimit } from './clock.ts'
import type { Puzzle } from './solve-puzzle.ts'

/** Time limit for the host page to give its proof of a new visitor. */
export const VISITOR_PROOF_TIMEOUT_MS = 10_000
/** Time after which the server rejects a solution. */
export const PUZZLE_TIMEOUT_MS = 120_000

/** Asks the host page for its proof of a new visitor; `null`: it has none. */
export type AskPage = (signal: AbortSignal) => Promise<string | null>
export type SolvePuzzle = (puzzle: Puzzle, signal: AbortSignal) => Promise<number>

/** Proofs of a new visitor, as the body of the call that makes one. */
export interface ShownProof {
  readonly given: string | undefined
  readonly proof: { readonly challenge: string; readonly solution: number } | undefined
}

/**
 * Asks the page. If that fails, the page has already warned its developer, and the server decides without a
 * proof.
 */
export async function askForProof(
  askPage: AskPage | undefined,
  clock: Clock,
): Promise<string | undefined> {
  if (!askPage) return undefined
  const limit = { clock, limitMs: VISITOR_PROOF_TIMEOUT_MS, operation: 'visitorProof' }
  const given = await withTimeLimit(limit, askPage).catch(() => null)
  const isTaken = typeof given === 'string' && given.length <= VISITOR_PROOF_MAX_CHARACTERS
  return isTaken && given !== '' ? given : undefined
}

/** @throws AlcoveError `call_timeout`, `unavailable`. */
export async function solve(
  puzzle: Puzzle,
  solvePuzzle: SolvePuzzle,
  clock: Clock,
): Promise<NonNullable<ShownProof['proof']>> {
  const limit = { clock, limitMs: PUZZLE_TIMEOUT_MS, operation: 'The puzzle' }
  const solution = await withTimeLimit(limit, (signal) => solvePuzzle(puzzle, signal))
  return { challenge: puzzle.challenge, solution }
}

const puzzleSchema = v.object({
  challenge: v.string(),
  bits: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(WORK_BITS_MAX)),
})

/** Returns the puzzle of a refusal, `undefined` for another refusal. */
export function readPuzzle(error: unknown): Puzzle | undefined {
  if (!(error instanceof AlcoveError) || error.code !== 'proof_required') return undefined
  const parsed = v.safeParse(puzzleSchema, (error.data as { details?: unknown }).details)
  return parsed.success ? parsed.output : undefined
}
