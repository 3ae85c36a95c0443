/** The five bytes without a character in Windows-1252. */
const UNASSIGNED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const SPACES: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])
/** Letters below 0xC0: ƒ Š Œ Ž š œ ž Ÿ ª µ º. */
const LOW_LETTERS: ReadonlySet<number> = new Set([
  0x83, 0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f, 0xaa, 0xb5, 0xba,
])
/** Signs above 0xC0: × ÷. */
const HIGH_SIGNS: ReadonlySet<number> = new Set([0xd7, 0xf7])
/** Signs between the letters of a word: … ‘ ’ – — soft hyphen ´ ·. */
const INNER_SIGNS: ReadonlySet<number> = new Set([0x85, 0x91, 0x92, 0x96, 0x97, 0xad, 0xb4, 0xb7])
/** Western words have at most four accented letters in a row ("jäääär"); other scripts have whole words. */
const HIGH_RUN_MAX = 4
/** A letter in this many may have a stray sign beside it. In Polish of Windows-1250 many more have. */
const LETTERS_PER_STRAY_SIGN = 100

type Kind = 'letter' | 'inner-sign' | 'sign' | 'other'

/**
 * True if bytes read as a text in Windows-1252. Since any bytes could be decoded, words decide: long runs of
 * high bytes, or signs between letters, indicate another encoding.
 */
export function looksWestern(bytes: Uint8Array): boolean {
  let letters = 0
  let highLetters = 0
  let straySigns = 0
  /** High bytes in a row that are not all the same: a line of dashes is not a word. */
  let run = 0
  let isRunMixed = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!
    if (isNoText(byte)) return false
    const before = bytes[index - 1]
    if (byte >= 0x80) {
      run += 1
      if (run > 1 && byte !== before) isRunMixed = true
      if (isRunMixed && run > HIGH_RUN_MAX) return false
    } else {
      run = 0
      isRunMixed = false
    }
    const kind = kindOf(byte)
    if (kind === 'letter') {
      letters += 1
      if (byte >= 0x80) highLetters += 1
    }
    const isBetweenLetters = isLetter(before) && isLetter(bytes[index + 1])
    if (kind === 'sign' && isBetweenLetters) straySigns += 1
  }
  return highLetters <= letters / 2 && straySigns * LETTERS_PER_STRAY_SIGN <= letters
}

const isNoText = (byte: number): boolean =>
  byte === 0x7f || UNASSIGNED.has(byte) || (byte < 0x20 && !SPACES.has(byte))

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && kindOf(byte) === 'letter'

function kindOf(byte: number): Kind {
  if (byte < 0x80) return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a ? 'letter' : 'other'
  if (LOW_LETTERS.has(byte) || (byte >= 0xc0 && !HIGH_SIGNS.has(byte))) return 'letter'
  return INNER_SIGNS.has(byte) ? 'inner-sign' : 'sign'
}
