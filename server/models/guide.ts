/** One thing that the demo model can tell about Alcove. */
export interface GuideTopic {
  readonly id: string
  readonly title: string
  /** A question that leads here, offered when nothing else fits. */
  readonly example: string
  /** Beginnings of words; a question with more of them fits better. */
  readonly words: readonly string[]
  /** Markdown. */
  readonly text: string
}

/** Markdown from its lines, so that code fences need no escaping. */
export const markdown = (...lines: readonly string[]): string => lines.join('\n')

export interface GuideHit {
  readonly topic: GuideTopic
  /** The words of the question that led here. */
  readonly matches: readonly string[]
  /** Higher fits better; a word of the topic's own list counts more than one of its text. */
  readonly score: number
}

const TITLE_POINTS = 3
const TEXT_POINTS = 1
const MIN_TEXT_WORD_LENGTH = 4

/** Topics for a question by the words of each topic's list, the best first; empty when none fits. */
export function matchTopics(topics: readonly GuideTopic[], question: string): readonly GuideHit[] {
  const words = readWords(question)
  return rank(topics, (topic) => {
    const matches = words.filter((word) => topic.words.some((start) => word.startsWith(start)))
    return { topic, matches, score: matches.length }
  })
}

/** A full search over titles, word lists and texts, the best first. */
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
