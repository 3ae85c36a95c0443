import type { SeededThread } from '../seed-threads.ts'
import type { StateWords } from './state-words.ts'

/** A conversation of a question and its answer. */
export const conversation = ({ titles, question, answer }: StateWords): readonly SeededThread[] => [
  { title: titles[0]!, texts: [question, answer] },
]

/** A conversation whose answer is this markdown, or these parts. */
export const answered =
  (answer: string | readonly object[], question?: string) =>
  (words: StateWords): readonly SeededThread[] => [
    { title: words.titles[0]!, texts: [question ?? words.question, answer] },
  ]

/** Conversations of today, yesterday, last week and earlier. */
export const conversations = ({
  titles,
  question,
  answer,
}: StateWords): readonly SeededThread[] => {
  const ages = [0, 0, 1, 1, 3, 6, 40, 75]
  return titles.map((title, index) => ({
    title,
    texts: [question, answer],
    daysAgo: ages[index] ?? 90,
  }))
}
