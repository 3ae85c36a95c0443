import { createHash } from 'node:crypto'
import { FEEDBACK_SCORE } from '../../server/store/store.ts'
import type { Bulk, Row } from '../store-bulk.ts'
import type { SeedOwner } from '../store-seed.ts'
import type { SeededThread } from './hold-seed.ts'

/** As many as a conversation has at most. */
const NOTES = 200
const NOTE_CHARACTERS = 4_000
const QUESTION_CHARACTERS = 300
const QUESTION_WORDS = 64
const COMMENT_CHARACTERS = 4_000
const PROMPT_TEXTS = 50
const PROMPT_CHARACTERS = 10_000
const ACTS = 1_000
const BATCH_ROWS = 200

const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))

/** Facts of a thread's messages, each with as much trouble, words, tools, ratings and notes as a person can cause. */
export async function seedDeskRows(
  bulk: Bulk,
  { projectId, workspaceId, userId }: SeedOwner,
  { id, messageIds }: SeededThread,
): Promise<void> {
  const now = Date.now()
  const time = (index: number) => new Date(now - index).toISOString()
  const of = { project_id: projectId, thread_id: id }
  const insert = async (table: string, rows: readonly Row[]) => {
    for (let first = 0; first < rows.length; first += BATCH_ROWS) {
      await bulk.insert(table, rows.slice(first, first + BATCH_ROWS))
    }
  }
  await insert('thread_facts', [
    {
      ...of,
      last_at: time(0),
      answers: messageIds.length,
      good: 0,
      bad: messageIds.length,
      cost_micros: null,
      question_id: messageIds[0]!,
    },
  ])
  await insert(
    'thread_tags',
    list(64, (n) => ({ ...of, tag: `tool:${n}`, last_at: time(0) })),
  )
  await insert(
    'answer_facts',
    messageIds.map((message_id, n) => answerRow({ ...of, message_id }, n, time(n))),
  )
  await insert(
    'asked_questions',
    messageIds.map((message_id, n) => ({
      ...of,
      message_id,
      answer_id: message_id,
      asked_at: time(n),
      text: 'é'.repeat(QUESTION_CHARACTERS),
      words: list(QUESTION_WORDS, (word) => `w${(n * 7 + word * 31) % 9_973}`).join(' '),
    })),
  )
  const comment = 'é, '.repeat(COMMENT_CHARACTERS / 3)
  await insert(
    'scores',
    messageIds.map((message_id, n) => ({
      ...of,
      id: `score_${message_id}`,
      workspace_id: workspaceId,
      user_id: userId,
      name: FEEDBACK_SCORE,
      target: message_id,
      data_type: 'boolean',
      value: 0,
      string_value: null,
      comment,
      message_id,
      run_id: null,
      created_at: time(n),
      updated_at: time(n),
    })),
  )
  await insert(
    'conversation_notes',
    list(NOTES, (n) => ({
      ...of,
      id: `note_${id}_${n}`,
      message_id: null,
      person_id: 'somebody',
      mail: 'bob@shop.example',
      text: 'é'.repeat(NOTE_CHARACTERS),
      created_at: time(n),
    })),
  )
}

/** The prompt of a message, in as many long texts as a call may have. */
export async function seedPrompt(
  bulk: Bulk,
  projectId: string,
  threadId: string,
  messageId: string,
) {
  const texts = list(PROMPT_TEXTS, (n) => `${n} ada@shop.example `.repeat(PROMPT_CHARACTERS / 20))
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const text of texts) {
    await bulk.insert('prompt_texts', [{ project_id: projectId, hash: hashOf(text), text }])
  }
  const messages = texts.map((text) => ({ role: 'user', hash: hashOf(text) }))
  await bulk.insert('answer_prompts', [
    {
      thread_id: threadId,
      message_id: messageId,
      project_id: projectId,
      made_at: new Date().toISOString(),
      data: JSON.stringify([{ messages, tools: [] }]),
    },
  ])
}

/** Rows of the audit log. */
export async function seedActs(bulk: Bulk, projectId: string) {
  const details = JSON.stringify({ device: 'é'.repeat(1_000) })
  const rows = list(ACTS, (n) => ({
    id: `act_${n}`,
    at: new Date(Date.now() - n).toISOString(),
    person_id: null,
    mail: null,
    project_id: projectId,
    act: 'note.add',
    target: null,
    user_id: null,
    details,
  }))
  for (let first = 0; first < ACTS; first += BATCH_ROWS) {
    await bulk.insert('desk_audit', rows.slice(first, first + BATCH_ROWS))
  }
}

const TOOLS = JSON.stringify(list(64, (n) => ({ name: `tool ${n}`, failed: n % 2 === 0 })))

const answerRow = (place: Row, n: number, at: string): Row => ({
  ...place,
  question_id: place['message_id']!,
  day: at.slice(0, '2026-11-29'.length),
  assistant: `assistant ${n % 50}`,
  model: `model ${n % 50}`,
  language: 'en',
  started_at: at,
  ended_at: at,
  first_word_ms: 1,
  whole_ms: 2,
  input_tokens: null,
  cached_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  cost_micros: null,
  state: 'error',
  error: 'é'.repeat(500),
  is_unanswered: 1,
  is_repeated: 1,
  rating: 'bad',
  trouble: 63,
  tools: TOOLS,
  sources: '[]',
  page: null,
})
