import { looksLike } from './look-alikes.ts'

/** Opening angle brackets, and characters that look like one. */
const BRACKET = /^[<≮˂ᐸᚲ𝈶❬❮❰⟨〈⧼]/u
/** A bracket in the invisible alphabet of tags: no flag of a region has one, and models read it. */
const TAG_BRACKET = '\u{e003c}'
/**
 * A character in the notations of HTML, of JSON and other languages, and of addresses, escaped up to a few
 * times.
 */
const ESCAPE = [
  String.raw`&(?:amp;){0,8}(?:#0*(?<decimal>\d{1,7});?|#x0*(?<hex>[\da-f]{1,6});?|(?<less>lt);?|(?<entity>[a-z]{2,31});)`,
  String.raw`\\{1,8}(?:u\{0*(?<braced>[\da-f]{1,6})\}|u(?<unit>[\da-f]{4})|x(?<byte>[\da-f]{2}))`,
  String.raw`%(?:25){0,8}(?<percent>[\da-f]{2})`,
].join('|')
/** Without named groups, which are slow to fill for millions of matches. */
const OPENING = new RegExp(
  `[<＜﹤≮˂ᐸᚲ𝈶❬❮❰⟨〈〈⧼${TAG_BRACKET}]|${ESCAPE.replaceAll(/\(\?<\w+>/g, '(?:')}`,
  'giu',
)
const ESCAPE_HERE = new RegExp(ESCAPE, 'iuy')
/** A line end, a tab and others in the notation of JSON. */
const CONTROL_HERE = /\\{1,8}[bfnrtv0]/y

/** Invisible characters, blanks, accents, and slashes of any kind. */
const UNREAD =
  /^[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800\ufffc/\\⁁⁄∕╱⟋⧶⧸ⳇ〳ノ丿᜵𝈺]$/u
/** Characters that may join the parts of a name. Not before its first letter: `x <- file` is a line of R. */
const JOINT = /^[\p{Pd}\p{Pc}˗⁃−➖.·]$/u

/** Replaces the bracket of a look-alike. */
const HARMLESS = '‹'

/**
 * Makes a text safe to stand between the marks `<name>` and `</name>`, so that it cannot end them. A model
 * also reads look-alikes as a mark: in any case and with any similar letters, with blanks, accents or
 * invisible characters anywhere in it, with other brackets, or escaped. So a bracket belongs to a mark if the
 * letters after it, folded and without characters that are not read, spell the name. The rest of the text is
 * unchanged.
 *
 * @param name lower-case letters, and hyphens between them.
 */
export function withoutMarks(text: string, name: string): string {
  const letters = name.replaceAll('-', '')
  return text.replace(OPENING, (found, offset: number) => {
    const bracket = fold(readCharacter(text, offset).character)
    if (bracket === TAG_BRACKET) return HARMLESS
    const isMark = BRACKET.test(bracket) && spells(text, offset + found.length, letters)
    return isMark ? HARMLESS : found
  })
}

/** True if the text from `start` on reads as these letters. */
function spells(text: string, start: number, letters: string): boolean {
  let at = start
  // Possible numbers of letters read so far. There may be several, since `
  // ` may be a line end, or a backslash before an n.
  let places: readonly number[] = [0]
  while (places.length > 0 && !places.includes(letters.length) && at < text.length) {
    const { found, character, isControl } = readCharacter(text, at)
    const signs = fold(character)
    const read = places.map((place) => readOn(signs, letters, place))
    const next = read.filter((place) => place !== null)
    places = isControl ? [...new Set([...places, ...next])] : next
    at += found.length
  }
  return places.includes(letters.length)
}

interface ReadCharacter {
  /** As it is in the text. */
  readonly found: string
  readonly character: string
  readonly isControl: boolean
}

function readCharacter(text: string, at: number): ReadCharacter {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  if (!/[\\&%]/.test(character)) return { found: character, character, isControl: false }
  const [control] = matchAt(CONTROL_HERE, text, at) ?? []
  if (control !== undefined) {
    return { found: control, character: control.slice(-1), isControl: true }
  }
  const escape = matchAt(ESCAPE_HERE, text, at)
  if (!escape) return { found: character, character, isControl: false }
  return { found: escape[0], character: decode(escape[0], escape.groups), isControl: false }
}

/** The number of letters read after these characters; `null` if one belongs to no spelling of them. */
function readOn(signs: Iterable<string>, letters: string, place: number): number | null {
  let next = place
  for (const sign of signs) {
    if (next === letters.length) return next
    if (looksLike(sign, letters.charAt(next))) next += 1
    else if (!isUnread(sign) && (next === 0 || !JOINT.test(sign))) return null
  }
  return next
}

/** ASCII characters, which are the most frequent, are tested without the slow Unicode classes. */
const isUnread = (sign: string): boolean =>
  sign > ' ' && sign <= '~' ? sign === '/' || sign === '\\' : UNREAD.test(sign)

/** Folds a character for comparison. */
const fold = (character: string): string =>
  (character <= '\u007f' ? character : character.normalize('NFKD')).toLowerCase()

type EscapeGroups = Readonly<Partial<Record<string, string>>> | undefined

/** The escaped character. Named entities other than `&lt;` are read as a blank. */
function decode(found: string, groups: EscapeGroups): string {
  const { decimal, hex, braced, unit, byte, percent, less, entity } = groups ?? {}
  if (less !== undefined) return '<'
  if (entity !== undefined) return ' '
  const digits = hex ?? braced ?? unit ?? byte ?? percent ?? ''
  const code = decimal === undefined ? Number.parseInt(digits, 16) : Number(decimal)
  if (Number.isNaN(code)) return found
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}
