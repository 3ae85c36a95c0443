import * as v from 'valibot'

/** What a person says to an approval, in UTF-16 units. */
export const APPROVAL_REASON_MAX = 2_000

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

/** Announces a reader that knows Alcove's own chunks and lets the server save (`wire.md` 13.16). */
export const ALCOVE_STREAM_HEADER = 'Alcove-Stream'
/** The position of a reader that comes again: the `id` of the last event that it read. */
export const LAST_EVENT_ID_HEADER = 'Last-Event-ID'
