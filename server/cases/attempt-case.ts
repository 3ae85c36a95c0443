import type { CaseAttempt, CaseSide } from '../../shared/desk/case-runs.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { Model } from '../models/model.ts'
import { hooksOf } from '../runs/create-ask.ts'
import { answerCase, type AnswerParts, type CaseQuestion } from './answer-case.ts'
import type { JudgeParts } from './ask-judge.ts'
import type { CaseProject } from './case-sides.ts'
import { judgeByRules, type CaseExpects } from './judge-case.ts'
import { judgeFacts } from './judge-facts.ts'
import { makeUpPerson } from './made-up-person.ts'

export interface AttemptedCase {
  readonly side: CaseSide
  readonly question: CaseQuestion
  readonly expects: CaseExpects
}

export interface AttemptParts extends AnswerParts {
  readonly judging: JudgeParts & {
    /** The judging model of the published settings, for all sides; undefined: the project names none. */
    readonly judgeOf: (projectId: string) => Promise<Model | undefined>
  }
}

/**
 * Asks a case once on one side, and judges the answer: by rules, and by the project's judging model where these find no fact.
 *
 * @throws AlcoveError `budget_exhausted`, or the reason of `signal`.
 */
export async function attemptCase(
  { project, findAssistant }: CaseProject,
  { side, question, expects }: AttemptedCase,
  parts: AttemptParts,
  signal: AbortSignal,
): Promise<CaseAttempt> {
  const assistant = await findAssistant(question.assistant)
  if (!assistant) {
    throw new AlcoveError(
      'not_found',
      `There is no assistant ${JSON.stringify(question.assistant)}.`,
    )
  }
  const answer = await answerCase(assistant, project, question, parts, signal)
  const byRules = await judgeByRules(expects, answer)
  const judge = await parts.judging.judgeOf(project.id)
  const judged = {
    projectId: project.id,
    question: question.turns.at(-1)?.text ?? '',
    answer: answer.text,
    hooks: hooksOf(assistant, makeUpPerson(project.id, question.person)),
  }
  const { checks, judging } = judge
    ? await judgeFacts(byRules, judged, judge, parts.judging, signal)
    : { checks: byRules, judging: undefined }
  return {
    side,
    hasPassed: checks.every(({ isMet }) => isMet),
    checks: [...checks],
    answer: answer.text,
    model: answer.model,
    error: answer.error,
    sources: [...answer.sources],
    tools: [...answer.calls],
    isUnanswered: answer.isUnanswered,
    wholeMs: answer.wholeMs,
    firstWordMs: answer.firstWordMs,
    inputTokens: answer.inputTokens,
    outputTokens: answer.outputTokens,
    cost: answer.cost,
    ...(judging && { judging }),
  }
}

/** An attempt for which no model could be asked. */
export const failedAttempt = (side: CaseSide, error: string): CaseAttempt => ({
  side,
  hasPassed: false,
  checks: [{ kind: 'error', expected: 'an answer', isMet: false, note: error }],
  answer: '',
  model: null,
  error,
  sources: [],
  tools: [],
  isUnanswered: false,
  wholeMs: null,
  firstWordMs: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
})
