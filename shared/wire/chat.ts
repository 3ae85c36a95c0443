import * as v from 'valibot'
import { arrayUpTo, id, looseObjectUpTo, OBJECT_KEYS_MAX, wholeNumber } from './fields.ts'

/** Of one chat call. */
export const CHAT_MESSAGES_MAX = 1000
/** Of one message of a chat call. */
export const CHAT_PARTS_MAX = 200
/** What a person says to an approval, in UTF-16 units. */
export const APPROVAL_REASON_MAX = 2_000
/** Of one piece of an answer. */
export const PIECE_SECONDS_MAX = 60

const uiPartSchema = looseObjectUpTo(OBJECT_KEYS_MAX, { type: v.string() })
/** A message as the AI SDK's chat transport sends it. */
export const uiMessageSchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  id,
  role: v.picklist(['user', 'assistant', 'system']),
  parts: arrayUpTo(CHAT_PARTS_MAX, uiPartSchema),
  metadata: v.optional(v.unknown()),
})
export const chatBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  /** The thread: its row id, or any other name of the caller's: then its `external_id`. */
  id,
  /**
   * Only the last message and the ids before it count; stored messages are read from the store. The
   * last one may be an answer that waits (its row id), with a part for each call that is answered now:
   * `{ type: 'tool-<name>', toolCallId, state }` and, by state, `output` (`output-available`; of an
   * interrupted call `{ continueInterruption: true, toolName }`), `errorText` (`output-error`) or
   * `approval: { id, approved, reason? }` (`approval-responded`). Then that message goes on; with
   * `isStopped: true` beside `messages` it only keeps them, as one that somebody stopped. With
   * `continueText: true` it is an answer that was stopped or became too long, without parts: its text goes on.
   */
  messages: arrayUpTo(CHAT_MESSAGES_MAX, uiMessageSchema),
  trigger: v.picklist(['submit-message', 'regenerate-message']),
  /** The answer to make again, with `regenerate-message`. */
  messageId: v.optional(id),
})
export type ChatBody = v.InferOutput<typeof chatBodySchema>
export type UiMessage = v.InferOutput<typeof uiMessageSchema>

/** Published clients send no body; then whatever runs in the thread is stopped. */
export const stopBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  /** The `requestId` of the chat call to stop. */
  requestId: v.optional(id),
})
export const stoppedSchema = v.object({
  /** The rows that the stop took back: a user message that had no answer yet. */
  removed: v.array(v.object({ id: v.string(), external_id: v.nullable(v.string()) })),
})

/**
 * What the `start` chunk's `messageMetadata.alcove` tells a reader that sent `Alcove-Stream: 1`:
 * the rows that the server saved, so that the reader does not save them again.
 */
export const startMetadataSchema = v.object({
  threadId: v.string(),
  /** The row of the user message. */
  userMessageId: v.string(),
  /** The chunks go on with an answer that is among the messages already. */
  continues: v.optional(v.boolean()),
})

export const followQuerySchema = v.object({
  /** The answer that the position in `Last-Event-ID` belongs to; another one is sent from its start. */
  message: v.optional(id),
  /**
   * The stream ends after so long, though the answer goes on: where a proxy lets nothing through
   * before a response is whole, an answer comes piece by piece. Default: at the answer's end.
   */
  seconds: v.optional(wholeNumber(PIECE_SECONDS_MAX)),
})

/** Announces a reader that knows Alcove's own chunks and lets the server save (`wire.md` 13.16). */
export const ALCOVE_STREAM_HEADER = 'Alcove-Stream'
/** The position of a reader that comes again: the `id` of the last event that it read. */
export const LAST_EVENT_ID_HEADER = 'Last-Event-ID'
