import * as v from 'valibot'
import { id } from '../wire/fields.ts'
import { COMMENT, CREATED_AT, UPDATED_AT, USER_ID, WORKSPACE_ID } from './common-fields.ts'
import { described } from './described.ts'
import { FEEDBACK_COMMENT_MAX } from './messages.ts'
import { pageAfter, pageLimit } from './query-fields.ts'

export const SCORES_PAGE_DEFAULT = 20
export const SCORES_PAGE_MAX = 100
const STRING_VALUE_MAX = 255

const NAME = 'What is measured, in your own words: letters, digits, “_”, “.” and “-”.'
const STRING_VALUE = 'The category, for a categorical score.'

const dataType = described(
  v.picklist(['numeric', 'categorical', 'boolean']),
  'Which value counts: numeric and boolean have value, categorical has string_value. A boolean is kept as 1 or 0.',
)

const target = v.nullish(id)

const anyScoreSchema = v.strictObject({
  name: described(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)), NAME),
  data_type: dataType,
  value: described(
    v.nullish(v.union([v.pipe(v.number(), v.finite()), v.boolean()])),
    'The number, or true or false for a boolean.',
  ),
  string_value: described(
    v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(STRING_VALUE_MAX))),
    STRING_VALUE,
  ),
  comment: described(v.nullish(v.pipe(v.string(), v.maxLength(FEEDBACK_COMMENT_MAX))), COMMENT),
  thread_id: described(target, 'The target, if it is a thread. Give exactly one of the three.'),
  message_id: described(target, 'The target, if it is a message.'),
  run_id: described(target, 'The target, if it is a run.'),
})
type AnyScore = v.InferOutput<typeof anyScoreSchema>

/** Exactly one target, and a value of the declared type. */
export const scoreBodySchema = v.pipe(
  anyScoreSchema,
  v.check(isOneTarget, 'Expected exactly one of thread_id, message_id and run_id.'),
  v.check(
    isTypedValue,
    'value: Expected a number for numeric, true or false for boolean, and string_value for categorical.',
  ),
)

function isOneTarget({ thread_id: thread, message_id: message, run_id: run }: AnyScore): boolean {
  return [thread, message, run].filter((name) => typeof name === 'string').length === 1
}

/** A boolean may come as 1 and 0. */
function isTypedValue({ data_type: type, value, string_value: category }: AnyScore): boolean {
  const hasValue = value !== undefined && value !== null
  const hasCategory = typeof category === 'string'
  switch (type) {
    case 'categorical':
      return hasCategory && !hasValue
    case 'boolean':
      return !hasCategory && hasValue && [true, false, 1, 0].includes(value)
    case 'numeric':
      return !hasCategory && typeof value === 'number'
    default:
      return type satisfies never
  }
}

export const scoreSchema = v.object({
  score_id: described(v.string(), 'The score’s id.'),
  name: described(v.string(), NAME),
  data_type: dataType,
  value: described(
    v.nullable(v.number()),
    'The number; 1 or 0 for a boolean; null for a category.',
  ),
  string_value: described(v.nullable(v.string()), STRING_VALUE),
})

/** A score as the project's own server reads it. */
export const scoreRowSchema = v.object({
  ...scoreSchema.entries,
  comment: described(v.nullable(v.string()), COMMENT),
  thread_id: described(v.nullable(v.string()), 'The thread that it is about.'),
  message_id: described(v.nullable(v.string()), 'The message, if it is about one.'),
  run_id: described(v.nullable(v.string()), 'The run, if it is about one.'),
  workspace_id: described(v.string(), WORKSPACE_ID),
  user_id: described(v.string(), USER_ID),
  created_at: described(v.string(), CREATED_AT),
  updated_at: described(v.string(), UPDATED_AT),
})
export const scoreListSchema = v.object({
  scores: described(v.array(scoreRowSchema), 'The scores, newest first.'),
})
export const scoresQuerySchema = v.object({
  name: described(v.optional(v.string()), 'Only scores of this name.'),
  limit: pageLimit(SCORES_PAGE_DEFAULT, SCORES_PAGE_MAX),
  after: pageAfter,
})
