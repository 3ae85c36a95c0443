import type { Passage } from '../passage.ts'
import type { Question } from './read-questions.ts'

const UNSEEN = /[\u00ad\u200b-\u200d\u2060]/gu

/** Text for comparison: in any case of letters, without invisible letters, white space as one space. */
const normalise = (text: string): string =>
  text.normalize('NFKC').replace(UNSEEN, '').replace(/\s+/gu, ' ').trim().toLowerCase()

/** A passage, and where its document stands in its source. */
export type JudgedPassage = Pick<Passage, 'address' | 'anchor' | 'headings' | 'title' | 'text'> & {
  readonly fullText?: string
}

/** True for the document that a question names, by its whole address or the end of it. */
export const isRightDocument = ({ address }: JudgedPassage, { document }: Question): boolean =>
  document !== '' && (address === document || address.endsWith(`/${document}`))

/** True if a passage is of the right document, and at the right place or with its words. */
export function isRightPlace(passage: JudgedPassage, question: Question): boolean {
  const { anchor, headings, title, text, fullText = text } = passage
  const { place, expectedWords } = question
  if (!isRightDocument(passage, question)) return false
  if (place.startsWith('#') && anchor === place.slice(1)) return true
  const wanted = normalise(place)
  if ([title, ...headings].some((heading) => normalise(heading) === wanted)) return true
  const texts = [normalise(text), normalise(fullText)]
  const hasAll = (whole: string) => expectedWords.every((word) => whole.includes(normalise(word)))
  return expectedWords.length > 0 && texts.some(hasAll)
}
