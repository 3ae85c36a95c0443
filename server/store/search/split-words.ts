import { foldWord } from './fold-word.ts'

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

/** The second half of a character class is subtracted or met, so that runs have no punctuation. */
const PIECE =
  /(?<run>[[\p{L}\p{N}\p{M}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,4096})|[[\p{L}\p{N}\p{M}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,4096}/gv

/**
 * The words of a text in order, without what separates them. All are short, and a piece may fold to
 * nothing: marks without letters, and what is left out of a word that is too long.
 */
export function* splitWords(text: string): Generator<Piece, void, void> {
  const pattern = new RegExp(PIECE)
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

/** The Arabic article, alone or with a particle before it, where a word follows. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{L}{2})/u

/** How long the article is that an Arabic word begins with; 0 for any other word. */
export const articleLength = (folded: string): number => ARTICLE.exec(folded)?.[0].length ?? 0
