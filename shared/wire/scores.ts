import * as v from 'valibot'
import { id, pageLimit } from './fields.ts'
import { FEEDBACK_COMMENT_MAX } from './messages.ts'

export const SCORES_PAGE_DEFAULT = 20
export const SCORES_PAGE_MAX = 100
const STRING_VALUE_MAX = 255

const dataType = v.picklist(['numeric', 'categorical', 'boolean'])

/** Exactly one of the three targets; `value` for numbers and booleans, `string_value` for the rest. */
export const scoreBodySchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  data_type: dataType,
  /** `true` and `false` stand for 1 and 0. */
  value: v.nullish(v.union([v.pipe(v.number(), v.finite()), v.boolean()])),
  string_value: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(STRING_VALUE_MAX))),
  comment: v.nullish(v.pipe(v.string(), v.maxLength(FEEDBACK_COMMENT_MAX))),
  thread_id: v.nullish(id),
  message_id: v.nullish(id),
  run_id: v.nullish(id),
})
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
