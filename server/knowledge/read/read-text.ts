import type { ReadDocument } from '../document.ts'
import { UnreadError } from '../unread-error.ts'
import { readDateInText, readDay } from './dates.ts'
import { finishDocument } from './finish-document.ts'
import { SectionBuilder } from './section-builder.ts'
import { nameOfAddress } from './title.ts'

const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\*{3,})\s*$/u
const HEADING_LETTERS_MAX = 120
const LETTER = /\p{Lu}|\p{Ll}/u
const DATED_LINES = 8

/**
 * Reads plain text. Lines in capitals (text in brackets apart) and underlined lines are headings.
 *
 * @throws UnreadError `empty`.
 */
export function readText(text: string, address: string): ReadDocument {
  const lines = text.split(/\r\n|\r|\n/u)
  const builder = new SectionBuilder()
  let title: string | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? ''
    if (line === '') continue
    const isUnderlined = UNDERLINE.test(lines[index + 1] ?? '')
    if (isUnderlined || isCapitals(line)) {
      if (isUnderlined) index += 1
      const heading = line.replace(/^#+\s*/u, '')
      // A heading on the first line names the file.
      if (title === undefined && isFirst(lines, index)) title = heading
      else builder.heading(1, heading)
    } else builder.block(line)
  }
  const sections = builder.finish()
  if (builder.letters === 0) throw new UnreadError('empty', 'The file has no text.')
  const first = lines.slice(0, DATED_LINES)
  const date = first.map(
    (line) =>
      readDateInText(line, undefined) ??
      (/^\s*\d{4}-\d\d-\d\d\s*$/u.test(line) ? readDay(line, undefined) : undefined),
  )
  return finishDocument(builder, sections, {
    title: title ?? nameOfAddress(address),
    date: date.find((day) => day !== undefined),
  })
}

const isFirst = (lines: readonly string[], index: number): boolean =>
  lines
    .slice(0, index)
    .every((line) => line.trim() === '' || UNDERLINE.test(line) || line === lines[index - 1])

function isCapitals(line: string): boolean {
  if (line.length > HEADING_LETTERS_MAX || !/\p{Lu}/u.test(line)) return false
  const bare = line.replace(/\([^)]*\)/gu, '')
  const letters = [...bare].filter((letter) => LETTER.test(letter))
  return (
    letters.length > 2 &&
    letters.every((letter) => /\p{Lu}/u.test(letter)) &&
    !/[.!?]$/u.test(bare.trim())
  )
}
