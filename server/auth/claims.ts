import * as v from 'valibot'
import { SUBJECT_MAX } from './identity.ts'

/** Ids end up in rows, logs and rate-limit keys: no white space, no control or format characters. */
const ID_PATTERN = /^[^\s\p{Cc}\p{Cf}\p{Cs}]+$/u

export const subjectClaim = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(SUBJECT_MAX),
  v.regex(ID_PATTERN),
)

/** Seconds since 1970. JSON can say 1e400, which is read as infinite. */
export const timeClaim = v.pipe(v.number(), v.finite(), v.minValue(0))
