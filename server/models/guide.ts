/** A topic about Alcove that the demo model knows. */
export interface GuideTopic {
  readonly id: string
  readonly title: string
  /** A question with this answer, offered if no other topic fits. */
  readonly example: string
  /** Beginnings of words; a topic with more matches fits better. */
  readonly words: readonly string[]
  /** Markdown. */
  readonly text: string
}

/** Joins markdown from its lines, so that code fences need no escaping. */
export const markdown = (...lines: readonly string[]): string => lines.join('\n')

export interface GuideHit {
  readonly topic: GuideTopic
  /** The words of the question that matched. */
  readonly matches: readonly string[]
  /** Higher fits better; a word of the topic's own list counts more than a word of its text. */
  readonly score: number
}

const TITLE_POINTS = 3
const TEXT_POINTS = 1
const MIN_TEXT_WORD_LENGTH = 4

/** Finds topics for a question by the words of each topic's list, the best first; empty if none fits. */
export function matchTopics(topics: readonly GuideTopic[], question: string): readonly GuideHit[] {
  const words = readWords(question)
  return rank(topics, (topic) => {
    const matches = words.filter((word) => topic.words.some((start) => word.startsWith(start)))
    return { topic, matches, score: matches.length }
  })
}

/** Searches titles, word lists and texts, the best match first. */
export function searchTopics(topics: readonly GuideTopic[], query: string): readonly GuideHit[] {
  const words = readWords(query)
  return rank(topics, (topic) => {
    const text = topic.text.toLowerCase()
    const listed = words.filter((word) => topic.words.some((start) => word.startsWith(start)))
    const found = words.filter((word) => word.length >= MIN_TEXT_WORD_LENGTH && text.includes(word))
    const matches = [...new Set([...listed, ...found])]
    return { topic, matches, score: listed.length * TITLE_POINTS + found.length * TEXT_POINTS }
  })
}

export function readWords(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
}

function rank(
  topics: readonly GuideTopic[],
  score: (topic: GuideTopic) => GuideHit,
): readonly GuideHit[] {
  return topics
    .map(score)
    .filter((hit) => hit.score > 0)
    .toSorted((a, b) => b.score - a.score)
}
