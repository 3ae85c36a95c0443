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

/** The second half of a character class is subtracted or met, so that runs have no punctuation. */
const PIECE =
  /(?<run>[[\p{L}\p{N}\p{M}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+)|[[\p{L}\p{N}\p{M}]--[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv

/** The words of a text in order, without what separates them. */
export function* splitWords(text: string): Generator<Piece, void, void> {
  for (const match of text.matchAll(PIECE)) {
    const [raw] = match
    const folded = foldWord(raw)
    if (folded === '') continue
    yield {
      kind: match.groups?.['run'] === undefined ? 'word' : 'run',
      raw,
      index: match.index,
      folded,
    }
  }
}

/** The Arabic article, alone or with a particle before it, where a word follows. */
const ARTICLE = /^(?:[وفبك]?ال|لل)(?=\p{L}{2})/u

/** How long the article is that an Arabic word begins with; 0 for any other word. */
export const articleLength = (folded: string): number => ARTICLE.exec(folded)?.[0].length ?? 0
