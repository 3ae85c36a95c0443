/** Makes a value of a long JSON text piece by piece, so that no piece takes long to parse. */
export interface JsonBuilder {
  open(index: number, isList: boolean): void
  /** Whether a piece was parsed, as in the next two. */
  close(index: number, isList: boolean): boolean
  comma(index: number): boolean
  /** A text has ended; `decoded` is what it says, where it is too long to be parsed with its piece. */
  text(start: number, end: number, decoded?: string): void
  /** Whether a text that begins here is the value of a key, or stands in a list. */
  isValue(start: number): boolean
  end(): unknown
}

type Container = unknown[] | Record<string, unknown>

/** A list or an object that has begun and not ended. */
interface Frame {
  readonly isList: boolean
  readonly start: number
  /** What stands before is in the container. */
  from: number
  /** Only of what is too long to be parsed at once. */
  container: Container | undefined
  /** Whether the last value is in the container, and its comma or the end must come next. */
  isAfterValue: boolean
  isAfterComma: boolean
  /** The last text that stands right in it, with its quotation marks. */
  lastText: readonly [start: number, end: number]
}

const BLANK = /^[\t\n\r ]*$/
const BLANK_CHARACTERS = '\t\n\r '

/**
 * Whatever is longer than `pieceMax` UTF-16 units is parsed in pieces of about that length.
 *
 * @throws SyntaxError (from the builder) for what is no JSON.
 */
export function createJsonBuilder(source: string, pieceMax: number): JsonBuilder {
  const frames: Frame[] = []
  let root: { readonly value: unknown; readonly start: number; readonly end: number } | undefined

  /** What stands between two commas, or beside a bracket; a value of its own may follow it. */
  function add(frame: Frame, end: number, isLast: boolean) {
    const piece = source.slice(frame.from, end)
    frame.from = end + 1
    const isBlank = BLANK.test(piece)
    if (frame.isAfterValue !== isBlank && !(isBlank && isLast && !frame.isAfterComma)) throw fail()
    if (!isBlank) addPiece(frame, piece)
    frame.isAfterValue = false
    frame.isAfterComma = !isLast
  }

  function addPiece(frame: Frame, piece: string): void {
    frame.container ??= frame.isList ? [] : {}
    const { container } = frame
    if (Array.isArray(container)) {
      for (const value of JSON.parse(`[${piece}]`) as unknown[]) container.push(value)
      return
    }
    const part = JSON.parse(`{${piece}}`) as Record<string, unknown>
    for (const key of Object.keys(part)) setKey(container, key, part[key])
  }

  /** A value that is there already takes its place. */
  function attach(value: unknown, start: number, end: number): void {
    const frame = frames.at(-1)
    if (!frame) {
      if (root) throw fail()
      root = { value, start, end }
      return
    }
    if (frame.isAfterValue) throw fail()
    addPiece(frame, `${source.slice(frame.from, start)}null`)
    const { container, lastText } = frame
    if (Array.isArray(container)) container[container.length - 1] = value
    else if (container) setKey(container, readText(source.slice(...lastText)), value)
    frame.from = end
    frame.isAfterValue = true
  }

  return {
    open(start, isList) {
      frames.push({
        isList,
        start,
        from: start + 1,
        container: undefined,
        isAfterValue: false,
        isAfterComma: false,
        lastText: [start, start],
      })
    },
    close(index, isList) {
      const frame = frames.pop()
      if (frame?.isList !== isList) throw fail()
      const isShort = frame.container === undefined && index - frame.start <= pieceMax
      // The piece around it brings it along.
      if (isShort && frames.length > 0) return false
      add(frame, index, true)
      attach(frame.container ?? (isList ? [] : {}), frame.start, index + 1)
      return true
    },
    comma(index) {
      const frame = frames.at(-1)
      if (!frame) throw fail()
      if (!frame.isAfterValue && index - frame.from <= pieceMax) return false
      add(frame, index, false)
      return true
    },
    text(start, end, decoded) {
      const frame = frames.at(-1)
      if (!frame) return
      if (decoded === undefined) frame.lastText = [start, end]
      else attach(decoded, start, end)
    },
    isValue(start) {
      const frame = frames.at(-1)
      if (!frame || frame.isList) return frame?.isList === true
      let before = start - 1
      while (BLANK_CHARACTERS.includes(source.charAt(before))) before -= 1
      return source[before] === ':'
    },
    end() {
      if (frames.length > 0) throw fail()
      // A text or a number alone.
      if (!root) return JSON.parse(source)
      const { value, start, end } = root
      if (!BLANK.test(source.slice(0, start)) || !BLANK.test(source.slice(end))) throw fail()
      return value
    },
  }
}

const readText = (quoted: string): string => JSON.parse(quoted) as string

/** As the parser does: every key is a field of its own, whatever it is called. */
function setKey(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else {
    const field = { value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(target, key, field)
  }
}

const fail = (): SyntaxError => new SyntaxError('This is no JSON.')
