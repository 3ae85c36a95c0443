import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'

/** Maximum headers of a tool's service, or of a provider of models. */
export const HEADERS_MAX = 32

/** Headers that each request sets itself; an operator's value would break it. */
const OWN_HEADERS = /^(host|connection|content-(length|type|encoding)|transfer-encoding|expect)$/i

/** Headers of requests. The error has no value in its message: a value is often a secret. */
export const headers = v.pipe(
  v.unknown(),
  v.check(
    isHeaders,
    `expected at most ${HEADERS_MAX} headers, each a name and a text of one line; Host, Content-Type and the like are set by this server`,
  ),
  v.transform((value) => value as Readonly<Record<string, string>>),
)

function isHeaders(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const entries = Object.entries(value)
  const isHeader = ([name, text]: [string, unknown]) =>
    /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name) &&
    !OWN_HEADERS.test(name) &&
    typeof text === 'string' &&
    /^[\t\x20-\x7e]{1,4096}$/.test(text)
  return entries.length <= HEADERS_MAX && entries.every(isHeader)
}
