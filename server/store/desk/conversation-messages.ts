import { sql } from 'kysely'
import { inStatements, type Database, type Queryable } from '../database.ts'
import { toMessageRows, type MessageRow } from '../message-rows.ts'
import type { AnswerFactsTable } from '../facts/fact-tables.ts'
import { readFixes, type FixRow } from './answer-fixes.ts'

/** Messages of a conversation that the desk shows, the newest. */
export const SHOWN_MESSAGES_MAX = 1_000
/** Maximum of their contents, as JSON text in UTF-8; a single message may be larger. */
export const SHOWN_BYTES_MAX = 4_194_304
/** Maximum of contents that one statement reads: SQLite reads them in one turn of the event loop. */
const BYTES_PER_STATEMENT = 524_288
const FEEDBACK_SCORE = 'feedback'
/** Messages whose ratings one statement reads: comments may be long. */
const RATED_PER_STATEMENT = 100

/** A person's rating of a message. */
export interface RatingRow {
  readonly messageId: string
  /** 1: good. */
  readonly value: number | null
  readonly comment: string | null
}

const FACT_COLUMNS = [
  'message_id',
  'assistant',
  'model',
  'state',
  'error',
  'first_word_ms',
  'whole_ms',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_micros',
  'is_unanswered',
] as const

export type AnswerFactsRow = Pick<AnswerFactsTable, (typeof FACT_COLUMNS)[number]>

/** The newest messages of a conversation, parents before their children, with what is known of them. */
export interface ConversationMessages {
  readonly messages: readonly MessageRow[]
  /** True if older ones were left out. */
  readonly isCut: boolean
  readonly ratings: readonly RatingRow[]
  /** By message. */
  readonly facts: ReadonlyMap<string, AnswerFactsRow>
  /** Messages whose prompt was kept, or whose answer used the owner's pages. */
  readonly withReasons: ReadonlySet<string>
  /** The oldest first. */
  readonly fixes: readonly FixRow[]
}

export function createConversationMessageQueries({ read }: Database) {
  return {
    /** Empty if the project has no such thread. */
    messages: (projectId: string, threadId: string): Promise<ConversationMessages> =>
      read(async (db) => {
        const { ids, isCut } = await newestIds(db, projectId, threadId)
        const messages: MessageRow[] = []
        for (const some of ids) messages.push(...(await readMessages(db, threadId, some)))
        const shown = messages.map(({ id }) => id)
        return {
          messages: messages.toSorted(inOrder),
          isCut,
          ratings: await readRatings(db, threadId, shown),
          facts: await readFacts(db, threadId, shown),
          withReasons: await readReasoned(db, threadId, shown),
          fixes: await readFixes(db, threadId, shown),
        }
      }),
  }
}

const inOrder = (a: MessageRow, b: MessageRow): number =>
  a.height - b.height || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0)

/** In groups for one statement each. */
async function newestIds(db: Queryable, projectId: string, threadId: string) {
  const rows = await db
    .selectFrom('messages')
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .where('thread_id', '=', threadId)
    .where('project_id', '=', projectId)
    .orderBy('height', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MESSAGES_MAX + 1)
    .execute()
  const ids: string[][] = []
  let total = 0
  let ofGroup = Infinity
  for (const [index, { id, bytes }] of rows.entries()) {
    total += bytes
    const isTooMuch = index > 0 && total > SHOWN_BYTES_MAX
    if (index === SHOWN_MESSAGES_MAX || isTooMuch) return { ids, isCut: true }
    ofGroup += bytes
    if (ofGroup > BYTES_PER_STATEMENT || ids.at(-1)!.length === 100) {
      ids.push([])
      ofGroup = bytes
    }
    ids.at(-1)!.push(id)
  }
  return { ids, isCut: false }
}

async function readMessages(db: Queryable, threadId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('id', 'in', ids)
    .execute()
  return toMessageRows(rows)
}

async function readRatings(
  db: Queryable,
  threadId: string,
  ids: readonly string[],
): Promise<readonly RatingRow[]> {
  const ratings: RatingRow[] = []
  for (const some of inStatements(ids, RATED_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('scores')
      .select(['message_id', 'value', 'comment'])
      .where('thread_id', '=', threadId)
      .where('name', '=', FEEDBACK_SCORE)
      .where('message_id', 'in', some)
      .orderBy('updated_at')
      .limit(SHOWN_MESSAGES_MAX)
      .execute()
    for (const { message_id, value, comment } of rows) {
      ratings.push({ messageId: message_id ?? '', value, comment })
    }
  }
  return ratings
}

async function readFacts(db: Queryable, threadId: string, ids: readonly string[]) {
  const facts = new Map<string, AnswerFactsRow>()
  for (const some of inStatements(ids)) {
    const rows = await db
      .selectFrom('answer_facts')
      .select(FACT_COLUMNS)
      .where('thread_id', '=', threadId)
      .where('message_id', 'in', some)
      .execute()
    for (const row of rows) facts.set(row.message_id, row)
  }
  return facts
}

async function readReasoned(db: Queryable, threadId: string, ids: readonly string[]) {
  const found = new Set<string>()
  for (const table of ['answer_prompts', 'answer_knowledge'] as const) {
    for (const some of inStatements(ids)) {
      const rows = await db
        .selectFrom(table)
        .select('message_id')
        .where('thread_id', '=', threadId)
        .where('message_id', 'in', some)
        .execute()
      for (const row of rows) found.add(row.message_id)
    }
  }
  return found
}
