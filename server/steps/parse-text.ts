import type { Steps } from './in-turns.ts'

/** Amount that one step decodes, scans or parses: bytes, or UTF-16 units. */
export const JSON_STEP = 32_768

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const [LIST_START, LIST_END] = [0x5b, 0x5d]
const [OBJECT_START, OBJECT_END] = [0x7b, 0x7d]
const BLANK = /^[\t\n\r ]*$/
const BLANK_CHARACTERS = '\t\n\r '

/** Called for each bracket and each comma before the value is parsed. */
export interface JsonCount {
  open(isList: boolean): void
  comma(): void
  close(): void
}

/**
 * Parses as `JSON.parse` does, in short steps: a value that is longer than one step is parsed in pieces of
 * about that length.
 *
 * @throws SyntaxError, and the errors of `count`.
 */
export function* parseText(text: string, count?: JsonCount): Steps<unknown> {
  if (!count && text.length <= JSON_STEP) return JSON.parse(text)
  const value: OpenValue = { source: text, frames: [], root: undefined }
  let pause = JSON_STEP
  for (let index = 0; index < text.length; index++) {
    if (index >= pause) {
      pause = index + JSON_STEP
      yield
    }
    const character = text.charCodeAt(index)
    if (character === QUOTE) {
      const end = yield* findEnd(text, index)
      yield* addText(value, index, end)
      index = end - 1
    } else if (character === LIST_START || character === OBJECT_START) {
      count?.open(character === LIST_START)
      openFrame(value, index, character === LIST_START)
    } else if (character === LIST_END || character === OBJECT_END) {
      count?.close()
      if (closeFrame(value, index, character === LIST_END)) yield
    } else if (character === COMMA) {
      count?.comma()
      if (passComma(value, index)) yield
    }
  }
  return finish(value)
}

/** Finds the position after the quotation mark that ends a text. */
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

/** Progress of a value: its parsed part and its open lists and objects. */
interface OpenValue {
  readonly source: string
  readonly frames: Frame[]
  root: { readonly value: unknown; readonly start: number; readonly end: number } | undefined
}

type Container = unknown[] | Record<string, unknown>

/** A list or an object that has begun and not ended. */
interface Frame {
  readonly isList: boolean
  readonly start: number
  /** Everything before this position is in the container. */
  from: number
  /** Only for values that are too long to be parsed at once. */
  container: Container | undefined
  /** True if the last value is in the container, so that its comma or the end must follow. */
  isAfterValue: boolean
  isAfterComma: boolean
  /** Position of the last text directly in it, with its quotation marks. */
  lastText: readonly [start: number, end: number]
}

function openFrame({ frames }: OpenValue, start: number, isList: boolean): void {
  frames.push({
    isList,
    start,
    from: start + 1,
    container: undefined,
    isAfterValue: false,
    isAfterComma: false,
    lastText: [start, start],
  })
}

/** Returns true if a piece was parsed. */
function closeFrame(value: OpenValue, index: number, isList: boolean): boolean {
  const frame = value.frames.pop()
  if (frame?.isList !== isList) throw fail()
  const isShort = frame.container === undefined && index - frame.start <= JSON_STEP
  // Parsed later, with the piece around it.
  if (isShort && value.frames.length > 0) return false
  addPiece(value.source, frame, index, true)
  attach(value, frame.container ?? (isList ? [] : {}), frame.start, index + 1)
  return true
}

/** Returns true if a piece was parsed. */
function passComma({ source, frames }: OpenValue, index: number): boolean {
  const frame = frames.at(-1)
  if (!frame) throw fail()
  if (!frame.isAfterValue && index - frame.from <= JSON_STEP) return false
  addPiece(source, frame, index, false)
  return true
}

function finish({ source, frames, root }: OpenValue): unknown {
  if (frames.length > 0) throw fail()
  // A text or a number alone.
  if (!root) return JSON.parse(source)
  if (!BLANK.test(source.slice(0, root.start)) || !BLANK.test(source.slice(root.end))) throw fail()
  return root.value
}

/** Parses the source between two commas, or beside a bracket; a separately parsed value may follow it. */
function addPiece(source: string, frame: Frame, end: number, isLast: boolean): void {
  const piece = source.slice(frame.from, end)
  frame.from = end + 1
  const isBlank = BLANK.test(piece)
  if (frame.isAfterValue !== isBlank && !(isBlank && isLast && !frame.isAfterComma)) throw fail()
  if (!isBlank) parsePiece(frame, piece)
  frame.isAfterValue = false
  frame.isAfterComma = !isLast
}

function parsePiece(frame: Frame, piece: string): void {
  frame.container ??= frame.isList ? [] : {}
  const { container } = frame
  if (Array.isArray(container)) {
    for (const value of JSON.parse(`[${piece}]`) as unknown[]) container.push(value)
    return
  }
  const part = JSON.parse(`{${piece}}`) as Record<string, unknown>
  for (const key of Object.keys(part)) setKey(container, key, part[key])
}

/** Puts a separately parsed value in its place. */
function attach(open: OpenValue, value: unknown, start: number, end: number): void {
  const frame = open.frames.at(-1)
  if (!frame) {
    if (open.root) throw fail()
    open.root = { value, start, end }
    return
  }
  if (frame.isAfterValue) throw fail()
  parsePiece(frame, `${open.source.slice(frame.from, start)}null`)
  const { container, lastText } = frame
  if (Array.isArray(container)) container[container.length - 1] = value
  else if (container) setKey(container, readText(open.source.slice(...lastText)), value)
  frame.from = end
  frame.isAfterValue = true
}

/** Called at the end of a text: returns its value if it is too long to be parsed with its piece. */
function* addText(value: OpenValue, start: number, end: number): Steps<void> {
  const frame = value.frames.at(-1)
  if (!frame) return
  const isLong = end - start > JSON_STEP && isValue(value.source, frame, start)
  if (isLong) attach(value, yield* readLong(value.source, start + 1, end - 1), start, end)
  else frame.lastText = [start, end]
}

/** True if a text that begins here is the value of a key, or an item of a list. */
function isValue(source: string, { isList }: Frame, start: number): boolean {
  if (isList) return true
  let before = start - 1
  while (BLANK_CHARACTERS.includes(source.charAt(before))) before -= 1
  return source[before] === ':'
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

/** The length of a piece without an escape that is cut at its end. */
function wholeEscapes(piece: string): number {
  let end = 0
  for (let at = piece.indexOf('\\'); at !== -1; at = piece.indexOf('\\', end)) {
    const isKnown = at + 1 < piece.length
    // The next piece begins with this escape.
    if (!isKnown) return at
    end = at + (piece[at + 1] === 'u' ? 6 : 2)
  }
  return Math.max(end, piece.length)
}

const readText = (quoted: string): string => JSON.parse(quoted) as string

/** As the parser does: every key becomes an own field, even `__proto__`. */
function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else {
    const field = { value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(target, key, field)
  }
}

const fail = (): SyntaxError => new SyntaxError('This is no JSON.')
