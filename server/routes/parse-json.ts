import { AlcoveError } from '../../shared/errors.ts'
import { JSON_DEPTH_LIMIT } from '../../shared/json.ts'

/** Objects, lists and what stands in them; to parse more holds up everybody else. */
export const JSON_VALUES_MAX = 300_000

/**
 * JSON of a request as an unknown value.
 *
 * @throws AlcoveError `invalid_request`: not UTF-8, not JSON, nested deeper than
 * {@link JSON_DEPTH_LIMIT} levels, or of more than {@link JSON_VALUES_MAX} values.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  // Before the parse: what is nested very deep takes down whoever walks it afterwards.
  const problem = findExcess(text)
  if (problem !== undefined) throw createJsonError(problem)
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the body.
    throw createJsonError('is not JSON')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw createJsonError('is not UTF-8')
  }
}

/** What there is too much of; right for JSON, and some answer for other text. */
function findExcess(text: string): string | undefined {
  let depth = 0
  let values = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isString) {
      if (character === '\\') index++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') {
      values++
      if (++depth > JSON_DEPTH_LIMIT) return `is nested deeper than ${JSON_DEPTH_LIMIT} levels`
    } else if (character === '}' || character === ']') depth--
    else if (character === ',') values++
    if (values > JSON_VALUES_MAX) return `has more than ${JSON_VALUES_MAX} values`
  }
  return undefined
}

const createJsonError = (problem: string): AlcoveError =>
  new AlcoveError('invalid_request', `The body ${problem}.`)
