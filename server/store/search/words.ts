import { respell, withoutAccents, withoutUnseen } from '../../../shared/fold-letters.ts'

/** A stretch of a text that is searched for as one. */
export interface Piece {
  /**
   * `run`: characters of a script that puts no spaces between words (or, as Korean, hangs syllables
   * on them): any part of it may be looked for. `word`: it is looked for by its beginning.
   */
  readonly kind: 'word' | 'run'
  /** As it stands in the text. */
  readonly raw: string
  /** Of `raw` in the text, in UTF-16 units. */
  readonly index: number
  readonly folded: string
}

/**
 * Of longer runs, in characters, parts are searched for one after the other; of longer words only
 * this much of the beginning is read, since words are found by their beginnings.
 */
export const RUN_MAX_CHARACTERS = 4_096
/** What two parts of a run share, so that whatever is looked for is whole in one of them. */
export const RUN_OVERLAP_CHARACTERS = 1_024

/**
 * The words of a text in order, without what separates them. All are short, and a piece may fold to
 * nothing: marks without letters, and what is left out of a word that is too long.
 */
export function* splitWords(text: string): Generator<Piece, void, void> {
  // The second half of a character class is subtracted or met, so that runs have no punctuation; what nobody
  // sees (DI) belongs to both. To make it takes long: nobody waits for it who only loads the module.
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
/** Characters are shorter, but for those that somebody made up. */
const CHARACTER_MAX = 64

/** Without the last character as people see it, of which the end may be cut off. */
function wholeCharacters(raw: string): string {
  const from = raw.length - CHARACTER_MAX
  const last = GRAPHEMES.segment(raw.slice(from)).containing(CHARACTER_MAX - 1)
  return raw.slice(0, from + (last?.index ?? 0))
}

const IS_ASCII = /^[\0-\x7f]*$/
/**
 * Nothing that is written has more marks on one character (UAX #15 draws the line there as well), and
 * to bring a row of them into order takes a time that grows with its square.
 */
export const MARKS_MAX = 30
/** The last two are marks of half width, which become marks when they are folded. */
const TOO_MANY_MARKS = new RegExp(`([\\p{M}\uff9e\uff9f]{${MARKS_MAX}})[\\p{M}\uff9e\uff9f]+`, 'gu')
/** A letter may stand for several characters, and not all of those are letters. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * A word as it is compared: without case, accents and widths. Letters, digits and marks only, so
 * that nothing in it means anything to a database.
 */
export function foldWord(word: string): string {
  if (IS_ASCII.test(word)) return word.toLowerCase().replace(NO_LETTER, '')
  const bounded = withoutUnseen(word).replace(TOO_MANY_MARKS, '$1')
  return respell(withoutAccents(bounded).replace(NO_LETTER, ''))
}

/** The Arabic article, alone or with a particle before it, where a word follows. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{L}{2})/u

/** Where a line may break or a letter changes its shape: nobody sees it, and it cuts no word. */
const SEAM = /(?![\p{L}\p{M}])\p{Default_Ignorable_Code_Point}+/u

/**
 * The beginnings of a word: itself; what follows a seam in it, as the second half of `می\u200cخواهم`; and in Arabic
 * what follows its article.
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
