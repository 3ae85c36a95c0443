import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { CONTEXT_FULL, outOfSteps, type Chunk } from '../wire/chunk.ts'
import { encodeInterrupt } from './interrupt.ts'
import type {
  Message,
  MessagePart,
  MessageStatus,
  MessageStep,
  ToolCallPart,
  Usage,
} from './message.ts'
import { asksPerson, lacksResult } from './call-state.ts'
import { callsOf } from './tool-call.ts'

/**
 * Closes parts that still grow: texts lose their stream id, half-streamed tool arguments stay. If the step is
 * continued, its text continues in the next one.
 */
export function closeParts(
  content: readonly MessagePart[],
  isContinued = false,
): readonly MessagePart[] {
  if (!content.some((part) => 'streamId' in part)) return content
  return content.map((part) => {
    if (!('streamId' in part) || (isContinued && part.type === 'text')) return part
    const { streamId: _, ...closed } = part
    return closed
  })
}

/**
 * Gives an answer its final status and closes its parts. The first final status stays: a `finish` after an
 * `error` does not make a broken answer whole.
 */
export function settleMessage(message: Message, status: MessageStatus): Message {
  if (message.status && message.status.type !== 'running') return message
  const { metadata } = message
  return {
    ...message,
    content: closeParts(message.content),
    status,
    metadata: metadata.steps ? { ...metadata, steps: metadata.steps.map(closeStep) } : metadata,
  }
}

const closeStep = (step: MessageStep): MessageStep =>
  step.state === 'started' ? { state: step.state, messageId: step.messageId } : step

/**
 * Reopens a pending answer: it runs again, and further parts and steps are added to it. Any other answer is
 * returned unchanged.
 */
export function reopenMessage(message: Message): Message {
  if (message.status?.type !== 'requires-action') return message
  return { ...message, status: { type: 'running' } }
}

/** The stream id of a text that was cut off: the next text continues it. */
export const CUT_OFF = 'cut off'

/** Index of the text at the end of an answer, before its sources; -1: it ends with another part. */
export function findCutOff(content: readonly MessagePart[]): number {
  const index = content.findLastIndex(({ type }) => type === 'text')
  const after = content.slice(index + 1)
  return after.every(({ type }) => type === 'source' || type === 'data' || type === 'file')
    ? index
    : -1
}

/** True if the model has no room for more of this conversation: neither for the rest, nor for another question. */
export const isContextFull = ({ status, metadata }: Message): boolean =>
  status?.type === 'incomplete' &&
  status.reason === 'length' &&
  metadata.custom[CONTEXT_FULL] === true

/** True if an answer's text can be continued: it was stopped within it, or became too long. */
export function isCutOff(message: Message): boolean {
  const { content, status } = message
  if (isContextFull(message)) return false
  const isEarly =
    status?.type === 'incomplete' && (status.reason === 'cancelled' || status.reason === 'length')
  const part = content[findCutOff(content)]
  return isEarly && part?.type === 'text' && part.text.trim() !== ''
}

/** Reopens a cut-off answer: its next text continues the last one. */
export function reopenText(message: Message): Message {
  const index = findCutOff(message.content)
  const part = message.content[index]
  if (part?.type !== 'text') return message
  const content = message.content.with(index, { ...part, streamId: CUT_OFF })
  return { ...message, content, status: { type: 'running' } }
}

/**
 * The status for a finish reason of the stream (specification, section 4; `wire.md` 2.1, 5.2). An answer with
 * a call for approval waits for the person (`interrupt`), one with a call without result waits for that
 * (`tool-calls`); a denied call waits for nothing. A call with incomplete arguments is open too, unless the
 * reason says that it was cut; and so is one that its reader refused, until its server is told.
 */
export function finishStatus(content: readonly MessagePart[], reason: string): MessageStatus {
  if (reason === 'error') return { type: 'incomplete', reason }
  const isCut = reason === 'length' || reason === 'content-filter' || reason === 'other'
  const calls = callsOf(content).filter(
    (call) =>
      call.isUntold === true ||
      (lacksResult(call) && !isLost(call) && !(isCut && call.state === 'input-streaming')),
  )
  if (calls.some(asksPerson)) return { type: 'requires-action', reason: 'interrupt' }
  if (calls.length > 0) return { type: 'requires-action', reason: 'tool-calls' }
  if (isCut) return { type: 'incomplete', reason }
  return { type: 'complete', reason: reason === 'stop' ? reason : 'unknown' }
}

/** True for a call that the server of the answer ran: it has ended, so nothing will give the result. */
const isLost = ({ isRunByServer, state, interrupt }: ToolCallPart): boolean =>
  isRunByServer === true && state === 'input-available' && interrupt === undefined

/** The last chunks of a replayed answer: its end. */
export function replayEnd({ content, status, metadata }: Message): Chunk[] {
  if (status?.type === 'requires-action') {
    const asking = callsOf(content).find((call) => call.interrupt !== undefined)
    if (asking?.interrupt) {
      return [{ type: 'error', errorText: encodeInterrupt(asking.interrupt) }]
    }
  }
  if (status?.type === 'incomplete' && status.reason === 'cancelled') return [{ type: 'abort' }]
  if (status?.type === 'incomplete' && status.reason === 'error') {
    const errorText =
      typeof status.error === 'string' ? status.error : 'The answer failed. Try again.'
    return [{ type: 'error', errorText }]
  }
  const { steps = [] } = metadata
  const last = steps.at(-1)
  const usage: JsonObject = { ...stepUsage(steps) }
  const finish: JsonObject =
    last?.state === 'finished'
      ? { finishReason: last.finishReason, ...(Object.keys(usage).length > 0 ? { usage } : {}) }
      : {}
  const isOutOfSteps = status?.type === 'incomplete' && status.reason === 'tool-calls'
  return [isOutOfSteps ? outOfSteps(finish) : { type: 'finish', messageMetadata: finish }]
}

const withSteps = (message: Message, steps: readonly MessageStep[]): Message => ({
  ...message,
  metadata: { ...message.metadata, steps },
})

export function startStep(message: Message): Message {
  const firstPart = message.content.length
  const step = { state: 'started', messageId: message.id, firstPart } as const
  return withSteps(message, [...(message.metadata.steps ?? []), step])
}

interface StepEnd {
  readonly reason?: string | undefined
  readonly usage?: JsonValue | undefined
  readonly isContinued?: boolean | undefined
}

/** Ends the last step. A second end does not remove known facts. */
export function finishStep(message: Message, { reason, usage, isContinued }: StepEnd): Message {
  const steps = message.metadata.steps ?? []
  const last = steps.at(-1)
  if (!last) return message
  const known = last.state === 'finished' ? last : undefined
  const counts = known?.usage ?? (isPlainObject(usage) ? usage : undefined)
  const step = {
    state: 'finished' as const,
    messageId: last.messageId,
    finishReason: saidReason(known) ?? reason ?? 'unknown',
    isContinued: isContinued ?? known?.isContinued ?? false,
    ...(counts ? { usage: counts } : {}),
  }
  return withSteps(message, steps.with(-1, step))
}

const saidReason = (step: { readonly finishReason: string } | undefined): string | undefined =>
  step?.finishReason === 'unknown' ? undefined : step?.finishReason

/** Removes the content of the open step, which starts anew. */
export function resetStep(message: Message): Message {
  const last = message.metadata.steps?.at(-1)
  if (last?.state !== 'started') return message
  return { ...message, content: message.content.slice(0, last.firstPart ?? message.content.length) }
}

/** Names of all counts. */
const COUNTS = Object.keys({
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
} satisfies Required<Usage>) as readonly (keyof Usage)[]

/** The usage of all steps together; a count that no provider reported is absent. */
export const stepUsage = (steps: readonly MessageStep[]): Usage =>
  sumUsage(steps.map((step) => (step.state === 'finished' ? step.usage : undefined)))

/** The sum of each count that is reported at all. */
export const sumUsage = (usages: readonly (Usage | undefined)[]): Usage =>
  Object.fromEntries(
    COUNTS.flatMap((name) => {
      const counts = usages.map((usage): unknown => usage?.[name]).filter(isCount)
      return counts.length === 0 ? [] : [[name, counts.reduce((sum, count) => sum + count)]]
    }),
  )

const isCount = (value: unknown): value is number => Number.isFinite(value)
