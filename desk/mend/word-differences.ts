/** A part of a text. */
export interface ComparedPart {
  readonly text: string
  /** True: the other text lacks it. */
  readonly isOwn: boolean
}

export interface ComparedTexts {
  /** `marked`: parts tell the difference. `other`: too little is shared for marks to help, or the texts are too long. */
  readonly type: 'same' | 'marked' | 'other'
  readonly one: readonly ComparedPart[]
  readonly two: readonly ComparedPart[]
}

/** Words of one text that are compared; their table has the square of it. */
const WORDS_MAX = 1_500
/** Less in common is another text. */
const SHARED_LEAST = 0.3

/** Compares two answers word by word, by their longest common row of words. */
export function compareWords(one: string, two: string, locale?: string): ComparedTexts {
  const whole = (text: string) => [{ text, isOwn: false }]
  if (one === two) return { type: 'same', one: whole(one), two: whole(two) }
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const [a, b] = [wordsOf(one, segmenter), wordsOf(two, segmenter)]
  const other = { type: 'other', one: whole(one), two: whole(two) } as const
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) return other
  const { ofOne, ofTwo } = findShared(a, b)
  const words = (list: readonly string[], shared: ReadonlySet<number>) =>
    list.filter((word, index) => shared.has(index) && isWord(word)).length
  const most = Math.max(a.filter(isWord).length, b.filter(isWord).length)
  if (words(a, ofOne) < most * SHARED_LEAST) return other
  return { type: 'marked', one: join(a, ofOne), two: join(b, ofTwo) }
}

const wordsOf = (text: string, segmenter: Intl.Segmenter): readonly string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment)

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Places of the words that both have, in a row that is as long as it can be. */
function findShared(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const [ofOne, ofTwo] = [new Set<number>(), new Set<number>()]
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      ofOne.add(i++)
      ofTwo.add(j++)
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return { ofOne, ofTwo }
}

/** Neighbours of one kind become one part. White space alone is no difference, and no end of one. */
function join(words: readonly string[], shared: ReadonlySet<number>): readonly ComparedPart[] {
  const parts: { text: string; isOwn: boolean }[] = []
  for (const [index, text] of words.entries()) {
    const isSpace = text.trim() === ''
    const isNextOwn = index + 1 < words.length && !shared.has(index + 1)
    const last = parts.at(-1)
    const isOwn = isSpace ? last?.isOwn === true && isNextOwn : !shared.has(index)
    if (last?.isOwn === isOwn) last.text += text
    else parts.push({ text, isOwn })
  }
  return parts
}
