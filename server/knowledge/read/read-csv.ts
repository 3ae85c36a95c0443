import Papa from 'papaparse'
import type { ReadDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { collapse, cutLetters } from './clean-text.ts'
import { finishDocument } from './finish-document.ts'
import { HEADING_LETTERS_MAX } from './read-limits.ts'
import { SectionBuilder } from './section-builder.ts'
import { nameOfAddress } from './title.ts'

const NUMBER = /^[\s\d.,:%€$£¥+-]+$/u
const BROKEN_QUOTES = 'Quotes of this table do not match; some of its rows may be joined.'

/**
 * Reads a table of values: each row is a place of its own, headed by its first cell, with the names of the
 * columns.
 *
 * @throws UnreadError `empty`.
 */
export function readCsv(text: string, address: string): ReadDocument {
  const { data, errors } = Papa.parse<readonly string[]>(text, { skipEmptyLines: 'greedy' })
  const rows = data.map((row) => row.map(collapse))
  const [first = [], ...others] = rows
  const hasNames = others.length > 0 && isHead(first, others)
  const names = hasNames ? first.map((name) => cutLetters(name, HEADING_LETTERS_MAX)) : []
  const builder = new SectionBuilder()
  for (const row of hasNames ? others : rows) {
    if (builder.isFull) break
    const cells = row.filter((cell) => cell !== '')
    if (cells.length === 0) continue
    builder.heading(1, cells[0] ?? '')
    builder.block(cells.join('\t'), describe(row, names))
  }
  const sections = builder.finish()
  if (builder.letters === 0) throw new UnreadError('empty', 'The table has no rows.')
  const notes = errors.some(({ type }) => type === 'Quotes') ? [BROKEN_QUOTES] : []
  return finishDocument(builder, sections, { title: nameOfAddress(address), notes })
}

const describe = (row: readonly string[], names: readonly string[]): string =>
  row
    .flatMap((cell, index) => {
      const name = names[index] ?? ''
      return cell === '' ? [] : [name === '' ? cell : `${name}: ${cell}`]
    })
    .join('; ')

/** True for a first row of names: none is a number, and none comes again in its column. */
function isHead(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const names = first.filter((name) => name !== '')
  if (names.length === 0 || names.some((name) => NUMBER.test(name))) return false
  // By the cells that are there: a first row can name a million columns that no other row has.
  return !others.some((row) => row.some((cell, column) => cell !== '' && cell === first[column]))
}
