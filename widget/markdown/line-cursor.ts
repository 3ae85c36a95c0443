const COLUMNS_PER_TAB = 4

/** A line while its markers are read from left to right; tabs count as columns. */
export interface LineCursor {
  readonly text: string
  offset: number
  column: number
  /** Only some columns of a tab were used. */
  isInsideTab: boolean
  /** Offset of the first character other than a space or tab. */
  nonspace: number
  nonspaceColumn: number
}

export function createLineCursor(text: string): LineCursor {
  const cursor: LineCursor = {
    text,
    offset: 0,
    column: 0,
    isInsideTab: false,
    nonspace: 0,
    nonspaceColumn: 0,
  }
  findNonspace(cursor)
  return cursor
}

export const indentOf = (cursor: LineCursor): number => cursor.nonspaceColumn - cursor.column
export const isBlank = (cursor: LineCursor): boolean => cursor.nonspace >= cursor.text.length
/** Four columns: code, unless a paragraph is open. */
export const isIndented = (cursor: LineCursor): boolean => indentOf(cursor) >= COLUMNS_PER_TAB
/** The line without leading spaces. */
export const restOf = (cursor: LineCursor): string => cursor.text.slice(cursor.nonspace)

function findNonspace(cursor: LineCursor): void {
  const { text } = cursor
  let { offset, column } = cursor
  for (;;) {
    const char = text[offset]
    if (char === ' ') column += 1
    else if (char === '\t') column += COLUMNS_PER_TAB - (column % COLUMNS_PER_TAB)
    else break
    offset += 1
  }
  cursor.nonspace = offset
  cursor.nonspaceColumn = column
}

export function skipToNonspace(cursor: LineCursor): void {
  cursor.offset = cursor.nonspace
  cursor.column = cursor.nonspaceColumn
  cursor.isInsideTab = false
}

/** Skips characters other than tabs. */
export function skipChars(cursor: LineCursor, count: number): void {
  cursor.offset += count
  cursor.column += count
  cursor.isInsideTab = false
  findNonspace(cursor)
}

/** Skips columns, possibly into the middle of a tab. */
export function skipColumns(cursor: LineCursor, count: number): void {
  let left = count
  while (left > 0 && cursor.offset < cursor.text.length) {
    if (cursor.text[cursor.offset] === '\t') {
      const width = COLUMNS_PER_TAB - (cursor.column % COLUMNS_PER_TAB)
      cursor.isInsideTab = width > left
      const used = Math.min(width, left)
      cursor.column += used
      if (!cursor.isInsideTab) cursor.offset += 1
      left -= used
    } else {
      cursor.isInsideTab = false
      cursor.offset += 1
      cursor.column += 1
      left -= 1
    }
  }
  findNonspace(cursor)
}

/** Skips a column of space after a marker, which belongs to the marker. */
export function skipOptionalSpace(cursor: LineCursor): void {
  const next = cursor.text[cursor.offset]
  if (next === ' ' || next === '\t') skipColumns(cursor, 1)
}

/** Returns the rest of the line; the rest of a partly used tab becomes spaces. */
export function takeRest(cursor: LineCursor): string {
  if (!cursor.isInsideTab) return cursor.text.slice(cursor.offset)
  const spaces = COLUMNS_PER_TAB - (cursor.column % COLUMNS_PER_TAB)
  return ' '.repeat(spaces) + cursor.text.slice(cursor.offset + 1)
}
