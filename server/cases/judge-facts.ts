import type { CaseCheck, CaseJudging } from '../../shared/desk/case-runs.ts'
import type { BoundHooks } from '../models/hooks.ts'
import type { Model } from '../models/model.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { askJudge, type JudgeParts } from './ask-judge.ts'

export interface JudgedAnswer {
  readonly projectId: string
  /** The person's last words. */
  readonly question: string
  readonly answer: string
  /** Of the assistant that answered: what may not reach a model reaches the judge neither. */
  readonly hooks: BoundHooks | undefined
}

/** The same checks, with those that a model judged, and what that took; undefined: no model was asked. */
export interface JudgedFacts {
  readonly checks: readonly CaseCheck[]
  readonly judging: CaseJudging | undefined
}

/**
 * Asks the judging model for each fact that the rules did not find in the answer. A fact that it cannot judge stays unmet, with
 * the reason. All other checks stay with the rules.
 *
 * @throws the reason of `signal`.
 */
export async function judgeFacts(
  checks: readonly CaseCheck[],
  judged: JudgedAnswer,
  judge: Model,
  parts: JudgeParts,
  signal: AbortSignal,
): Promise<JudgedFacts> {
  let judging: CaseJudging | undefined
  const all: CaseCheck[] = []
  for (const check of checks) {
    // An answer without words states nothing.
    if (check.kind !== 'fact' || check.isMet || judged.answer.trim() === '') {
      all.push(check)
      continue
    }
    const took = (cost: CaseJudging) => (judging = judging ? addJudging(judging, cost) : cost)
    const asked = { ...judged, fact: check.expected }
    all.push(await judgeFact(check, () => askJudge(judge, asked, parts, took, signal), judge.name))
    signal.throwIfAborted()
  }
  return { checks: all, judging }
}

async function judgeFact(
  check: CaseCheck,
  ask: () => ReturnType<typeof askJudge>,
  name: string,
): Promise<CaseCheck> {
  try {
    const { isMet, reason } = await ask()
    return { ...check, isMet, note: `Judged by ${name}: ${reason}`, judge: 'model' }
  } catch (error) {
    const reason = error instanceof AlcoveError ? error.message : `${name} failed.`
    return { ...check, note: `Not judged: ${reason}`, judge: 'nobody' }
  }
}

export const addJudging = (one: CaseJudging, other: CaseJudging): CaseJudging => ({
  calls: one.calls + other.calls,
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
})
