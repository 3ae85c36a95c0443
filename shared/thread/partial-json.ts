import { isPlainObject, JSON_DEPTH_LIMIT, type JsonObject, type JsonValue } from '../json.ts'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/**
 * Parses the beginning of a JSON text: half a string is a string, half a list a list; a key without its value
 * is left out. Malformed text ends at its fault. Never throws. A key named `__proto__` is dropped, so that
 * copies of the value are safe.
 */
export const parsePartialJson = (text: string): JsonValue | undefined =>
  readValue({ text, at: 0, isOver: false }, 0)

interface Reader {
  readonly text: string
  at: number
  /** True at the end of the text, or at a fault. */
  isOver: boolean
}

function next(reader: Reader): string | undefined {
  while (isSpace(reader.text[reader.at])) reader.at += 1
  return reader.text[reader.at]
}

function stop(reader: Reader): undefined {
  reader.isOver = true
}

function readValue(reader: Reader, depth: number): JsonValue | undefined {
  if (depth > JSON_DEPTH_LIMIT) return stop(reader)
  const first = next(reader)
  if (first === '{') return readObject(reader, depth)
  if (first === '[') return readArray(reader, depth)
  if (first === '"') return readString(reader)
  return readNumber(reader) ?? readLiteral(reader)
}

function readObject(reader: Reader, depth: number): JsonValue {
  const object: Record<string, JsonValue> = {}
  readItems(reader, '}', () => {
    const key = next(reader) === '"' ? readString(reader) : stop(reader)
    if (reader.isOver || key === undefined) return
    if (next(reader) !== ':') return stop(reader)
    reader.at += 1
    const value = readValue(reader, depth + 1)
    if (value !== undefined && key !== '__proto__') object[key] = value
  })
  return object
}

function readArray(reader: Reader, depth: number): JsonValue {
  const array: JsonValue[] = []
  readItems(reader, ']', () => {
    const value = readValue(reader, depth + 1)
    if (value !== undefined) array.push(value)
  })
  return array
}

function readItems(reader: Reader, end: '}' | ']', readItem: () => void): void {
  reader.at += 1
  if (next(reader) === end) {
    reader.at += 1
    return
  }
  while (!reader.isOver) {
    readItem()
    if (reader.isOver) return
    const mark = next(reader)
    if (mark !== ',' && mark !== end) return stop(reader)
    reader.at += 1
    if (mark === end) return
  }
}

function readString(reader: Reader): string | undefined {
  const { text, at } = reader
  let end = at + 1
  while (end < text.length && text[end] !== '"') {
    const length = text[end] !== '\\' ? 1 : text[end + 1] === 'u' ? 6 : 2
    if (end + length > text.length) break
    end += length
  }
  const string = unquote(text.slice(at, end))
  if (text[end] !== '"' || string === undefined) stop(reader)
  reader.at = end + 1
  return string
}

function readNumber(reader: Reader): number | undefined {
  NUMBER.lastIndex = reader.at
  const digits = NUMBER.exec(reader.text)?.[0]
  if (digits === undefined) return undefined
  reader.at += digits.length
  return Number(digits)
}

function readLiteral(reader: Reader): JsonValue | undefined {
  const { text, at } = reader
  const rest = text.slice(at, at + 5)
  const found = LITERALS.find(
    ([word]) => rest.startsWith(word) || (rest !== '' && word.startsWith(rest)),
  )
  if (!found || at + found[0].length > text.length) stop(reader)
  reader.at += found?.[0].length ?? 0
  return found?.[1]
}

/** The readable part of a tool call's arguments; `{}` for other values than an object. */
export function parsePartialArgs(text: string): JsonObject {
  const value = parsePartialJson(text)
  return isPlainObject(value) ? value : {}
}

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'

function unquote(opened: string): string | undefined {
  try {
    return JSON.parse(`${opened}"`) as string
  } catch {
    // A malformed escape, or a line break that is not escaped.
    return undefined
  }
}
