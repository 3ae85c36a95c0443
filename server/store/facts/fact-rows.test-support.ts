import type { Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** Tables of migration 0023, referring ones first. */
export const FACT_TABLES = [
  'answer_prompts',
  'loose_prompt_texts',
  'prompt_uses',
  'prompt_texts',
  'daily_visitors',
  'daily_speeds',
  'daily_figures',
  'thread_tags',
  'thread_facts',
  'asked_questions',
  'answer_facts',
  'facts_due',
] as const

interface Place {
  readonly projectId: string
  readonly threadId: string
  readonly messageId: string
}

type Row = Record<string, string | number | null>

/** A row of each table of facts, beside an existing message. */
function factRows({ projectId, threadId, messageId }: Place, time: string, n: number) {
  const project = { project_id: projectId }
  const thread = { ...project, thread_id: threadId }
  const place = { thread_id: threadId, message_id: messageId }
  const day = { ...project, day: time.slice(0, 10), assistant: `a${n}`, model: 'm', language: 'en' }
  const hash = `h${n}`
  return {
    facts_due: { ...place, due_at: time },
    answer_facts: {
      ...place,
      ...day,
      question_id: messageId,
      started_at: time,
      ended_at: time,
      first_word_ms: 1,
      whole_ms: 2,
      input_tokens: 1,
      cached_tokens: 1,
      output_tokens: 1,
      reasoning_tokens: 1,
      cost_micros: 5_000_000_000,
      state: 'complete',
      error: null,
      is_unanswered: 0,
      is_repeated: 0,
      rating: null,
      trouble: n % 50 === 0 ? 1 : 0,
      tools: n % 50 === 0 ? '[{"name":"x","failed":false}]' : '[]',
      sources: '[]',
      page: null,
    },
    asked_questions: {
      ...place,
      ...project,
      answer_id: messageId,
      asked_at: time,
      text: 'x',
      words: 'x',
    },
    thread_facts: {
      ...thread,
      last_at: time,
      answers: 1,
      good: 0,
      bad: 0,
      cost_micros: null,
      question_id: messageId,
    },
    thread_tags: { ...thread, tag: 'assistant:default', last_at: time },
    daily_figures: {
      ...day,
      visitors: 1,
      conversations: 1,
      answers: 1,
      unpriced: 0,
      unanswered: 0,
      errors: 0,
      stopped: 0,
      repeated: 0,
      good: 0,
      bad: 0,
      embedding_calls: 1,
      embedding_tokens: 5_000_000_000,
      input_tokens: 1,
      cached_tokens: 0,
      output_tokens: 1,
      reasoning_tokens: 0,
      cost_micros: 1,
    },
    daily_speeds: { ...day, bucket: 1, answers: 1 },
    daily_visitors: { ...project, user_hash: hash, day: day.day, counted_at: time },
    prompt_texts: { ...project, hash, text: 'x' },
    prompt_uses: { ...thread, hash, used_on: day.day },
    loose_prompt_texts: { ...project, hash },
    answer_prompts: { ...place, ...project, made_at: time, data: '[]' },
  } satisfies Record<(typeof FACT_TABLES)[number], Row>
}

/** A row in each table of facts. */
export async function fillFacts(db: Kysely<Tables>, place: Place, time: string): Promise<void> {
  for (const [table, row] of Object.entries(factRows(place, time, 1))) {
    await db
      .insertInto(table as keyof Tables)
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Facts of as many answers, of the threads and messages of `fillTables`. */
export async function fillManyFactRows(
  db: Kysely<Tables>,
  numbers: readonly number[],
  time: string,
): Promise<void> {
  for (const table of FACT_TABLES.toReversed()) {
    const ofThread = /^thread_|^prompt_uses/.test(table)
    await insertAll(db, table, numbers, (n) => {
      const threadId = ofThread ? `t${n}` : 't1'
      return factRows({ projectId: 'p', threadId, messageId: `m${n}` }, time, n)[table]
    })
  }
}
