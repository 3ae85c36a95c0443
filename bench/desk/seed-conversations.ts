import { maskIndexed } from '../../server/store/desk/mask-steps.ts'
import { conversationPrefix, weekOf } from '../../server/store/desk/conversation-terms.ts'
import { textTerms } from '../../server/store/search/terms.ts'
import { readQuestionWords } from '../../server/desk/facts/question-words.ts'
import type { Bulk, Row } from '../store-bulk.ts'
import { answerRow, scoreRows, seedFigures, type SeededAnswer } from './seed-facts.ts'

export interface DeskScale {
  readonly conversations: number
  readonly messages: number
  /** Measurements of each call. */
  readonly samples: number
}

export const DESK_PROJECT = 'default'
/** Each hundredth conversation belongs to this visitor, whose own list is measured beside. */
export const DESK_VISITOR = { projectId: DESK_PROJECT, workspaceId: 'v', userId: 'v' }
const VISITOR_SHARE = 100
const YEAR_MS = 365 * 86_400_000
/** Texts that the messages have in turns: to split each of a million into words would take an hour. */
const TEXTS = 5_000
const WORDS_PER_TEXT = 60
const VOCABULARY = 20_000
const BATCH_ROWS = 500
/** Characters of a usual question, of which `asked_questions` keeps 300 at most. */
const QUESTION_CHARACTERS = 80
const CHANCES = 1_000

/** Words by their frequency. */
export const SEARCH_WORDS = {
  /** In every second text. */
  frequent: 'parcel',
  /** In one of fifty. */
  usual: 'voucher',
  /** In one of five thousand. */
  rare: 'zeppelin',
  absent: 'nowhere',
}

/** Fills the tables of conversations directly, spread over a year. Returns the ids, the newest first. */
export async function seedConversations(
  bulk: Bulk,
  { conversations, messages }: DeskScale,
): Promise<void> {
  const random = createRandom()
  const texts: Text[] = []
  for (let n = 0; n < TEXTS; n += 1) texts.push(await createText(random, n))
  const now = Date.now()
  const perConversation = Math.round(messages / conversations)
  for (let first = 0; first < conversations; first += BATCH_ROWS) {
    const numbers = Array.from(
      { length: Math.min(BATCH_ROWS, conversations - first) },
      (_, n) => first + n,
    )
    // The oldest first, as they would have come.
    const talks = numbers.map((n) => createTalk(n, now - YEAR_MS * (1 - n / conversations)))
    await bulk.insert('threads', talks.map(threadRow))
    await bulk.insert('thread_facts', talks.map(factsRow))
    await bulk.insert(
      'thread_tags',
      talks.flatMap((talk) => tagsOf(talk, random).map((tag) => tagRow(talk, tag))),
    )
    for (let position = 0; position < perConversation; position++) {
      const said = talks.map((talk) => ({ talk, text: texts[random(TEXTS)]!, position }))
      await bulk.insert('messages', said.map(messageRow))
      await bulk.insert('desk_documents', said.map(documentRow))
      if (position % 2 === 0) continue
      const questions = said.map((answer) => ({ ...answer, position: position - 1 }))
      await bulk.insert('asked_questions', questions.map(questionRow))
      const answers = said.map((answer) => toAnswer(answer, random(CHANCES)))
      await bulk.insert('answer_facts', answers.map(answerRow))
      const scores = answers.flatMap(scoreRows)
      if (scores.length > 0) await bulk.insert('scores', scores)
    }
  }
  await seedFigures(bulk, DESK_PROJECT)
}

interface Talk {
  readonly n: number
  readonly id: string
  readonly at: string
  readonly user: string
}

interface Text {
  readonly text: string
  /** The words of a question. */
  readonly words: string
  readonly terms: readonly string[]
}

interface Said {
  readonly talk: Talk
  readonly text: Text
  readonly position: number
}

/** The same numbers in each run. */
function createRandom() {
  let seed = 1
  return (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
}

async function createText(random: (below: number) => number, n: number): Promise<Text> {
  const words = Array.from({ length: WORDS_PER_TEXT }, () => {
    // Low numbers are frequent, as words of a language are.
    const rank = Math.floor((random(VOCABULARY) * random(VOCABULARY)) / VOCABULARY)
    return `${'abcdefghijklmnopqrstuvwxyz'[rank % 26]}${rank.toString(36)}`
  })
  if (n % 2 === 0) words.push(SEARCH_WORDS.frequent)
  if (n % 50 === 0) words.push(SEARCH_WORDS.usual)
  if (n === 0) words.push(SEARCH_WORDS.rare)
  const text = words.join(' ')
  const asked = await readQuestionWords(text.slice(0, QUESTION_CHARACTERS))
  return { text, words: asked.words.join(' '), terms: [...textTerms(maskIndexed(text))] }
}

const createTalk = (n: number, ms: number): Talk => {
  const number = String(n).padStart(8, '0')
  return {
    n,
    id: `thread_bench${number}`,
    at: new Date(ms).toISOString(),
    user: n % VISITOR_SHARE === 0 ? DESK_VISITOR.userId : `u${n % 5_000}`,
  }
}

const threadRow = ({ id, at, user, n }: Talk): Row => ({
  id,
  project_id: DESK_PROJECT,
  workspace_id: user,
  user_id: user,
  title: `Question ${n}`,
  is_archived: 0,
  external_id: null,
  metadata: null,
  last_message_at: at,
  created_at: at,
  updated_at: at,
})

const factsRow = ({ id, at }: Talk): Row => ({
  thread_id: id,
  project_id: DESK_PROJECT,
  last_at: at,
  answers: 5,
  good: 0,
  bad: 0,
  cost_micros: 1_000,
  question_id: `msg_${id}_0`,
})

const LANGUAGES = ['en', 'en', 'en', 'de', 'fr', 'es', 'ar']

function tagsOf({ n }: Talk, random: (below: number) => number): readonly string[] {
  const tags = [
    'assistant:main',
    `language:${LANGUAGES[random(LANGUAGES.length)]}`,
    `page:https://shop.example/${random(200)}`,
    `source:source_${random(20)}`,
  ]
  if (random(10) === 0) tags.push('rating:good')
  if (random(50) === 0) tags.push('rating:bad')
  if (random(100) === 0) tags.push('state:unanswered')
  // Never together with a bad rating: the slowest pair.
  if (n % 2 === 0) tags.push('tool:even')
  else tags.push('tool:odd')
  return tags
}

const tagRow = ({ id, at }: Talk, tag: string): Row => ({
  project_id: DESK_PROJECT,
  tag,
  thread_id: id,
  last_at: at,
})

const messageId = ({ talk, position }: Said): string => `msg_${talk.id}_${position}`

const messageRow = (said: Said): Row => ({
  id: messageId(said),
  project_id: DESK_PROJECT,
  workspace_id: said.talk.user,
  thread_id: said.talk.id,
  parent_id: said.position === 0 ? null : messageId({ ...said, position: said.position - 1 }),
  external_id: null,
  format: 'aui/v0',
  content: JSON.stringify({
    role: said.position % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: said.text.text }],
  }),
  height: said.position,
  origin: 'client',
  created_at: said.talk.at,
  updated_at: said.talk.at,
})

const questionRow = (said: Said): Row => ({
  thread_id: said.talk.id,
  message_id: messageId(said),
  answer_id: messageId({ ...said, position: said.position + 1 }),
  project_id: DESK_PROJECT,
  asked_at: said.talk.at,
  text: said.text.text.slice(0, QUESTION_CHARACTERS),
  words: said.text.words,
})

const toAnswer = (said: Said, chance: number): SeededAnswer => ({
  projectId: DESK_PROJECT,
  threadId: said.talk.id,
  user: said.talk.user,
  questionId: messageId({ ...said, position: said.position - 1 }),
  messageId: messageId(said),
  at: said.talk.at,
  chance,
})

function documentRow(said: Said): Row {
  const week = weekOf(said.talk.at)
  const prefix = conversationPrefix(DESK_PROJECT, week)
  return {
    project_id: DESK_PROJECT,
    week,
    thread_id: said.talk.id,
    message_id: messageId(said),
    terms: said.text.terms.map((term) => prefix + term).join(' '),
  }
}
