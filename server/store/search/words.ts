import { respell, withoutAccents, withoutUnseen } from '../../../shared/fold-letters.ts'

/** A stretch of a text that is searched for as one. */
export interface Piece {
  /**
   * `run`: characters of a script without spaces between words (or, as Korean, with attached syllables), any
   * part of which may be searched for. `word`: searched for by its beginning.
   */
  readonly kind: 'word' | 'run'
  /** As it is in the text. */
  readonly raw: string
  /** Position of `raw` in the text, in UTF-16 units. */
  readonly index: number
  readonly folded: string
}

/**
 * Longer runs, in characters, are split into parts; of longer words only this much of the beginning is read,
 * since words are found by their beginnings.
 */
export const RUN_MAX_CHARACTERS = 4_096
/** Overlap of two parts of a run, so that each query is whole in one of them. */
export const RUN_OVERLAP_CHARACTERS = 1_024

/**
 * The words of a text in order, without their separators. All are short, and a piece may fold to nothing:
 * marks without letters, and the cut part of a word that is too long.
 */
export function* splitWords(text: string): Generator<Piece, void, void> {
  // The second half of a character class is subtracted or intersected, so that runs have no punctuation;
  // invisible characters (DI) belong to both. Compiled late, since that takes long and importing the module
  // must not.
  const pattern =
    /(?<run>[\p{DI}[[\p{L}\p{N}\p{M}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]]{1,4096})|[\p{DI}[[\p{L}\p{N}\p{M}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]]{1,4096}/gv
  let word = { end: 0, isCut: false }
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index } = match
    const isRun = match.groups?.['run'] !== undefined
    const isCut = match[0].length >= RUN_MAX_CHARACTERS && pattern.lastIndex < text.length
    if (isRun) {
      const raw = isCut ? wholeCharacters(match[0]) : match[0]
      yield { kind: 'run', raw, index, folded: foldWord(raw) }
      if (isCut) pattern.lastIndex -= RUN_OVERLAP_CHARACTERS
    } else {
      const isRest = word.isCut && index === word.end
      yield { kind: 'word', raw: match[0], index, folded: isRest ? '' : foldWord(match[0]) }
      word = { end: pattern.lastIndex, isCut }
    }
  }
}

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Longer than any real character. */
const CHARACTER_MAX = 64

/** Without the last visible character, whose end may be cut off. */
function wholeCharacters(raw: string): string {
  const from = raw.length - CHARACTER_MAX
  const last = GRAPHEMES.segment(raw.slice(from)).containing(CHARACTER_MAX - 1)
  return raw.slice(0, from + (last?.index ?? 0))
}

const IS_ASCII = /^[\0-\x7f]*$/
/**
 * No real text has more marks on one character (UAX #15 has the same limit), and sorting a row of them takes
 * quadratic time.
 */
export const MARKS_MAX = 30
/** The last two are marks of half width, which become marks when they are folded. */
const TOO_MANY_MARKS = new RegExp(`([\\p{M}\uff9e\uff9f]{${MARKS_MAX}})[\\p{M}\uff9e\uff9f]+`, 'gu')
/** A letter may fold to several characters, some of which are not letters. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * A word for comparison: without case, accents and widths. Only letters, digits and marks, so that nothing in
 * it is special to a database.
 */
export function foldWord(word: string): string {
  if (IS_ASCII.test(word)) return word.toLowerCase().replace(NO_LETTER, '')
  const bounded = withoutUnseen(word).replace(TOO_MANY_MARKS, '$1')
  return respell(withoutAccents(bounded).replace(NO_LETTER, ''))
}

/** The Arabic article, alone or with a particle before it, if a word follows. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{L}{2})/u

/**
 * An invisible character at which a line may break or a letter changes its shape, and which separates no
 * words.
 */
const SEAM = /(?![\p{L}\p{M}])\p{Default_Ignorable_Code_Point}+/u

/**
 * The beginnings of a word: itself; the part after a seam, as the second half of `می\u200cخواهم`; and in
 * Arabic the part after its article.
 */
export function wordForms({ raw, folded }: Pick<Piece, 'raw' | 'folded'>): readonly string[] {
  const forms = [folded]
  let start = 0
  for (const part of raw.split(SEAM).slice(0, -1)) {
    start += foldWord(part).length
    if (start > 0 && start < folded.length) forms.push(folded.slice(start))
  }
  return forms.flatMap((form) => {
    const article = ARTICLE.exec(form)?.[0]
    return article === undefined ? [form] : [form, form.slice(article.length)]
  })
}
