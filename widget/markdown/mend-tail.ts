const CONTAINERS = '(?:[ \\t]*(?:>|[*+-][ \\t]|\\d{1,9}[.)][ \\t]))*[ \\t]*'
const ONLY_SYNTAX = /^[\s>*+\-_=#`~|:!<[\]\\]*$/
const HALF_NUMBER = new RegExp(`^${CONTAINERS}\\d{1,9}[.)]?[ \\t]*$`)
const HALF_FENCE = new RegExp(`^${CONTAINERS}(?:\`{3,}[^\`]*|~{3,}.*)$`)
const HALF_DEFINITION = /^ {0,3}\[[^\]]+\]:/
const HALVES = [ONLY_SYNTAX, HALF_NUMBER, HALF_FENCE, HALF_DEFINITION]
const TABLE_LINE = new RegExp(`^${CONTAINERS}\\|`)

/**
 * Leaves out the end of a growing text while it may still become something else: a line of
 * nothing but syntax (a list marker, an underline, half a fence) or the head of a table whose
 * second line is not there yet.
 */
export function withholdTail(source: string, options: { isInTable: boolean }): string {
  const kept = withholdLine(source)
  if (options.isInTable) return kept
  const end = kept.endsWith('\n') ? kept.length - 1 : kept.length
  const start = end === 0 ? 0 : kept.lastIndexOf('\n', end - 1) + 1
  if (!TABLE_LINE.test(kept.slice(start, end))) return kept
  const before = start === 0 ? '' : kept.slice(kept.lastIndexOf('\n', start - 2) + 1, start - 1)
  return TABLE_LINE.test(before) ? kept : kept.slice(0, start)
}

function withholdLine(source: string): string {
  const start = source.lastIndexOf('\n') + 1
  const line = source.slice(start)
  const isHalf = HALVES.some((half) => half.test(line))
  return isHalf ? source.slice(0, start) : source
}
