import * as v from 'valibot'
import * as wire from '../wire/fields.ts'
import { described, describedFields } from './described.ts'

// Meanings of fields that several calls share.

export const ROW_ID = 'The row’s id, given by the server.'
export const THREAD_ID = 'The thread’s id, or your own external_id of it.'
export const MESSAGE_ID = 'The message’s id, or your own external_id of it.'
export const EXTERNAL_ID =
  'Your own name for the row, unique in its workspace (a thread) or thread (a message). Paths accept it instead of the row’s id.'
export const CREATED_AT = 'Time when the row was created.'
export const UPDATED_AT = 'Time when the row last changed.'
export const USER_ID = 'The user who created the row.'
export const WORKSPACE_ID = 'The workspace: a user’s own, or one that several users share.'
export const COMMENT = 'The person’s comment.'
export const FORMAT =
  'The layout of content, for example aui/v0 or ai-sdk/v6. Any name is stored; the server writes aui/v0.'
export const TRACE_ID =
  'The run’s trace, 32 hexadecimal digits. A repeated trace is the same report.'
export const MODEL_ID = 'The provider’s name of the model that answered.'
export const DURATION_MS = 'Time of the whole answer, in milliseconds.'
export const INPUT_TOKENS = 'Tokens that the model read.'
export const OUTPUT_TOKENS = 'Tokens that the model wrote.'

export const externalIdField = described(wire.externalId, EXTERNAL_ID)
export const contentField = described(
  wire.jsonObject,
  'The message itself, in the layout of its format. Stored unchanged.',
)

/** The body of every failed call. */
export const errorBodySchema = v.looseObject(
  describedFields(wire.errorBodySchema, {
    error: 'A code of “When a call is refused”. Switch on it, not on the text.',
    message: 'One sentence for people.',
    hint: 'The remedy, for a developer.',
    details: 'Facts for a program, for example the seconds to wait.',
  }).entries,
)

/** The answer of a call that changes something and returns nothing. Old clients need the body. */
export const emptySchema = v.object({})
