import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'
import { queueMissingFacts } from '../facts/facts-due.ts'

type TextType = StoreDialect['textType']

/** Facts of answers and conversations, figures by day, and prompts. Facts of existing answers are written later, in steps. */
export const facts = ({
  textType,
  isShared,
}: Pick<StoreDialect, 'textType' | 'isShared'>): Migration => ({
  async up(db: Kysely<unknown>) {
    await createAnswerTables(db, textType)
    await createThreadTables(db, textType)
    await createDailyTables(db, textType)
    await createPromptTables(db, textType)
    for (const statement of isShared ? POSTGRES_LOOSENING : SQLITE_LOOSENING) {
      await statement.execute(db)
    }
    await queueMissingFacts(db)
  },
})

/** A table with columns of text that are never null. */
const createTable = (
  db: Kysely<unknown>,
  name: string,
  columns: readonly string[],
  textType: TextType,
) =>
  columns.reduce<CreateTableBuilder<string, string>>(
    (table, column) => table.addColumn(column, textType, (made) => made.notNull()),
    db.schema.createTable(name),
  )

const createIndex = (
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: readonly string[],
) =>
  db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute()

const ofMessage = (table: CreateTableBuilder<string, string>, name: string) =>
  table
    .addPrimaryKeyConstraint(`${name}_message`, ['thread_id', 'message_id'])
    .addForeignKeyConstraint(
      `${name}_of_message`,
      ['thread_id', 'message_id'],
      'messages',
      ['thread_id', 'id'],
      (key) => key.onDelete('cascade'),
    )

const ofThread = (table: CreateTableBuilder<string, string>, name: string) =>
  table.addForeignKeyConstraint(`${name}_of_thread`, ['thread_id'], 'threads', ['id'], (key) =>
    key.onDelete('cascade'),
  )

async function createAnswerTables(db: Kysely<unknown>, textType: TextType) {
  const place = ['thread_id', 'message_id']
  await ofMessage(
    createTable(db, 'facts_due', [...place, 'due_at'], textType),
    'facts_due',
  ).execute()
  await createIndex(db, 'facts_due_first', 'facts_due', ['due_at', 'thread_id', 'message_id'])
  const texts = ['project_id', 'day', 'assistant', 'language', 'started_at', 'ended_at', 'state']
  await ofMessage(
    createTable(db, 'answer_facts', [...place, ...texts, 'tools', 'sources'], textType)
      .addColumn('question_id', textType)
      .addColumn('model', textType)
      .addColumn('first_word_ms', 'integer')
      .addColumn('whole_ms', 'integer', (column) => column.notNull())
      .addColumn('input_tokens', 'integer')
      .addColumn('cached_tokens', 'integer')
      .addColumn('output_tokens', 'integer')
      .addColumn('reasoning_tokens', 'integer')
      .addColumn('cost_micros', 'double precision')
      .addColumn('error', textType)
      .addColumn('is_unanswered', 'integer', (column) => column.notNull())
      .addColumn('is_repeated', 'integer', (column) => column.notNull())
      .addColumn('rating', textType)
      .addColumn('trouble', 'integer', (column) => column.notNull())
      .addColumn('page', textType),
    'answer_facts',
  ).execute()
  const inOrder = ['project_id', 'ended_at', 'message_id']
  await createIndex(db, 'answer_facts_in_order', 'answer_facts', inOrder)
  await sql`create index answer_facts_troubled on answer_facts (project_id, ended_at, message_id)
    where trouble > 0`.execute(db)
  await sql`create index answer_facts_with_tools on answer_facts (project_id, ended_at, message_id)
    where tools <> '[]'`.execute(db)
  const question = ['answer_id', 'project_id', 'asked_at', 'text', 'words']
  await ofMessage(
    createTable(db, 'asked_questions', [...place, ...question], textType),
    'asked_questions',
  ).execute()
  await createIndex(db, 'asked_questions_in_order', 'asked_questions', [
    'project_id',
    'asked_at',
    'message_id',
  ])
}

async function createThreadTables(db: Kysely<unknown>, textType: TextType) {
  await ofThread(
    db.schema
      .createTable('thread_facts')
      .addColumn('thread_id', textType, (column) => column.primaryKey().notNull())
      .addColumn('project_id', textType, (column) => column.notNull())
      .addColumn('last_at', textType, (column) => column.notNull())
      .addColumn('answers', 'integer', (column) => column.notNull())
      .addColumn('good', 'integer', (column) => column.notNull())
      .addColumn('bad', 'integer', (column) => column.notNull())
      .addColumn('cost_micros', 'double precision')
      .addColumn('question_id', textType),
    'thread_facts',
  ).execute()
  await createIndex(db, 'thread_facts_in_order', 'thread_facts', [
    'project_id',
    'last_at',
    'thread_id',
  ])
  await ofThread(
    createTable(
      db,
      'thread_tags',
      ['project_id', 'tag', 'thread_id', 'last_at'],
      textType,
    ).addPrimaryKeyConstraint('thread_tags_tag', ['project_id', 'tag', 'thread_id']),
    'thread_tags',
  ).execute()
  await createIndex(db, 'thread_tags_in_order', 'thread_tags', [
    'project_id',
    'tag',
    'last_at',
    'thread_id',
  ])
  await createIndex(db, 'thread_tags_of', 'thread_tags', ['thread_id', 'tag'])
}

const COUNTS = [
  'visitors',
  'conversations',
  'answers',
  'unpriced',
  'unanswered',
  'errors',
  'stopped',
  'repeated',
  'good',
  'bad',
]
// Sums may pass 2^31, and the driver of Postgres would return a `bigint` as text.
const SUMS = ['input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens', 'cost_micros']

async function createDailyTables(db: Kysely<unknown>, textType: TextType) {
  const key = ['project_id', 'day', 'assistant', 'model', 'language']
  let figures = createTable(db, 'daily_figures', key, textType)
  for (const name of COUNTS)
    figures = figures.addColumn(name, 'integer', (column) => column.notNull())
  for (const name of SUMS)
    figures = figures.addColumn(name, 'double precision', (column) => column.notNull())
  await figures.addPrimaryKeyConstraint('daily_figures_key', key).execute()
  await createTable(db, 'daily_speeds', key, textType)
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('answers', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_speeds_key', [...key, 'bucket'])
    .execute()
  const visitor = ['project_id', 'user_hash', 'day']
  await createTable(db, 'daily_visitors', [...visitor, 'counted_at'], textType)
    .addPrimaryKeyConstraint('daily_visitors_key', visitor)
    .execute()
  await createIndex(db, 'daily_visitors_by_age', 'daily_visitors', ['counted_at'])
}

async function createPromptTables(db: Kysely<unknown>, textType: TextType) {
  const text = ['project_id', 'hash']
  await createTable(db, 'prompt_texts', [...text, 'text'], textType)
    .addPrimaryKeyConstraint('prompt_texts_key', text)
    .execute()
  await createTable(db, 'loose_prompt_texts', text, textType)
    .addPrimaryKeyConstraint('loose_prompt_texts_key', text)
    .execute()
  const use = ['thread_id', 'hash']
  await ofThread(
    createTable(
      db,
      'prompt_uses',
      [...use, 'project_id', 'used_on'],
      textType,
    ).addPrimaryKeyConstraint('prompt_uses_key', use),
    'prompt_uses',
  ).execute()
  await createIndex(db, 'prompt_uses_of_text', 'prompt_uses', text)
  await createIndex(db, 'prompt_uses_by_age', 'prompt_uses', [
    'project_id',
    'used_on',
    'thread_id',
    'hash',
  ])
  await ofMessage(
    createTable(
      db,
      'answer_prompts',
      ['thread_id', 'message_id', 'project_id', 'made_at', 'data'],
      textType,
    ),
    'answer_prompts',
  ).execute()
  await createIndex(db, 'answer_prompts_by_age', 'answer_prompts', [
    'project_id',
    'made_at',
    'message_id',
  ])
}

const LOOSEN = sql`insert into loose_prompt_texts (project_id, hash)`

const SQLITE_LOOSENING = [
  sql`create trigger prompt_uses_removed after delete on prompt_uses begin
    ${LOOSEN} values (old.project_id, old.hash) on conflict (project_id, hash) do nothing;
  end`,
]

const POSTGRES_LOOSENING = [
  // Ordered, since two transactions that add the same rows in different orders would deadlock.
  sql`create function prompt_uses_removed() returns trigger language plpgsql as $$
    begin
      ${LOOSEN} select distinct project_id, hash from old_rows order by project_id, hash
      on conflict (project_id, hash) do nothing;
      return null;
    end
  $$`,
  sql`create trigger prompt_uses_removed after delete on prompt_uses referencing old table as old_rows
    for each statement execute function prompt_uses_removed()`,
]
