import type { JsonObject } from '../../shared/json.ts'
import { demoGuide } from './demo-guide.ts'
import { markdown, matchTopics, readWords, searchTopics, type GuideHit } from './guide.ts'

/** The demo model's answer, before it is streamed. */
export interface DemoAnswer {
  readonly reasoning?: string
  readonly search?: { readonly query: string; readonly output: JsonObject }
  readonly text: string
}

const THINK_WORDS = new Set(['think', 'thinking', 'reason', 'reasoning'])
const SEARCH_WORDS = new Set(['tool', 'tools', 'search', 'lookup', 'find'])
const GREETINGS = new Set(['hi', 'hello', 'hey', 'hallo', 'moin', 'salut', 'good'])
const THANKS = new Set(['thanks', 'thank', 'thx'])
const CAPABILITY_PATTERN = /what (can|could|do) you (do|know|offer)|who are you|what is this/i
/** Words that ask for the tool, and have no search term. */
const REQUEST_WORDS = new Set(
  'use a the your please call guide for about and with me to in it of can you call do some i'.split(
    ' ',
  ),
)
const SEARCH_HITS_LIMIT = 3
const QUOTE_LIMIT = 80
/** Matches by which a topic of the guide surely fits. */
const SURE_MATCHES = 2
const SMALL_TALK_WORDS = 4
/** The product's name is in most questions: it decides only if no other topic matches. */
const WEAK_TOPIC = 'about'

/** End of the first answer of a conversation. */
export const DEMO_NOTE = markdown(
  '',
  '',
  '---',
  '',
  '*I am Alcove’s built-in demo model, an offline guide. For real answers set `ALCOVE_MODEL`, for example to `openai/gpt-5`, with `OPENAI_API_KEY`: ask me “How do I connect a real model?”*',
)

/**
 * Chooses an answer by the words of the question. The first answer of a conversation explains the demo.
 *
 * @param examples offered before those of the guide.
 */
export function createDemoAnswer(
  question: string,
  isFirst: boolean,
  examples: readonly string[] = [],
): DemoAnswer {
  const words = readWords(question)
  const hits = orderTopics(matchTopics(demoGuide, question))
  const reasoning = words.some((word) => THINK_WORDS.has(word))
    ? { reasoning: describeChoice(hits) }
    : {}
  const note = isFirst ? DEMO_NOTE : ''
  if (words.some((word) => SEARCH_WORDS.has(word))) {
    const search = runSearch(words, examples)
    return { ...reasoning, search: search.call, text: search.text + note }
  }
  const best = hits[0]
  if (best) return { ...reasoning, text: best.topic.text + note }
  const opening = chooseOpening(words, question)
  return { ...reasoning, text: `${opening} ${offerTopics(examples)}${note || DEMO_NOTE}` }
}

/**
 * True for a question that the guide answers although the owner's pages could be searched: it names Alcove, greets,
 * or shares several words with a topic.
 */
export function isForGuide(question: string): boolean {
  const words = readWords(question)
  const [best] = matchTopics(demoGuide, question)
  const isSmallTalk = words.some((word) => GREETINGS.has(word) || THANKS.has(word))
  return (
    words.includes('alcove') ||
    words.some((word) => THINK_WORDS.has(word)) ||
    (isSmallTalk && words.length <= SMALL_TALK_WORDS) ||
    CAPABILITY_PATTERN.test(question) ||
    (best?.score ?? 0) >= SURE_MATCHES
  )
}

/** True if the guide has a topic for the question. */
export const knowsTopic = (question: string): boolean => matchTopics(demoGuide, question).length > 0

function orderTopics(hits: readonly GuideHit[]): readonly GuideHit[] {
  const strong = hits.filter(({ topic }) => topic.id !== WEAK_TOPIC)
  const weak = hits.filter(({ topic }) => topic.id === WEAK_TOPIC)
  return [...strong, ...weak]
}

function describeChoice(hits: readonly GuideHit[]): string {
  const [best, ...others] = hits
  if (!best) {
    return 'None of the words in this question stands in my guide. I had better say what I can answer.'
  }
  const list = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')
  const rest = others
    .slice(0, SEARCH_HITS_LIMIT)
    .map(({ topic, matches }) => `“${topic.title}” shares ${list(matches)}.`)
  return [
    `I look for the topic that shares most words with the question. “${best.topic.title}” shares ${list(best.matches)}.`,
    ...rest,
    rest.length > 0 ? 'The first one fits best.' : 'No other topic fits.',
  ].join(' ')
}

function runSearch(words: readonly string[], examples: readonly string[]) {
  const isTopical = (word: string) =>
    !SEARCH_WORDS.has(word) && !THINK_WORDS.has(word) && !REQUEST_WORDS.has(word)
  const query = words.filter(isTopical).join(' ') || 'alcove'
  const hits = searchTopics(demoGuide, query).slice(0, SEARCH_HITS_LIMIT)
  const output = {
    query,
    hits: hits.map(({ topic, matches, score }) => ({ title: topic.title, matches, score })),
  }
  const [best, ...others] = hits
  if (!best) {
    return { call: { query, output }, text: `The search found nothing. ${offerTopics(examples)}` }
  }
  const more = others.map(({ topic }) => `- ${topic.title}`)
  const text = markdown(
    `The best match is **${best.topic.title}**.`,
    '',
    best.topic.text,
    ...(more.length > 0 ? ['', 'Also found:', '', ...more] : []),
  )
  return { call: { query, output }, text }
}

function chooseOpening(words: readonly string[], question: string): string {
  if (words.some((word) => THANKS.has(word))) return 'You are welcome.'
  if (words.some((word) => GREETINGS.has(word))) {
    return 'Hello! I am the demo model of Alcove, and I can tell you about it.'
  }
  if (CAPABILITY_PATTERN.test(question)) {
    return 'I am the demo model of Alcove, the chat that you are looking at, and I can tell you about it. I draw lists, tables and code, think aloud, and search my guide when you ask me to.'
  }
  return fallbackOpening(question)
}

function fallbackOpening(question: string): string {
  const words = question.trim().replace(/\s+/g, ' ')
  if (words === '') return 'I know only one subject, and that is Alcove.'
  const quote = [...words].slice(0, QUOTE_LIMIT).join('')
  const dots = quote.length < words.length ? '…' : ''
  // A question may contain markdown.
  const plain = quote.replace(/[\\`*_{}[\]<>()#+\-.!|~]/g, '\\$&')
  return `I know only one subject, and that is Alcove, so I have no answer to “${plain}${dots}”.`
}

function offerTopics(first: readonly string[]): string {
  const examples = [...first, ...demoGuide.map(({ example }) => example)]
  return markdown(
    'Ask me, for example:',
    '',
    ...examples.map((example) => `- ${example}`),
    '- Think about how I connect a model.',
    '- Search the guide for Postgres.',
  )
}
