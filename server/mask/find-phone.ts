import { groupsOf, type Group, type Span } from './groups-of.ts'

/** Digits of a number with its country's code: E.164. */
const INTERNATIONAL = { min: 8, max: 15 }
/** Digits of a number that begins with the 0 of calls within a country. */
const NATIONAL = { min: 9, max: 12 }
/** Digits after a word such as "phone". */
const NAMED = { min: 6, max: 15 }
/** Digits of any of them; 17 with the 00 of calls abroad. */
const ANY = { min: NAMED.min, max: 17 }
/** Groups of digits of a number, such as the eight of 00 33 1 23 45 67 89. */
const GROUPS_MAX = 8
/** Characters before a number in which such a word is looked for. */
const CUE_CHARACTERS = 24

/** Words that announce a number to call. */
const PHONE_CUE =
  /(?:\b(?:tele?f[oó]n[oe]?s?|tele?phone|t[eé]l[eé]phone|tel|t[eé]l|phone|mobile?|m[oó]vil|handy|cell|call|ring|whatsapp|fax|ruf\w*|appel\w*|llam\w*)\b|هاتف|جوال|رقمي|電話|携帯|☎|📞)[^\p{L}\p{N}]*(?:\p{L}{1,8}[^\p{L}\p{N}]+){0,2}$/iu
/** Words that announce another number. */
const OTHER_CUE =
  /(?:\b(?:order|orders|bestell\w*|auftrag\w*|invoice|rechnung\w*|facture|commande|pedido|isbn|ean|sku|article|artikel\w*|item|serial|serien\w*|tracking|sendung\w*|colis|ticket|ref|kunden\w*|customer|version|build)\b|طلب|فاتورة|注文|型番)[^\p{N}]{0,16}$/iu

/**
 * Finds a phone number in a run of digits and separators.
 *
 * @param before text before the run, of which the last characters count.
 */
export function findPhone(candidate: string, before: string): Span | undefined {
  const cue = before.slice(-CUE_CHARACTERS)
  if (OTHER_CUE.test(cue) || /[\p{sc=Latn}\p{N}#_@=]$|[\p{sc=Latn}\p{N}][-/]$/u.test(cue))
    return undefined
  const isNamed = PHONE_CUE.test(cue)
  const groups = groupsOf(candidate)
  for (let first = 0; first < groups.length; first++) {
    const furthest = Math.min(groups.length, first + GROUPS_MAX) - 1
    for (let last = furthest; last >= first; last--) {
      const some = groups.slice(first, last + 1)
      const count = some.reduce((sum, { digits }) => sum + digits.length, 0)
      if (count < ANY.min || count > ANY.max) continue
      if (!isPhone(some, isNamed && first === 0)) continue
      const start = some[0]!.start - (/[+＋]?[(（]?$/u.exec(some[0]!.before)?.[0].length ?? 0)
      return { start, end: some.at(-1)!.end }
    }
  }
  return undefined
}

function isPhone(groups: readonly Group[], isNamed: boolean): boolean {
  const digits = groups.map((group) => group.digits).join('')
  const has = ({ min, max }: { min: number; max: number }) =>
    digits.length >= min && digits.length <= max
  const [{ before, digits: head }, ...rest] = groups as [Group, ...Group[]]
  const gaps = rest.map((group) => group.before)
  if (gaps.some((gap) => gap.replace(/[()（）]/gu, '').trim().length > 1)) return false
  if (isDate(groups)) return false
  if (/[+＋][(（]?$/u.test(before)) return has(INTERNATIONAL)
  if (/^00[1-9]/u.test(digits)) return gaps.length > 0 && has({ min: 10, max: 17 })
  if (isNamed) return has(NAMED)
  if (/^0[1-9]/u.test(digits) && has(NATIONAL)) {
    if (gaps.length === 0) return digits.length >= 10 && digits.length <= 11
    return head.length >= 2 && head.length <= 6 && groups.every((group) => group.digits.length > 1)
  }
  return isAmerican(groups, gaps)
}

/** (415) 555-0132, 415-555-0132 and 1 415 555 0132. */
function isAmerican(groups: readonly Group[], gaps: readonly string[]): boolean {
  const [area, office, line] = groups.length === 4 ? groups.slice(1) : groups
  if (groups.length < 3 || groups.length > 4 || !area || !office || !line) return false
  if (groups.length === 4 && groups[0]!.digits !== '1') return false
  const isShaped =
    /^[2-9]\d\d$/u.test(area.digits) &&
    /^[2-9]\d\d$/u.test(office.digits) &&
    line.digits.length === 4
  return isShaped && gaps.every((gap) => /^[-. )(]{1,2}$/u.test(gap))
}

/** 29.11.2026, 2026-11-29 and the same with a time behind it. */
function isDate(groups: readonly Group[]): boolean {
  const [first, second, third] = groups.map((group) => group.digits)
  if (first === undefined || second === undefined || third === undefined) return false
  const isDayOrMonth = (digits: string) => digits.length <= 2 && Number(digits) <= 31
  const isYear = (digits: string) => /^(?:19|20)\d\d$/u.test(digits)
  const isDayFirst = isDayOrMonth(first) && isDayOrMonth(second) && isYear(third)
  return isDayFirst || (isYear(first) && isDayOrMonth(second) && isDayOrMonth(third))
}
