import * as v from 'valibot'
import type { JsonValue } from '../json.ts'

export const errorBodySchema = v.looseObject({
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  hint: v.optional(v.string()),
  details: v.optional(v.unknown()),
})

/** The body of every failed call. `error` is a code, `message` a sentence. */
export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly details?: JsonValue
}
