import { Kysely } from 'kysely'
import type { StorePlace } from '../../../scripts/store-place.ts'
import { createPostgresDialect } from '../dialect-postgres.ts'
import { createSqliteDialect } from '../dialect-sqlite.ts'
import type { DailyFiguresTable } from '../facts/fact-tables.ts'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** An answer with its question, for reports. */
export interface AnswerOfTest {
  readonly project: string
  readonly thread: string
  readonly message: string
  readonly at: string
  readonly question: string
  readonly words?: string
  readonly answer?: string
  readonly trouble?: number
  readonly isUnanswered?: boolean
  readonly rating?: 'good' | 'bad' | null
  readonly comment?: string | null
  readonly tools?: string
}

/** Figures of a day, for reports. */
export type FiguresOfTest = { readonly [Name in keyof DailyFiguresTable]: DailyFiguresTable[Name] }

/** Lends a connection to write rows that only reports read. */
export async function withRows(
  place: Omit<StorePlace, 'remove'>,
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const dialect = place.databaseUrl
    ? createPostgresDialect(place.databaseUrl, () => {})
    : createSqliteDialect(place.dataDir)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** Adds projects, but the one that each database has. */
export const addProjects = (db: Kysely<Tables>, ids: readonly string[], at: string) =>
  insertEach(db, 'projects', ids, (id) => ({
    id,
    name: id,
    created_at: at,
    suspended_at: null,
    named_only_since: null,
    work_bits: null,
  }))

/** Adds answers with their threads, messages, facts and ratings. */
export async function addAnswers(
  db: Kysely<Tables>,
  answers: readonly AnswerOfTest[],
): Promise<void> {
  const owner = { workspace_id: 'w', user_id: 'u' }
  const threads = [...new Map(answers.map((each) => [each.thread, each])).values()]
  await insertEach(db, 'threads', threads, ({ thread, project, at }) => ({
    ...owner,
    project_id: project,
    id: thread,
    external_id: null,
    title: null,
    is_archived: 0,
    metadata: null,
    last_message_at: at,
    created_at: at,
    updated_at: at,
  }))
  const message = ({ project, thread, at }: AnswerOfTest) => ({
    workspace_id: 'w',
    project_id: project,
    thread_id: thread,
    external_id: null,
    format: 'aui/v0',
    created_at: at,
    updated_at: at,
  })
  const write = (role: string, text: string) =>
    JSON.stringify({ role, content: [{ type: 'text', text }] })
  await insertEach(db, 'messages', answers, (each) => ({
    ...message(each),
    id: `q${each.message}`,
    parent_id: null,
    content: write('user', each.question),
    height: 0,
  }))
  await insertEach(db, 'messages', answers, (each) => ({
    ...message(each),
    id: each.message,
    parent_id: `q${each.message}`,
    content: write('assistant', each.answer ?? `Answer to: ${each.question}`),
    height: 1,
  }))
  await insertEach(db, 'answer_facts', answers, (each) => ({
    thread_id: each.thread,
    message_id: each.message,
    project_id: each.project,
    question_id: `q${each.message}`,
    day: each.at.slice(0, 10),
    assistant: 'default',
    model: 'm',
    language: 'en',
    started_at: each.at,
    ended_at: each.at,
    first_word_ms: 1,
    whole_ms: 2,
    state: 'complete',
    is_unanswered: each.isUnanswered === true ? 1 : 0,
    is_repeated: 0,
    rating: each.rating ?? null,
    trouble: each.trouble ?? 0,
    tools: each.tools ?? '[]',
    sources: '[]',
  }))
  await insertEach(db, 'asked_questions', answers, (each) => ({
    thread_id: each.thread,
    message_id: `q${each.message}`,
    answer_id: each.message,
    project_id: each.project,
    asked_at: each.at,
    text: each.question,
    words: each.words ?? each.question.toLowerCase(),
  }))
  await insertEach(
    db,
    'scores',
    answers.filter(({ rating }) => rating !== undefined && rating !== null),
    (each) => ({
      ...owner,
      id: `s${each.message}`,
      project_id: each.project,
      name: 'feedback',
      target: each.message,
      data_type: 'boolean',
      value: each.rating === 'good' ? 1 : 0,
      string_value: null,
      comment: each.comment ?? null,
      thread_id: each.thread,
      message_id: each.message,
      run_id: null,
      created_at: each.at,
      updated_at: each.at,
    }),
  )
}

export const addFigures = (db: Kysely<Tables>, rows: readonly FiguresOfTest[]) =>
  insertEach(db, 'daily_figures', rows, (row) => row)

async function insertEach<Item>(
  db: Kysely<Tables>,
  table: keyof Tables,
  items: readonly Item[],
  createRow: (item: Item) => Record<string, string | number | null>,
): Promise<void> {
  const numbers = items.map((_, index) => index)
  await insertAll(db, table, numbers, (n) => createRow(items[n]!))
}
