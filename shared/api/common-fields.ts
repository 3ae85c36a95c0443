import * as v from 'valibot'
import * as wire from '../wire/fields.ts'
import { described, describedFields } from './described.ts'

// Meanings of fields that several calls share.

export const ROW_ID = 'The row’s id, given by the server.'
export const THREAD_ID = 'The thread’s id, or your own external_id of it.'
export const MESSAGE_ID = 'The message’s id, or your own external_id of it.'
export const EXTERNAL_ID =
  'Your own name for the row, unique in its workspace (a thread) or thread (a message). In paths it stands for the row’s id.'
export const CREATED_AT = 'When the row was made.'
export const UPDATED_AT = 'When the row last changed.'
export const USER_ID = 'Who made the row.'
export const WORKSPACE_ID = 'Whose threads they are: a user’s own, or one that several users share.'
export const COMMENT = 'In the person’s own words.'
export const FORMAT =
  'How content is laid out, for example aui/v0 or ai-sdk/v6. Any name is kept; the server writes aui/v0.'
export const TRACE_ID =
  'The run’s trace, 32 hexadecimal digits. The same one again is the same report.'
export const MODEL_ID = 'The model that answered, as its provider names it.'
export const DURATION_MS = 'How long the whole answer took, in milliseconds.'
export const INPUT_TOKENS = 'Tokens that the model read.'
export const OUTPUT_TOKENS = 'Tokens that the model wrote.'

export const externalIdField = described(wire.externalId, EXTERNAL_ID)
export const contentField = described(
  wire.jsonObject,
  'The message itself, as its format lays it out. Kept as it comes.',
)

/** The body of every failed call. */
export const errorBodySchema = v.looseObject(
  describedFields(wire.errorBodySchema, {
    error: 'One of the codes in “When a call is refused”. Switch on it, not on the text.',
    message: 'One sentence for people.',
    hint: 'What to do about it, for a developer.',
    details: 'Facts for a program, for example the seconds to wait.',
  }).entries,
)

/** The answer of a call that changes something and returns nothing. Old clients need the body. */
export const emptySchema = v.object({})
