import * as v from 'valibot'

/** Maximum of a person's reason for an approval or denial, in UTF-16 units. */
export const APPROVAL_REASON_MAX = 2_000

export const stoppedSchema = v.object({
  /** The rows that the stop removed: a user message without an answer. */
  removed: v.array(v.object({ id: v.string(), external_id: v.nullable(v.string()) })),
})

/**
 * `messageMetadata.alcove` of the `start` chunk, for a reader that sent `Alcove-Stream: 1`: the rows that the
 * server saved, so that the reader does not save them again.
 */
export const startMetadataSchema = v.object({
  threadId: v.string(),
  /** The row of the user message. */
  userMessageId: v.string(),
  /** The chunks continue an answer that is among the messages already. */
  continues: v.optional(v.boolean()),
})

/** Announces a reader that knows Alcove's own chunks and lets the server save (`wire.md` 13.16). */
export const ALCOVE_STREAM_HEADER = 'Alcove-Stream'
/** The position of a reader that reconnects: the `id` of the last event that it read. */
export const LAST_EVENT_ID_HEADER = 'Last-Event-ID'
