import * as v from 'valibot'
import { stoppedSchema as stopped } from '../wire/chat.ts'
import { arrayUpTo, id, looseObjectUpTo, OBJECT_KEYS_MAX } from '../wire/fields.ts'
import { EXTERNAL_ID, ROW_ID } from './common-fields.ts'
import { described, describedFields } from './described.ts'
import { wholeNumber } from './query-fields.ts'

/** Maximum messages of one chat call. */
export const CHAT_MESSAGES_MAX = 1000
/** Maximum parts of one message of a chat call. */
export const CHAT_PARTS_MAX = 200
/** Maximum seconds between two pieces of an answer. */
export const PIECE_SECONDS_MAX = 60

const uiPartSchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  type: described(v.string(), 'Which kind of part it is, for example text or file.'),
})
/** A message as the AI SDK's chat transport sends it. */
export const uiMessageSchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  id: described(id, 'The message’s id, which becomes its external_id.'),
  role: described(v.picklist(['user', 'assistant', 'system']), 'Whose words they are.'),
  parts: described(
    arrayUpTo(CHAT_PARTS_MAX, uiPartSchema),
    'What the message is made of: text, files, calls of tools.',
  ),
  metadata: described(v.optional(v.unknown()), 'Facts of the client’s own.'),
})
export const chatBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  id: described(id, 'The thread: its id, or your own external_id. A new one makes a thread.'),
  /**
   * Only the last message and the ids before it count; stored messages are read from the store. The last one
   * may be a pending answer (its row id), with a part for each call that is answered now: `{ type:
   * 'tool-<name>', toolCallId, state }` and, by state, `output` (`output-available`; for an interrupted call
   * `{ continueInterruption: true, toolName }`), `errorText` (`output-error`) or `approval: { id, approved,
   * reason? }` (`approval-responded`). Then that message is continued; with `isStopped: true` beside
   * `messages` it only stores the results, as a stopped one. With `continueText: true` it is an answer that
   * was stopped or became too long, without parts: its text is continued.
   */
  messages: described(
    arrayUpTo(CHAT_MESSAGES_MAX, uiMessageSchema),
    'The conversation. In a saved thread only the last message and the ids before it count. An answer that waits goes on when it is the last one, with a part for each of its tool calls that is answered: toolCallId, a state, and output, errorText or approval; with input it is refused (409) where the call has other arguments.',
  ),
  trigger: described(
    v.picklist(['submit-message', 'regenerate-message']),
    'submit-message adds the last message and answers it, or goes on with it; regenerate-message answers once more, beside the old answer.',
  ),
  messageId: described(v.optional(id), 'The answer to make again, with regenerate-message.'),
})
export type ChatBody = v.InferOutput<typeof chatBodySchema>
export type UiMessage = v.InferOutput<typeof uiMessageSchema>

/** Published clients send no body; then any run in the thread is stopped. */
export const stopBodySchema = looseObjectUpTo(OBJECT_KEYS_MAX, {
  requestId: described(
    v.optional(id),
    'Stops only the answer that this call started; left out: whatever runs.',
  ),
})
export const stoppedSchema = describedFields(stopped, {
  removed: described(
    v.array(
      describedFields(stopped.entries.removed.item, { id: ROW_ID, external_id: EXTERNAL_ID }),
    ),
    'The rows that the stop took back: a user’s message without an answer.',
  ),
})

export const followQuerySchema = v.object({
  message: described(
    v.optional(id),
    'The answer that the position in Last-Event-ID belongs to; another one is sent from its start.',
  ),
  seconds: v.optional(
    wholeNumber(
      PIECE_SECONDS_MAX,
      'The stream ends after so many seconds, though the answer goes on: come again for the rest. For networks that hold a response back until it is whole.',
    ),
  ),
})
