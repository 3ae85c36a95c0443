import {
  indentOf,
  isIndented,
  type LineCursor,
  restOf,
  skipChars,
  skipColumns,
  skipOptionalSpace,
  skipToNonspace,
} from './line-cursor.ts'
import { isTooDeep, placeOf, type Started, type StartPlace } from './start-place.ts'

const BULLET = /^([*+-])(?=[ \t]|$)/
const NUMBER = /^(\d{1,9})([.)])(?=[ \t]|$)/
const MAX_SPACES_AFTER = 4

/** Opens an item, and its list unless it goes on with the one before. */
export function startItem(place: StartPlace): Started | undefined {
  const { cursor, state, container } = place
  if (isIndented(cursor)) return undefined
  const rest = restOf(cursor)
  const bullet = BULLET.exec(rest)
  const number = bullet === null ? NUMBER.exec(rest) : null
  const found = bullet ?? number
  if (found === null || isTooDeep(place)) return undefined
  const firstNumber = Number(number?.[1] ?? 1)
  const text = found[0]
  const isEmpty = rest.slice(text.length).trim() === ''
  // A number in running text is more often a number.
  if (container.kind === 'paragraph' && (isEmpty || firstNumber !== 1)) return undefined

  const marker = found.at(-1) ?? ''
  const at = placeOf(place)
  const outer = indentOf(cursor)
  skipToNonspace(cursor)
  skipChars(cursor, text.length)
  const indent = outer + text.length + skipPadding(cursor, isEmpty)
  place.closeUnmatched({ keepsList: true })
  const list = state.open.at(-1)
  if (list?.kind !== 'list' || list.marker !== marker) {
    place.closeUnmatched()
    state.open.push({ kind: 'list', ...at, marker, firstNumber, isLoose: false, items: [] })
  }
  state.open.push({ kind: 'item', ...at, indent, isDone: undefined, children: [] })
  return 'container'
}

/** Columns between the marker and the text; more than four belong to code in the item. */
function skipPadding(cursor: LineCursor, isEmpty: boolean): number {
  const spaces = indentOf(cursor)
  if (isEmpty || spaces > MAX_SPACES_AFTER) {
    skipOptionalSpace(cursor)
    return 1
  }
  skipColumns(cursor, spaces)
  return spaces
}
