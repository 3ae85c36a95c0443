import { asciiDigits } from './digits.ts'

/** Part of a candidate: digits without a separator between them. */
export interface Group {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** Characters since the group before. */
  readonly before: string
}

/** Groups of digits in a candidate; more than two separators end it, so a phone number has few. */
export function groupsOf(candidate: string): readonly Group[] {
  const groups: Group[] = []
  let last = 0
  for (const match of candidate.matchAll(/\p{Nd}+/gu)) {
    const start = match.index
    const end = start + match[0].length
    groups.push({ start, end, digits: asciiDigits(match[0]), before: candidate.slice(last, start) })
    last = end
  }
  return groups
}

/** Place in a text. */
export interface Span {
  readonly start: number
  readonly end: number
}
