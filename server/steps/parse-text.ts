import type { Steps } from './in-turns.ts'
import { createJsonBuilder, type JsonBuilder } from './json-builder.ts'

/** What one step decodes, looks at or parses: bytes, or UTF-16 units. */
export const JSON_STEP = 32_768

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const [LIST_START, LIST_END] = [0x5b, 0x5d]
const [OBJECT_START, OBJECT_END] = [0x7b, 0x7d]

/** Told of each bracket and each comma before what they belong to is parsed. */
export interface JsonCount {
  open(isList: boolean): void
  comma(): void
  close(): void
}

/**
 * As `JSON.parse` does it, in short steps.
 *
 * @throws SyntaxError, and what `count` throws.
 */
export function* parseText(text: string, count?: JsonCount): Steps<unknown> {
  if (!count && text.length <= JSON_STEP) return JSON.parse(text)
  const builder = createJsonBuilder(text, JSON_STEP)
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
      count?.open(character === LIST_START)
      builder.open(index, character === LIST_START)
    } else if (character === LIST_END || character === OBJECT_END) {
      count?.close()
      if (builder.close(index, character === LIST_END)) yield
    } else if (character === COMMA) {
      count?.comma()
      if (builder.comma(index)) yield
    }
  }
  return builder.end()
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
