import { isPlainObject } from '../../shared/json.ts'

/** Maximum headers of a tool's service, or of a provider. */
export const HEADERS_MAX = 32

/** Headers that each request sets itself; an operator's value would break it. */
const OWN_HEADERS = /^(host|connection|content-(length|type|encoding)|transfer-encoding|expect)$/i

export type RequestHeaders = Readonly<Record<string, string>>

/** True for at most {@link HEADERS_MAX} headers that an operator may add. */
export function isHeaders(value: unknown): value is RequestHeaders {
  if (!isPlainObject(value)) return false
  const entries = Object.entries(value)
  const isHeader = ([name, text]: [string, unknown]) =>
    /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name) &&
    !OWN_HEADERS.test(name) &&
    typeof text === 'string' &&
    /^[\t\x20-\x7e]{1,4096}$/.test(text)
  return entries.length <= HEADERS_MAX && entries.every(isHeader)
}

/** Headers in a setting: a JSON object. Undefined if the text is none. */
export function parseHeaders(text: string): RequestHeaders | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isHeaders(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Words of a header's name that stand for a secret. */
const SECRET_NAME = /(^|[-_])(api)?(auth|authorization|cookie|key|password|secret|token)([-_]|$)/i
/** The name of a provider or the like, which logs need in other places. */
const PLAIN_WORD = /^[a-z-]{1,32}$/

/** Values of headers that logs redact: all but plain words in headers of other names. */
export const secretHeaders = (headers: RequestHeaders): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    PLAIN_WORD.test(value) && !SECRET_NAME.test(name) ? [] : [value],
  )
