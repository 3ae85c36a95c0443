import * as v from 'valibot'
import { id, pageLimit } from './fields.ts'
import { FEEDBACK_COMMENT_MAX } from './messages.ts'

export const SCORES_PAGE_DEFAULT = 20
export const SCORES_PAGE_MAX = 100
const STRING_VALUE_MAX = 255

const dataType = v.picklist(['numeric', 'categorical', 'boolean'])

const target = v.nullish(id)

const anyScoreSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  data_type: dataType,
  value: v.nullish(v.union([v.pipe(v.number(), v.finite()), v.boolean()])),
  string_value: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(STRING_VALUE_MAX))),
  comment: v.nullish(v.pipe(v.string(), v.maxLength(FEEDBACK_COMMENT_MAX))),
  thread_id: target,
  message_id: target,
  run_id: target,
})
type AnyScore = v.InferOutput<typeof anyScoreSchema>

/** Exactly one target, and the value that its type has. */
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
  score_id: v.string(),
  name: v.string(),
  data_type: dataType,
  value: v.nullable(v.number()),
  string_value: v.nullable(v.string()),
})

/** A score as the project's own server reads it. */
export const scoreRowSchema = v.object({
  ...scoreSchema.entries,
  comment: v.nullable(v.string()),
  thread_id: v.nullable(v.string()),
  message_id: v.nullable(v.string()),
  run_id: v.nullable(v.string()),
  workspace_id: v.string(),
  user_id: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
})
export const scoreListSchema = v.object({ scores: v.array(scoreRowSchema) })
export const scoresQuerySchema = v.object({
  name: v.optional(v.string()),
  limit: pageLimit(SCORES_PAGE_DEFAULT, SCORES_PAGE_MAX),
  after: v.optional(v.string()),
})
