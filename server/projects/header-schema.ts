import * as v from 'valibot'
import { HEADERS_MAX, isHeaders, type RequestHeaders } from '../models/request-headers.ts'

/** Headers of requests. The error has no value in its message: a value is often a secret. */
export const headers = v.pipe(
  v.unknown(),
  v.check(
    isHeaders,
    `expected at most ${HEADERS_MAX} headers, each a name and a text of one line; Host, Content-Type and the like are set by this server`,
  ),
  v.transform((value) => value as RequestHeaders),
)
