import { MAX_NESTING_DEPTH, MAX_RUN_COST } from './limits.ts'

const MARKER = /[ \t]*(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const INDENT = /[ \t]*/y
const RULE = /^[ \t>]*(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/
const ITEM_START = /^[ \t>]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/
const TABLE_ROW = /^\|.*[^|:\- \t]/
const SWALLOWS_FENCE = /^ {0,3}(?:<[a-z!?/]|\[.*\]:)/im
const COLUMNS_PER_TAB = 4

/**
 * Whether the lexer would overflow its stack or take quadratic time on this text. Looks at each
 * character about once, so it is cheap beside lexing.
 */
export function isTooCostly(source: string): boolean {
  // Columns at which the content of the open list items starts.
  const items: number[] = []
  let runLines = 0
  let runChars = 0
  let isInItem = false
  let fence: string | undefined
  // An HTML block or a definition can swallow a fence line; then no line counts as code.
  const canSkipCode = !SWALLOWS_FENCE.test(source)
  for (let start = 0; start < source.length;) {
    const newline = source.indexOf('\n', start)
    const end = newline === -1 ? source.length : newline
    const line = source.slice(start, end)
    start = end + 1
    if (canSkipCode && (line.startsWith('```') || line.startsWith('~~~'))) {
      if (fence === undefined) fence = readFenceMarker(line)
      else if (line.startsWith(fence) && isFenceEnd(line)) fence = undefined
    }
    if (fence !== undefined) continue
    if (line.trim() === '') {
      runLines = runChars = 0
      isInItem = false
      continue
    }
    if (!RULE.test(line) && readDepth(line, items) > MAX_NESTING_DEPTH) return true
    if (ITEM_START.test(line)) {
      runLines = runChars = 0
      isInItem = true
    }
    // A table's rows are read once; rows inside a list item are read as its text first.
    if (!isInItem && TABLE_ROW.test(line)) continue
    runLines += 1
    runChars += line.length + 1
    if (runLines * runChars > MAX_RUN_COST) return true
  }
  return false
}

const readFenceMarker = (line: string): string | undefined =>
  /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
const isFenceEnd = (line: string): boolean => /^(?:`+|~+) *$/.test(line)

/** Depth of the line: list items that are open around it plus the markers that it starts with. */
function readDepth(line: string, items: number[]): number {
  INDENT.lastIndex = 0
  const indent = columnsOf(INDENT.exec(line)?.[0] ?? '')
  while (items.length > 0 && (items.at(-1) ?? 0) > indent) items.pop()
  let quotes = 0
  let at = 0
  for (;;) {
    MARKER.lastIndex = at
    const marker = MARKER.exec(line)?.[0]
    if (marker === undefined) break
    at += marker.length
    if (marker.endsWith('>')) quotes += 1
    else items.push(columnsOf(line.slice(0, at)) + 1)
    if (quotes + items.length > MAX_NESTING_DEPTH) break
  }
  return quotes + items.length
}

function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) {
    columns = char === '\t' ? columns + COLUMNS_PER_TAB - (columns % COLUMNS_PER_TAB) : columns + 1
  }
  return columns
}
