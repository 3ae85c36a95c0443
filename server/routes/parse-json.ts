import { AlcoveError } from '../../shared/errors.ts'
import { JSON_DEPTH_LIMIT } from '../../shared/json.ts'
import type { Steps } from '../store/in-turns.ts'
import { createJsonBuilder, type JsonBuilder } from './json-builder.ts'

/** Objects, lists and what stands in them. */
export const JSON_VALUES_MAX = 300_000
/** Of one object: to list the keys of a larger one takes the process for long, each time. */
export const JSON_KEYS_MAX = 20_000
/** What one step decodes, looks at or parses: bytes, or UTF-16 units. */
export const JSON_STEP = 32_768

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const [LIST_START, LIST_END] = [0x5b, 0x5d]
const [OBJECT_START, OBJECT_END] = [0x7b, 0x7d]

/**
 * JSON of a request as an unknown value, as `JSON.parse` makes it, in short steps.
 *
 * @throws AlcoveError `invalid_request`: not UTF-8, not JSON, nested deeper than
 * {@link JSON_DEPTH_LIMIT} levels, of more than {@link JSON_VALUES_MAX} values, or of more than
 * {@link JSON_KEYS_MAX} keys in one object.
 */
export function* parseJson(bytes: Uint8Array): Steps<unknown> {
  const text = yield* decode(bytes)
  try {
    return yield* parse(text)
  } catch (error) {
    // The parser's own message quotes the body.
    throw error instanceof SyntaxError ? createJsonError('is not JSON') : error
  }
}

function* decode(bytes: Uint8Array): Steps<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for (let start = 0; start < bytes.length; start += JSON_STEP) {
      text += decoder.decode(bytes.subarray(start, start + JSON_STEP), { stream: true })
      yield
    }
    return text + decoder.decode()
  } catch {
    throw createJsonError('is not UTF-8')
  }
}

function* parse(text: string): Steps<unknown> {
  const builder = createJsonBuilder(text, JSON_STEP)
  // Before the parse: what is nested very deep takes down whoever walks it afterwards.
  const count = createCount()
  let pause = JSON_STEP
  for (let index = 0; index < text.length; index++) {
    if (index >= pause) {
      pause = index + JSON_STEP
      yield
    }
    const character = text.charCodeAt(index)
    if (character === QUOTE) {
      const end = yield* findEnd(text, index)
      yield* addText(builder, text, index, end)
      index = end - 1
    } else if (character === LIST_START || character === OBJECT_START) {
      count.open(character === LIST_START)
      builder.open(index, character === LIST_START)
    } else if (character === LIST_END || character === OBJECT_END) {
      count.close()
      if (builder.close(index, character === LIST_END)) yield
    } else if (character === COMMA) {
      count.comma()
      if (builder.comma(index)) yield
    }
  }
  return builder.end()
}

function createCount() {
  /** Of each object that has begun how many keys it has; a list has none. */
  const keys: number[] = []
  let values = 0
  const value = () => {
    if (++values > JSON_VALUES_MAX) throw createJsonError(`has more than ${JSON_VALUES_MAX} values`)
  }
  return {
    open(isList: boolean) {
      if (keys.push(isList ? -Infinity : 1) > JSON_DEPTH_LIMIT) {
        throw createJsonError(`is nested deeper than ${JSON_DEPTH_LIMIT} levels`)
      }
      value()
    },
    comma() {
      const last = keys.length - 1
      if (last >= 0 && ++keys[last]! > JSON_KEYS_MAX) {
        throw createJsonError(`has an object of more than ${JSON_KEYS_MAX} keys`)
      }
      value()
    },
    close: () => keys.pop(),
  }
}

/** Behind the quotation mark that ends a text. */
function* findEnd(text: string, start: number): Steps<number> {
  let pause = start + JSON_STEP
  for (let index = start + 1; index < text.length; index++) {
    if (index >= pause) {
      pause = index + JSON_STEP
      yield
    }
    const character = text.charCodeAt(index)
    if (character === BACKSLASH) index++
    else if (character === QUOTE) return index + 1
  }
  throw new SyntaxError('A text has no end.')
}

function* addText(builder: JsonBuilder, text: string, start: number, end: number): Steps<void> {
  const isLong = end - start > JSON_STEP && builder.isValue(start)
  builder.text(start, end, isLong ? yield* readLong(text, start + 1, end - 1) : undefined)
}

function* readLong(text: string, start: number, end: number): Steps<string> {
  let result = ''
  for (let from = start; from < end;) {
    const to = Math.min(end, from + wholeEscapes(text.slice(from, from + JSON_STEP)))
    result += JSON.parse(`"${text.slice(from, to)}"`) as string
    from = to
    yield
  }
  return result
}

/** The length of a piece, with the rest of an escape that its end cuts off. */
function wholeEscapes(piece: string): number {
  let end = 0
  for (let at = piece.indexOf('\\'); at !== -1; at = piece.indexOf('\\', end)) {
    const isKnown = at + 1 < piece.length
    // The next piece begins with what this escape is.
    if (!isKnown) return at
    end = at + (piece[at + 1] === 'u' ? 6 : 2)
  }
  return Math.max(end, piece.length)
}

const createJsonError = (problem: string): AlcoveError =>
  new AlcoveError('invalid_request', `The body ${problem}.`)
