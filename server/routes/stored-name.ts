import { AlcoveError } from '../../shared/errors.ts'
import { EXTERNAL_ID_MAX } from '../../shared/wire/fields.ts'

/** Whether a text can be the name of a row at all; databases choke on what this leaves out. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Whether a row can have this id. No id of any row needs control characters or more length. */
export const isRowName = (text: string): boolean =>
  text.length >= 1 && text.length <= EXTERNAL_ID_MAX && isStorable(text)

/** @throws AlcoveError `invalid_request` for what is no name of a row. */
export function requireRowName(text: string): string {
  if (isRowName(text)) return text
  throw new AlcoveError('invalid_request', `id: Expected 1 to ${EXTERNAL_ID_MAX} characters.`)
}

/** @throws AlcoveError `invalid_request` for a text that no row could hold. */
export function requireStorable(texts: Readonly<Record<string, string | null | undefined>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string' && !isStorable(text)) {
      throw new AlcoveError('invalid_request', `${name}: Expected text without NUL characters.`)
    }
  }
}
