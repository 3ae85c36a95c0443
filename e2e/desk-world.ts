import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runOperator, startAlcove, type AlcoveServer } from './alcove-server.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const OWNER = 'ada@shop.example'

/** A question that people ask, and the answer to it. */
interface Topic {
  readonly language: string
  readonly question: string
  readonly words: string
}

const TOPICS: readonly Topic[] = [
  { language: 'en', question: 'When will my order arrive?', words: 'order arrive' },
  { language: 'de', question: 'Wie kann ich etwas zurückgeben?', words: 'zuruckgeben' },
  { language: 'fr', question: 'Puis-je payer en plusieurs fois ?', words: 'payer fois' },
  { language: 'ar', question: 'هل يمكنني تغيير العنوان؟', words: 'تغيير عنوان' },
  { language: 'ja', question: '返品はできますか？', words: '返品' },
]
/** Nothing in the pages answers these. */
export const UNANSWERED: readonly Topic[] = [
  { language: 'en', question: 'Do you ship to Norway?', words: 'ship norway' },
  { language: 'en', question: 'Can I get a gift receipt?', words: 'gift receipt' },
  { language: 'de', question: 'Reparieren Sie Taschen?', words: 'reparieren tasche' },
  { language: 'fr', question: 'Avez-vous un magasin à Lyon ?', words: 'magasin lyon' },
]

const CONVERSATIONS = 2_000
const BAD = 30
const UNANSWERED_COUNT = 12
const DAYS = 7
/** In millionths. */
const COST = 7_500

export interface DeskWorld {
  readonly alcove: AlcoveServer
  readonly url: string
  /** A link that signs the owner in once. */
  makeLink(): Promise<string>
  stop(): Promise<void>
}

/** A server with 2,000 conversations of the last seven days: 30 bad ratings, 12 unanswered questions of 4 kinds. */
export async function startDeskWorld(): Promise<DeskWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-desk-'))
  const alcove = await startAlcove({
    env: { ALCOVE_MODEL: 'demo', ALCOVE_ALLOW_LOCAL_TOOLS: '1' },
    dataDir,
  })
  fillDesk(join(dataDir, 'alcove.db'))
  const url = `http://localhost:${alcove.port}`
  return {
    alcove,
    url,
    async makeLink() {
      const printed = await runOperator(dataDir, 'desk', '--mail', OWNER)
      const [token] = /#token=[\w-]+/.exec(printed) ?? []
      if (token === undefined) throw new Error(`There is no link in: ${printed}`)
      return `${url}/desk/sign-in${token}`
    },
    async stop() {
      await alcove.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Writes the rows of the conversations, as the server would have. */
function fillDesk(file: string): void {
  // No limit: the server writes nothing meanwhile.
  const db = new DatabaseSync(file, { timeout: 3_000 })
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>) => {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    db.prepare(`insert into ${table} (${names.join(', ')}) values (${places})`).run(
      ...Object.values(row),
    )
  }
  db.exec('begin immediate')
  const byDay = new Map<string, Record<string, number>>()
  for (let n = 0; n < CONVERSATIONS; n++) addConversation(n, insert, byDay)
  for (const [day, sums] of byDay) {
    insert('daily_figures', {
      project_id: 'default',
      day,
      assistant: 'default',
      model: 'openai/gpt-5',
      language: 'en',
      input_tokens: 1_000 * sums['answers']!,
      cached_tokens: 100,
      output_tokens: 200 * sums['answers']!,
      reasoning_tokens: 10,
      unpriced: 0,
      stopped: 0,
      repeated: 0,
      errors: 0,
      good: 0,
      ...sums,
    })
  }
  db.exec('commit')
  db.close()
}

function addConversation(
  n: number,
  insert: (table: string, row: Readonly<Record<string, string | number | null>>) => void,
  byDay: Map<string, Record<string, number>>,
): void {
  const isUnanswered = n < UNANSWERED_COUNT
  const isBad = !isUnanswered && n < UNANSWERED_COUNT + BAD
  const topic = isUnanswered ? UNANSWERED[n % UNANSWERED.length]! : TOPICS[n % TOPICS.length]!
  const at = new Date(Date.now() - ((n % DAYS) * DAY_MS + n * 1_000 + MINUTE_MS)).toISOString()
  const day = at.slice(0, '2026-11-29'.length)
  const [thread, question, answer] = [`t${n}`, `q${n}`, `a${n}`]
  const owner = { project_id: 'default', workspace_id: `w${n}`, user_id: `w${n}` }
  const text = isBad ? `A bad answer, number ${n}.` : `An answer to “${topic.question}”`
  insert('threads', {
    ...owner,
    id: thread,
    external_id: null,
    title: topic.question,
    is_archived: 0,
    metadata: null,
    last_message_at: at,
    created_at: at,
    updated_at: at,
  })
  const message = (id: string, parent: string | null, role: string, words: string) =>
    insert('messages', {
      project_id: owner.project_id,
      workspace_id: owner.workspace_id,
      id,
      thread_id: thread,
      parent_id: parent,
      external_id: null,
      format: 'aui/v0',
      content: JSON.stringify({ role, content: [{ type: 'text', text: words }] }),
      height: parent === null ? 0 : 1,
      origin: 'server',
      created_at: at,
      updated_at: at,
    })
  message(question, null, 'user', topic.question)
  message(answer, question, 'assistant', text)
  const place = { thread_id: thread, project_id: 'default' }
  insert('answer_facts', {
    ...place,
    message_id: answer,
    question_id: question,
    day,
    assistant: 'default',
    model: 'openai/gpt-5',
    language: topic.language,
    started_at: at,
    ended_at: at,
    first_word_ms: 800,
    whole_ms: 2_000,
    input_tokens: 1_000,
    output_tokens: 200,
    cost_micros: COST,
    state: 'complete',
    is_unanswered: isUnanswered ? 1 : 0,
    is_repeated: 0,
    rating: isBad ? 'bad' : null,
    trouble: isBad ? 32 : isUnanswered ? 16 : 0,
    tools: '[]',
    sources: '[]',
  })
  insert('asked_questions', {
    ...place,
    message_id: question,
    answer_id: answer,
    asked_at: at,
    text: topic.question,
    words: topic.words,
  })
  insert('thread_facts', {
    ...place,
    last_at: at,
    answers: 1,
    good: 0,
    bad: isBad ? 1 : 0,
    cost_micros: COST,
    question_id: question,
  })
  const tags = [
    'assistant:default',
    `language:${topic.language}`,
    ...(isBad ? ['rating:bad'] : []),
    ...(isUnanswered ? ['state:unanswered'] : []),
  ]
  for (const tag of tags) insert('thread_tags', { ...place, tag, last_at: at })
  if (isBad) {
    insert('scores', {
      ...owner,
      id: `s${n}`,
      name: 'feedback',
      target: JSON.stringify(['message', thread, answer]),
      data_type: 'boolean',
      value: 0,
      string_value: null,
      comment: 'Not correct',
      thread_id: thread,
      message_id: answer,
      run_id: null,
      created_at: at,
      updated_at: at,
    })
  }
  const none = { visitors: 0, conversations: 0, answers: 0, cost_micros: 0, unanswered: 0, bad: 0 }
  const sums = byDay.get(day) ?? none
  byDay.set(day, {
    visitors: sums['visitors'] + 1,
    conversations: sums['conversations'] + 1,
    answers: sums['answers'] + 1,
    cost_micros: sums['cost_micros'] + COST,
    unanswered: sums['unanswered'] + (isUnanswered ? 1 : 0),
    bad: sums['bad'] + (isBad ? 1 : 0),
  })
}
