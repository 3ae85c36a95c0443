const CONTAINERS = '(?:[ \\t]*(?:>|[*+-][ \\t]|\\d{1,9}[.)][ \\t]))*[ \\t]*'
const ONLY_SYNTAX = /^[\s>*+\-_=#`~|:!<[\]\\$]*$/
const HALF_NUMBER = new RegExp(`^${CONTAINERS}\\d{1,9}[.)]?[ \\t]*$`)
const HALF_FENCE = new RegExp(`^${CONTAINERS}(?:\`{3,}[^\`]*|~{3,}.*)$`)
const HALF_TAG = new RegExp(`^${CONTAINERS}</?[A-Za-z][A-Za-z0-9-]*$`)
const HALF_DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:/
const HALF_NOTE = /^ {0,3}\[\^[^\]]*\]?:?\s*$/
const HALVES = [ONLY_SYNTAX, HALF_NUMBER, HALF_FENCE, HALF_TAG, HALF_DEFINITION, HALF_NOTE]
const TABLE_LINE = /^\|/
const LONE_MARKER = new RegExp(`^${CONTAINERS}(?:[*+-]|\\d{1,9}[.)])[ \\t]*$`)

/**
 * True if half a line shows nothing yet, since its meaning may change: only syntax (a list marker, an underline),
 * half a fence, half a definition.
 */
export const isWithheld = (line: string): boolean => HALVES.some((half) => half.test(line))

/** The lines of a growing paragraph without the head of a table whose next line has not arrived. */
export function withholdHead(lines: readonly string[]): readonly string[] {
  const isHead = TABLE_LINE.test(lines.at(-1) ?? '') && !TABLE_LINE.test(lines.at(-2) ?? '')
  return isHead ? lines.slice(0, -1) : lines
}

/** True for half a closing line of a fence or formula. */
export const isHalfEnd = (line: string, marker: string): boolean => {
  const text = line.trim()
  return text !== '' && (marker.startsWith(text) || isRepeated(text, marker[0] ?? ''))
}

const isRepeated = (text: string, char: string): boolean =>
  char !== '\\' && text === char.repeat(text.length)

/** True for an item's marker at the end of a text that was cut off there. */
export const isLoneMarker = (line: string): boolean => LONE_MARKER.test(line)
