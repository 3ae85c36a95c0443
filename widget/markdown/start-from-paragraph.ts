import { addChild, closeTip } from './close-blocks.ts'
import { takeDefinitions } from './definitions.ts'
import { isIndented, restOf } from './line-cursor.ts'
import { readPhrase } from './read-phrase.ts'
import { placeOf, type Started, type StartPlace } from './start-place.ts'
import { readDelimiterRow, readRow, splitRow } from './table-rows.ts'

const UNDERLINE = /^(?:=+|-+)[ \t]*$/

/** An underline turns the paragraph above it into a heading. */
export function startSetext(place: StartPlace): Started | undefined {
  const { cursor, container, state, mode } = place
  if (isIndented(cursor) || container.kind !== 'paragraph') return undefined
  const found = UNDERLINE.exec(restOf(cursor))
  if (found === null) return undefined
  const whole = container.lines.join('\n')
  const text = whole.slice(takeDefinitions(whole, state.definitions)).trim()
  if (text === '') return undefined
  state.open.pop()
  const { start, firstLine } = container
  const depth = found[0].startsWith('=') ? 1 : 2
  const phrase = readPhrase(text, state.definitions, { ...mode, isTail: false })
  const node = { start, firstLine, lastLine: state.line, depth, phrase }
  addChild(state.open.at(-1), { type: 'heading', ...node })
  return 'finished'
}

/** A row of dashes turns the last line above it into the head of a table. */
export function startTable(place: StartPlace): Started | undefined {
  const { cursor, container, state, mode } = place
  if (isIndented(cursor) || container.kind !== 'paragraph') return undefined
  const alignments = readDelimiterRow(restOf(cursor))
  const headLine = container.lines.at(-1) ?? ''
  if (alignments === undefined || splitRow(headLine).length !== alignments.length) return undefined
  const at = { ...placeOf(place), firstLine: state.line - 1 }
  const before = container.lines.slice(0, -1)
  // The head takes the paragraph's place, and with it its key, unless lines stay above it.
  const start = before.length === 0 ? container.start : at.start
  state.open.pop()
  if (before.length > 0) {
    const lastLine = container.lastLine - 1
    state.open.push({ ...container, lines: before, lastLine, made: {} })
    closeTip(state, { ...mode, isTail: false })
  }
  const head = readRow(headLine, alignments.length, (cell) =>
    readPhrase(cell, state.definitions, { ...mode, isTail: false }),
  )
  state.open.push({ kind: 'table', ...at, start, alignments, head, rows: [] })
  return 'finished'
}
