import { randomUUID } from 'node:crypto'
import { NO_ANSWER_TOOL, SEARCH_TOOL, type AnswerKnowledge } from './answer-knowledge.ts'
import type { CallOutcome } from './run-calls.ts'
import { isFinding } from './search-memory.ts'
import type { OwnCall, StepPart } from './step-parts.ts'
import type { ReadCall } from './tool-set.ts'

/** A tool that the model has to call in a step. */
export interface StepDuty {
  readonly toolName: string
  /** True if no other tool is offered. */
  readonly isAlone: boolean
}

/**
 * The duty of the next step, in a project whose answers come from its pages alone: the first step searches, and
 * where nothing was found the model can only say so.
 */
export function dutyOf(knowledge: AnswerKnowledge | undefined): StepDuty | undefined {
  if (knowledge?.onlyFromKnowledge !== true) return undefined
  const { uses } = knowledge
  if (!uses.some(({ type }) => type === 'search')) return { toolName: SEARCH_TOOL, isAlone: false }
  return uses.some(isFinding) ? undefined : { toolName: NO_ANSWER_TOOL, isAlone: true }
}

/** Content that a step with a duty does not tell: the model has nothing to say yet. */
export const isWithheld = ({ type }: { readonly type: string }): boolean =>
  type.startsWith('text-') || type === 'file' || type === 'source'

/**
 * The call of a duty that a model did not do: some servers ignore the choice of a tool.
 *
 * @param question the person's words.
 */
export function callFor(
  { toolName }: StepDuty,
  knowledge: AnswerKnowledge,
  calls: Iterable<ReadCall>,
  question: string,
): OwnCall | undefined {
  const isDone = [...calls].some((call) => call.type === 'own' && call.toolName === toolName)
  const tool = knowledge.tools.find(({ name }) => name === toolName)
  if (isDone || !tool) return undefined
  const args = toolName === SEARCH_TOOL ? { query: question } : { looked_for: question }
  const toolCallId = `call_${randomUUID()}`
  return { type: 'own', toolCallId, toolName, tool, args, input: args, providerOptions: undefined }
}

/** The sentence of a model that gave up, which ends the answer; undefined: it did not. */
export function givenUp(
  calls: Iterable<ReadCall>,
  outcomes: ReadonlyMap<string, CallOutcome>,
): string | undefined {
  for (const call of calls) {
    const outcome = call.toolName === NO_ANSWER_TOOL ? outcomes.get(call.toolCallId) : undefined
    if (call.type !== 'own' || outcome?.type !== 'result') continue
    return typeof outcome.output === 'string' ? outcome.output : ''
  }
  return undefined
}

/** A text of the server's own. */
export function* sayText(text: string): Generator<StepPart, void, undefined> {
  const id = randomUUID()
  yield { type: 'text-start', id }
  yield { type: 'text-delta', id, delta: text }
  yield { type: 'text-end', id }
}
