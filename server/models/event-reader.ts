import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { createGrowingBytes } from './growing-bytes.ts'

/** Filters the body of a provider's answer, before the package reads it. */
export interface BodyFilter {
  /** Returns the bytes that the package shall read. */
  push(piece: Buffer): Buffer | undefined
  /**
   * Returns the rest at the end of the body.
   *
   * @param isOrderly false if the connection broke.
   * @throws AlcoveError if the body is no answer of a model.
   */
  end(isOrderly: boolean): Buffer | undefined
}

/** Each function returns the text that the package reads in place of what it was given. */
export interface EventTaker {
  /** Takes a whole event with its end. */
  take(event: string): string
  /** Takes a body that is one JSON text, and no stream. */
  takeWhole(body: string): string
  /** Called at an orderly end, after the last event. */
  end(): string
  /** Returns what was kept back. */
  flush(): string
  /** Called before the rest of the body passes unread. */
  onTooLong(): void
}

/** Longer events pass unchanged, and so does the rest of the body. */
export const EVENT_BYTES_MAX = 1_048_576

/** Splits a body into events. */
export function createEventReader(taker: EventTaker): BodyFilter {
  /** The bytes after the last whole event. */
  const rest = createGrowingBytes()
  let kind: 'unknown' | 'events' | 'json' | 'too long' = 'unknown'
  const whole: Buffer[] = []

  function takeAll(text: string): string {
    let passed = ''
    for (const event of splitEvents(text)) passed += taker.take(event)
    return passed
  }

  function takeRest(): Buffer {
    const left = Buffer.from(rest.read())
    rest.drop(left.length)
    return left
  }

  function push(piece: Buffer): Buffer | undefined {
    const searched = rest.length
    rest.add(piece)
    const bytes = rest.read()
    const end = endOfEvents(bytes, searched)
    const passed = takeAll(bytes.toString('utf8', 0, end))
    rest.drop(end)
    if (rest.length <= EVENT_BYTES_MAX) return toBytes(passed)
    kind = 'too long'
    taker.onTooLong()
    return Buffer.concat([Buffer.from(passed + taker.flush()), takeRest()])
  }

  return {
    push(piece) {
      if (kind === 'unknown') kind = kindOf(piece)
      if (kind === 'events') return push(piece)
      if (kind === 'too long') return piece
      whole.push(piece)
      return undefined
    },
    end(isOrderly) {
      if (kind === 'too long') return toBytes(taker.flush())
      const body = Buffer.concat(whole).toString('utf8')
      if (!isOrderly) return Buffer.concat([Buffer.from(taker.flush()), takeRest()])
      if (kind === 'json') return toBytes(taker.takeWhole(body))
      const left = takeRest().toString('utf8')
      const passed = left.trim() === '' ? '' : takeAll(`${left}\n\n`)
      return toBytes(passed + taker.end() + taker.flush())
    },
  }
}

const toBytes = (text: string): Buffer | undefined => (text === '' ? undefined : Buffer.from(text))

const JSON_STARTS = ['{', '['].map((character) => character.charCodeAt(0))

/** The kind of a body, by its first character; white space and a mark of the byte order tell nothing. */
function kindOf(piece: Buffer): 'unknown' | 'events' | 'json' {
  const first = piece.find((byte) => byte > 32 && byte < 127)
  if (first === undefined) return 'unknown'
  return JSON_STARTS.includes(first) ? 'json' : 'events'
}

/** Each with the empty line that ends it. */
const splitEvents = (text: string): readonly string[] =>
  text.match(/[^]*?(?:\r?\n\r?\n|\r\r)/g) ?? []

const NEWLINE = 10
const RETURN = 13

/**
 * End of the last whole event: after an empty line.
 *
 * @param searched number of bytes before which no event ends.
 */
function endOfEvents(bytes: Buffer, searched: number): number {
  for (let at = bytes.length - 1; at >= Math.max(1, searched); at -= 1) {
    const byte = bytes[at]
    if (byte === RETURN && bytes[at - 1] === RETURN) return at + 1
    if (byte !== NEWLINE) continue
    const before = bytes[at - 1] === RETURN ? at - 2 : at - 1
    if (bytes[before] === NEWLINE) return at + 1
  }
  return 0
}

/** Most events: one line of JSON, after its name or alone. */
const DATA = /^(?:event: [^\r\n]*\r?\n)?data: ?(\{[^\r\n]*\})\r?\n\r?\n$/
const DATA_FIELD = /^data(?:: ?|$)/

/** The data of an event; `undefined` if it has none, as a comment. */
export function readData(event: string): string | undefined {
  const json = DATA.exec(event)?.[1]
  if (json !== undefined) return json
  const lines = withoutOrder(event)
    .split(/\r\n|\n|\r/)
    .filter((line) => DATA_FIELD.test(line))
  return lines.length === 0
    ? undefined
    : lines.map((line) => line.replace(DATA_FIELD, '')).join('\n')
}

/** Removes the mark of the byte order. */
const withoutOrder = (text: string): string => text.replace(/^\uFEFF/, '')

/** The object in a JSON text; `undefined` for any other text. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(withoutOrder(text))
    return isPlainObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

export const writeData = (event: JsonObject): string => `data: ${JSON.stringify(event)}\n\n`
