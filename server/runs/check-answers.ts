import { isDeepStrictEqual } from 'node:util'
import { AlcoveError } from '../../shared/errors.ts'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import type { CallAnswer } from './read-answers.ts'

const QUOTE_MAX_CHARACTERS = 64

/** What the answers mean for the stored message. */
export interface Outcomes {
  /** What is folded into it before anything else happens. */
  readonly chunks: readonly Chunk[]
  /** Interrupted calls that go on. */
  readonly resumed: ReadonlySet<string>
}

/**
 * Holds answers against the stored message, which alone says what waits, for whom, and with which
 * arguments. What an answer says that the message says too is left out: published clients send all of
 * an answer back.
 *
 * @throws AlcoveError `conflict` when a call does not wait for that.
 */
export function checkAnswers(
  message: Message,
  answers: readonly CallAnswer[],
  backendTools: readonly Pick<BackendTool, 'name'>[],
): Outcomes {
  if (message.status?.type !== 'requires-action') throw createOverError()
  const backend = new Set(backendTools.map(({ name }) => name))
  const news = answers.filter((answer) => !isRepeated(findCall(message, answer), answer))
  if (news.length === 0) throw createOverError()
  for (const answer of news) requireWaiting(findCall(message, answer), answer, backend)
  return {
    chunks: news.flatMap(toChunks),
    resumed: new Set(news.flatMap(({ type, toolCallId }) => (type === 'resume' ? toolCallId : []))),
  }
}

/** Whether nobody but a person, or their browser, can say how the call goes on. */
export function isWaiting({ state, result, interrupt }: ToolCallPart): boolean {
  if (result !== undefined || state === 'output-denied') return false
  // With cut arguments nobody can run it.
  if (state === 'input-streaming') return false
  return interrupt !== undefined || state !== 'approval-responded'
}

export const callsOf = ({ content }: Message): readonly ToolCallPart[] =>
  content.filter((part) => part.type === 'tool-call')

const findCall = (message: Message, { toolCallId }: CallAnswer): ToolCallPart | undefined =>
  callsOf(message).findLast((call) => call.toolCallId === toolCallId)

function isRepeated(call: ToolCallPart | undefined, answer: CallAnswer): boolean {
  switch (answer.type) {
    case 'result':
      return call?.state === 'output-available' && isDeepStrictEqual(call.result, answer.output)
    case 'failure':
      return (
        call?.state === 'output-error' &&
        isDeepStrictEqual(call.result, { error: answer.errorText })
      )
    case 'approval':
      return (
        call?.approval?.id === answer.approvalId && call.approval.isApproved === answer.isApproved
      )
    case 'resume':
      return false
    default:
      answer satisfies never
      return false
  }
}

function requireWaiting(
  call: ToolCallPart | undefined,
  answer: CallAnswer,
  backend: ReadonlySet<string>,
): asserts call {
  if (!call || !isWaiting(call)) throw createCallError(answer, 'waits for nothing')
  const { approval, interrupt, state, toolName } = call
  switch (answer.type) {
    case 'result':
    case 'failure':
      if (backend.has(toolName)) {
        throw createCallError(answer, 'is one that the server runs itself: it takes no result')
      }
      if (!approval && !interrupt) return
      throw createCallError(answer, 'waits for a decision, not for a result')
    case 'approval':
      if (state === 'approval-requested' && approval?.id === answer.approvalId) return
      throw createCallError(answer, 'does not wait for this approval')
    case 'resume':
      if (interrupt?.behavior === 'resume') return
      throw createCallError(answer, 'has no interrupt that it could go on after')
    default:
      answer satisfies never
  }
}

function toChunks(answer: CallAnswer): Chunk[] {
  const { toolCallId } = answer
  switch (answer.type) {
    case 'result':
      return [{ type: 'tool-output-available', toolCallId, output: answer.output }]
    case 'failure':
      return [{ type: 'tool-output-error', toolCallId, errorText: answer.errorText }]
    case 'approval': {
      const { approvalId, isApproved, reason } = answer
      const decision: Chunk = {
        type: 'tool-approval-response',
        approvalId,
        approved: isApproved,
        ...(reason === undefined ? {} : { reason }),
      }
      return isApproved ? [decision] : [decision, { type: 'tool-output-denied', toolCallId }]
    }
    case 'resume':
      return []
    default:
      return answer satisfies never
  }
}

const createCallError = ({ toolCallId }: CallAnswer, problem: string): AlcoveError =>
  new AlcoveError(
    'conflict',
    `The tool call ${JSON.stringify(toolCallId.slice(0, QUOTE_MAX_CHARACTERS))} of this answer ${problem}.`,
    { hint: 'Load the conversation again.' },
  )

const createOverError = (): AlcoveError =>
  new AlcoveError('conflict', 'This answer waits for nothing any more.', {
    hint: 'Load the conversation again.',
  })
