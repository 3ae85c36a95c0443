import { markInvisible } from '../../../shared/mark-invisible.ts'
import type { NumberedSource } from './read-source.ts'

/** Maximum length of a passage on its card, in characters. */
export const PASSAGE_MAX_CHARACTERS = 400
/** A word that is longer than this is cut. */
const WORD_MAX_CHARACTERS = 40

/** The page of a document as its reader knows it: the number printed on it, or else its number. */
export const pageOf = ({ page, passage }: NumberedSource): string | number | undefined =>
  passage?.pageLabel ?? passage?.page ?? page

/** The beginning of a passage, in whole words. */
export function excerptOf(text: string): string {
  const characters = [...markInvisible(text.trim())]
  if (characters.length <= PASSAGE_MAX_CHARACTERS) return characters.join('')
  const cut = characters.slice(0, PASSAGE_MAX_CHARACTERS).join('')
  const words = cut.replace(new RegExp(`\\s\\S{0,${WORD_MAX_CHARACTERS}}$`), '')
  return `${words.trimEnd()}…`
}

/** A date such as `2026-03-01` in the reader's form; `undefined` for any other text. */
export function formatDay(locale: string, date: string | undefined): string | undefined {
  if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const time = Date.parse(date)
  if (Number.isNaN(time)) return undefined
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}
