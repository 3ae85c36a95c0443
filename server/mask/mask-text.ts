import type { MarkedText } from '../../shared/desk/fields.ts'
import { hasIbanDigits } from './digits.ts'
import { CARD_CHARACTERS_MAX, findCard } from './find-card.ts'
import { findPhone } from './find-phone.ts'
import type { Span } from './groups-of.ts'

/** Stands for personal data. */
export const MASK = '•••'
/** Longer runs of digits are read in parts of this length, so that the time stays linear. */
const RUN_CHARACTERS = 48

/** A number or an address that is cut cannot be recognised, so that the end of a cut text is left out. */
const UNSURE_CHARACTERS = 256
/** Characters that are read for one that is shown: masks are shorter than what they hide. */
const READ_FOR_ONE = 4

/** Letters of scripts that part words by spaces; others would take in the words around an address. */
const LETTERS = String.raw`\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{M}\p{N}`
/**
 * Also as addresses of pages have it, with %40. A match begins where its characters begin, so that no text makes a search take longer
 * than its length.
 */
const MAIL = new RegExp(
  String.raw`(?<![${LETTERS}._%+'-])[${LETTERS}._%+'-]+(?:[@＠]|%40)([${LETTERS}-]{1,63}(?:\.[${LETTERS}-]{1,63}){1,8})`,
  'gu',
)
/** In JSON, lines begin behind an escape. */
const IBAN =
  /(?:(?<![\p{L}\p{N}])|(?<=\\[nrt]))[A-Za-z]{2}\d{2}(?:[ .\u00a0\u202f-]?[A-Za-z0-9]){11,30}/gu
const DIGITS = new RegExp(
  String.raw`[+＋]?[(（]?\p{Nd}(?:[\p{Nd} .\-/()（）\u00a0\u202f\u2010-\u2015－]{0,${RUN_CHARACTERS - 2}}\p{Nd})?`,
  'gu',
)

/** Characters of an IBAN by its country; others have no such numbers. */
const IBAN_CHARACTERS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AT: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  QA: 29,
  RO: 24,
  SA: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  TN: 24,
  TR: 26,
  UA: 29,
}

interface Found extends Span {
  readonly shown: string
}

/** A text without personal data: mail addresses, phone numbers, payment cards and bank accounts are hidden. */
export function maskParts(text: string): MarkedText {
  const parts: MarkedText = []
  let end = 0
  for (const found of findPersonal(text)) {
    if (found.start > end) parts.push({ text: text.slice(end, found.start) })
    parts.push({ text: found.shown, mark: 'masked' })
    end = found.end
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}

/** The beginning of a text, masked; without the characters at its end that may be a part of personal data. */
export function maskBeginning(text: string, characters: number): MarkedText {
  if (text.length <= characters) return maskParts(text)
  const parts = maskParts(text.slice(0, characters))
  const last = parts.at(-1)
  if (last?.mark !== undefined) return parts
  return [
    ...parts.slice(0, -1),
    { text: last?.text.slice(0, -UNSURE_CHARACTERS).toWellFormed() ?? '' },
  ]
}

/** The first characters of a masked text: cut after it was masked, since half a number would not be found. */
export function maskStart(text: string, characters: number): MarkedText {
  const kept: MarkedText = []
  let left = characters
  for (const part of maskBeginning(text, READ_FOR_ONE * characters)) {
    if (left <= 0) break
    kept.push({ ...part, text: part.text.slice(0, left).toWellFormed() })
    left -= part.text.length
  }
  return kept
}

/**
 * The first characters of a text that stays unmasked, for texts that are masked when they are shown: a number or an
 * address that the cut would go through is left out, since half of it would not be found.
 */
export function cutWhole(text: string, characters: number): string {
  if (text.length <= characters) return text
  const from = Math.max(0, characters - UNSURE_CHARACTERS)
  const around = text.slice(from, characters + UNSURE_CHARACTERS)
  const cut = characters - from
  const split = findPersonal(around).find(({ start, end }) => start < cut && end > cut)
  return text.slice(0, split ? from + split.start : characters).toWellFormed()
}

/** The same as {@link maskParts} as a plain text. */
export const maskText = (text: string): string => plainText(maskParts(text))

export const plainText = (parts: MarkedText): string => parts.map(({ text }) => text).join('')

/** In order, without overlaps. */
function findPersonal(text: string): readonly Found[] {
  const all = [...findMails(text), ...findIbans(text), ...findNumbers(text)]
  const found: Found[] = []
  for (const each of all.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (each.start >= (found.at(-1)?.end ?? 0)) found.push(each)
  }
  return found
}

function* findMails(text: string): Generator<Found> {
  for (const match of text.matchAll(MAIL)) {
    const start = match.index
    yield { start, end: start + match[0].length, shown: `${MASK}@${match[1] ?? ''}` }
  }
}

function* findIbans(text: string): Generator<Found> {
  for (const match of text.matchAll(IBAN)) {
    const length = IBAN_CHARACTERS[match[0].slice(0, 2).toUpperCase()]
    if (length === undefined) continue
    let characters = ''
    let end = match.index
    for (const character of match[0]) {
      if (characters.length === length) break
      end += 1
      if (/[A-Za-z0-9]/u.test(character)) characters += character.toUpperCase()
    }
    if (characters.length === length && hasIbanDigits(characters)) {
      yield { start: match.index, end, shown: MASK }
    }
  }
}

function* findNumbers(text: string): Generator<Found> {
  const digits = new RegExp(DIGITS)
  for (let match = digits.exec(text); match; match = digits.exec(text)) {
    const { index } = match
    const [run] = match
    // In JSON, lines begin behind an escape.
    const before = text.slice(Math.max(0, index - 64), index).replaceAll(/\\[nrt]/gu, ' ')
    const card = findCard(run)
    const span = findPhone(run.slice(0, card?.start), before) ?? card
    if (span) {
      yield { start: index + span.start, end: index + span.end, shown: MASK }
      // Another number may follow in the run.
      digits.lastIndex = index + span.end
    } else if (run.length >= RUN_CHARACTERS) {
      // The run was cut, maybe within a card.
      const rest = run.slice(-CARD_CHARACTERS_MAX).search(/(?<=\P{Nd})\p{Nd}/u)
      if (rest > 0) digits.lastIndex = index + run.length - CARD_CHARACTERS_MAX + rest
    }
  }
}
