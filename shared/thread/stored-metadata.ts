import type { Warn } from '../errors.ts'
import { THREAD_TEXTS } from '../thread-texts.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { encodeAttachments } from './attachment.ts'
import type {
  Feedback,
  IncompleteReason,
  Message,
  MessageMetadata,
  MessageRole,
  MessageStatus,
  MessageStep,
} from './message.ts'

/** A stored message's metadata; fields of other runtimes are kept unchanged. */
export function decodeMetadata(
  metadata: JsonValue | undefined,
  role: MessageRole,
  warn: Warn,
): MessageMetadata {
  const given: JsonObject = isPlainObject(metadata) ? metadata : {}
  const custom: JsonObject = isPlainObject(given['custom']) ? given['custom'] : {}
  const {
    custom: _,
    steps,
    unstable_state,
    unstable_annotations,
    unstable_data,
    submittedFeedback: feedback,
    ...rest
  } = given
  const other = Object.keys(rest).length === 0 ? {} : { other: rest }
  if (role !== 'assistant') {
    if (steps !== undefined) warn(THREAD_TEXTS.stepsOnAssistant)
    return { custom, ...other }
  }
  const submittedFeedback = readFeedback(feedback)
  return {
    custom,
    ...other,
    steps: listOf(steps).flatMap(readStep),
    ...(unstable_state === undefined ? {} : { unstable_state }),
    ...(unstable_annotations === undefined
      ? {}
      : { unstable_annotations: listOf(unstable_annotations) }),
    ...(unstable_data === undefined ? {} : { unstable_data: listOf(unstable_data) }),
    ...(submittedFeedback ? { submittedFeedback } : {}),
  }
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : []

export function readFeedback(value: unknown): Feedback | undefined {
  if (!isPlainObject(value)) return undefined
  const { type, comment } = value
  if (type !== 'positive' && type !== 'negative') return undefined
  return { type, ...(typeof comment === 'string' ? { comment } : {}) }
}

function readStep(value: JsonValue): MessageStep[] {
  if (!isPlainObject(value)) return []
  const { state, messageId: id, finishReason, usage, isContinued } = value
  const messageId = typeof id === 'string' ? id : ''
  if (state === 'started') return [{ state, messageId }]
  return [
    {
      // Other clients store only the usage of a step.
      state: 'finished',
      messageId,
      finishReason: typeof finishReason === 'string' ? finishReason : 'unknown',
      ...(isPlainObject(usage) ? { usage } : {}),
      isContinued: isContinued === true,
    },
  ]
}

const INCOMPLETE = ['cancelled', 'tool-calls', 'length', 'content-filter', 'other', 'error']

/** A row without a status is complete; one that was saved while it grew was cut. */
export function decodeStatus(status: JsonValue | undefined): MessageStatus {
  const unknown: MessageStatus = { type: 'complete', reason: 'unknown' }
  if (!isPlainObject(status)) return unknown
  const { type, reason, error } = status
  switch (type) {
    case 'running':
      return { type: 'incomplete', reason: 'cancelled' }
    case 'complete':
      return reason === 'stop' ? { type, reason } : unknown
    case 'requires-action':
      return { type, reason: reason === 'interrupt' ? reason : 'tool-calls' }
    case 'incomplete':
      return {
        type,
        reason: isIncompleteReason(reason) ? reason : 'other',
        ...(error === undefined ? {} : { error }),
      }
    default:
      return unknown
  }
}

const isIncompleteReason = (reason: unknown): reason is IncompleteReason =>
  INCOMPLETE.includes(String(reason))

export function encodeMetadata({ attachments, metadata }: Message): JsonObject {
  const { other, ...known } = metadata
  if (!attachments) return { ...other, ...known } as unknown as JsonObject
  const { attachments: _, ...custom } = metadata.custom
  const all = { ...other, ...known, custom: { ...custom, ...encodeAttachments(attachments) } }
  return all as unknown as JsonObject
}

/** A saved answer is never running, since later readers would wait for ever. */
export function encodeStatus(status: MessageStatus): JsonObject {
  if (status.type === 'running') return { type: 'incomplete', reason: 'cancelled' }
  return { ...status }
}
