import { isPlainObject, JSON_DEPTH_LIMIT, type JsonObject, type JsonValue } from '../json.ts'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
]

/**
 * As much of a JSON text as there is yet: half a string is a string, half a list a list; a key
 * without its value is left out. Text that is no JSON ends where it goes wrong. Never throws. A key
 * named `__proto__` is dropped, so that nobody who copies the value meets it.
 */
export function parsePartialJson(text: string): JsonValue | undefined {
  let at = 0
  /** Nothing can be read any more: the text ended or went wrong. */
  let isOver = false

  function next(): string | undefined {
    while (isSpace(text[at])) at += 1
    return text[at]
  }

  function stop(): undefined {
    isOver = true
  }

  function readValue(depth: number): JsonValue | undefined {
    if (depth > JSON_DEPTH_LIMIT) return stop()
    const first = next()
    if (first === '{') return readObject(depth)
    if (first === '[') return readArray(depth)
    if (first === '"') return readString()
    return readNumber() ?? readLiteral()
  }

  function readObject(depth: number): JsonValue {
    const object: Record<string, JsonValue> = {}
    readItems('}', () => {
      const key = next() === '"' ? readString() : stop()
      if (isOver || key === undefined) return
      if (next() !== ':') return stop()
      at += 1
      const value = readValue(depth + 1)
      if (value !== undefined && key !== '__proto__') object[key] = value
    })
    return object
  }

  function readArray(depth: number): JsonValue {
    const array: JsonValue[] = []
    readItems(']', () => {
      const value = readValue(depth + 1)
      if (value !== undefined) array.push(value)
    })
    return array
  }

  function readItems(end: '}' | ']', readItem: () => void) {
    at += 1
    if (next() === end) {
      at += 1
      return
    }
    while (!isOver) {
      readItem()
      if (isOver) return
      const mark = next()
      if (mark !== ',' && mark !== end) return stop()
      at += 1
      if (mark === end) return
    }
  }

  function readString(): string | undefined {
    let end = at + 1
    while (end < text.length && text[end] !== '"') {
      const length = text[end] !== '\\' ? 1 : text[end + 1] === 'u' ? 6 : 2
      if (end + length > text.length) break
      end += length
    }
    const string = unquote(text.slice(at, end))
    if (text[end] !== '"' || string === undefined) stop()
    at = end + 1
    return string
  }

  function readNumber(): number | undefined {
    NUMBER.lastIndex = at
    const digits = NUMBER.exec(text)?.[0]
    if (digits === undefined) return undefined
    at += digits.length
    return Number(digits)
  }

  function readLiteral(): JsonValue | undefined {
    const rest = text.slice(at, at + 5)
    const found = LITERALS.find(
      ([word]) => rest.startsWith(word) || (rest !== '' && word.startsWith(rest)),
    )
    if (!found || at + found[0].length > text.length) isOver = true
    at += found?.[0].length ?? 0
    return found?.[1]
  }

  return readValue(0)
}

/** A tool call's arguments as far as their text goes; `{}` for what is no object. */
export function parsePartialArgs(text: string): JsonObject {
  const value = parsePartialJson(text)
  return isPlainObject(value) ? value : {}
}

/**
 * A text that is whole JSON, however deep it is nested: what somebody is asked about has to be what then
 * runs, and cutting it would make it another call. Undefined for what is no object, or not whole. A
 * key named `__proto__` is dropped here too.
 */
export function parseWholeArgs(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text, (key, each: unknown) =>
      key === '__proto__' ? undefined : each,
    )
    return isPlainObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'

function unquote(opened: string): string | undefined {
  try {
    return JSON.parse(`${opened}"`) as string
  } catch {
    // A bad escape, or a line break that is not escaped.
    return undefined
  }
}
