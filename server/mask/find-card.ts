import { hasLuhnDigit } from './digits.ts'
import { groupsOf, type Span } from './groups-of.ts'

/** Digits of the shortest and the longest number. */
const DIGITS_MIN = 13
const DIGITS_MAX = 19
/** Characters of the longest number, in groups of four digits. */
export const CARD_CHARACTERS_MAX = DIGITS_MAX + 4
/** Numbers of Visa, Mastercard, American Express, Diners, Discover, JCB and UnionPay. */
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18})$/u
const GAP = /^[ .\-\u00a0\u202f\u2010-\u2015－]{1,3}$/u

/** Finds a payment card in a run of digits and separators; its date and code may stand behind it. */
export function findCard(run: string): Span | undefined {
  if (run.length < DIGITS_MIN) return undefined
  const groups = groupsOf(run)
  for (const [first, { start, digits: head }] of groups.entries()) {
    let found: Span | undefined
    let digits = ''
    for (const group of groups.slice(first)) {
      if (digits !== '' && !GAP.test(group.before)) break
      digits += group.digits
      if (digits.length > DIGITS_MAX) break
      if (!isGrouped(head.length, group.digits.length)) break
      if (digits.length >= DIGITS_MIN && isCard(digits)) found = { start, end: group.end }
    }
    if (found) return found
  }
  return undefined
}

/** Lists of small numbers are no card, unless each has as many digits. */
const isGrouped = (first: number, next: number): boolean =>
  first === next || (first > 2 && next > 2)

const isCard = (digits: string): boolean =>
  CARD.test(digits) && hasLuhnDigit(digits) && !/^(\d)\1+$/u.test(digits)
