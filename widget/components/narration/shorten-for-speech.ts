/** Characters of an answer that are read out at most. */
export const SPOKEN_CHARACTERS = 1500

export interface SpokenText {
  readonly text: string
  /** Words that were left out. */
  readonly moreWords: number
}

/** Cuts a long text at the end of a sentence, or of a word when the first sentence is too long. */
export function shortenForSpeech(locale: string, text: string): SpokenText {
  if (text.length <= SPOKEN_CHARACTERS) return { text, moreWords: 0 }
  const end = lastBreak(locale, 'sentence', text) || lastBreak(locale, 'word', text)
  const cut = end || SPOKEN_CHARACTERS
  return { text: text.slice(0, cut).trimEnd(), moreWords: countWords(locale, text.slice(cut)) }
}

function lastBreak(locale: string, granularity: 'sentence' | 'word', text: string): number {
  // One character more than fits, so that a break exactly at the limit is seen.
  const head = text.slice(0, SPOKEN_CHARACTERS + 1)
  const starts = [...new Intl.Segmenter(locale, { granularity }).segment(head)]
  return starts.at(-1)?.index ?? 0
}

function countWords(locale: string, text: string): number {
  const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)
  return [...words].filter((word) => word.isWordLike).length
}
