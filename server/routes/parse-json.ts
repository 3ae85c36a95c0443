import { AlcoveError } from '../../shared/errors.ts'
import { JSON_DEPTH_LIMIT } from '../../shared/json.ts'

/**
 * JSON of a request as an unknown value.
 *
 * @throws AlcoveError `invalid_request`: not UTF-8, not JSON, or nested deeper than
 * {@link JSON_DEPTH_LIMIT} levels.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  // Before the parse: what is nested very deep takes down whoever walks it afterwards.
  if (isNestedDeeper(text, JSON_DEPTH_LIMIT)) {
    throw createJsonError(`is nested deeper than ${JSON_DEPTH_LIMIT} levels`)
  }
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

/** Whether objects and arrays nest deeper; right for JSON, and some answer for other text. */
function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isString) {
      if (character === '\\') index++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') {
      if (++depth > levels) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

const createJsonError = (problem: string): AlcoveError =>
  new AlcoveError('invalid_request', `The body ${problem}.`)
