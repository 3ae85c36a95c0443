import { sql } from 'kysely'
import { inStatements, type Queryable } from '../database.ts'
import type { ConversationPlace } from './conversation-walk.ts'

/** A conversation in the desk's list. Nothing in it is masked but `question`. */
export interface ConversationFacts extends ConversationPlace {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  readonly title: string | null
  /** The first question: its beginning, masked. Null: it is gone. */
  readonly question: string | null
  readonly startedAt: string
  readonly answers: number
  readonly good: number
  readonly bad: number
  /** In millionths of the currency; null: no answer had a price. */
  readonly costMicros: number | null
  readonly tags: readonly string[]
  readonly notes: number
}

/** Tags of one conversation that a list shows. */
const TAGS_MAX = 100

/**
 * In the order of the ids, without those that are gone.
 *
 * @param projectId undefined: the ids come from a list of the right projects.
 */
export async function readConversationFacts(
  db: Queryable,
  projectId: string | undefined,
  ids: readonly string[],
): Promise<readonly ConversationFacts[]> {
  const facts: ConversationFacts[] = []
  for (const some of inStatements(ids)) facts.push(...(await readSome(db, projectId, some)))
  return facts
}

async function readSome(db: Queryable, projectId: string | undefined, ids: readonly string[]) {
  const rows = await db
    .selectFrom('threads')
    // Facts of a new answer come a moment later.
    .leftJoin('thread_facts', 'thread_facts.thread_id', 'threads.id')
    .leftJoin('asked_questions', (join) =>
      join
        .onRef('asked_questions.thread_id', '=', 'thread_facts.thread_id')
        .onRef('asked_questions.message_id', '=', 'thread_facts.question_id'),
    )
    .select([
      'threads.id',
      'threads.last_message_at',
      'thread_facts.last_at',
      'thread_facts.answers',
      'thread_facts.good',
      'thread_facts.bad',
      'thread_facts.cost_micros',
      'threads.project_id',
      'threads.workspace_id',
      'threads.user_id',
      'threads.title',
      'threads.created_at',
      'asked_questions.text',
    ])
    .$if(projectId !== undefined, (query) => query.where('threads.project_id', '=', projectId!))
    .where('threads.id', 'in', ids)
    .execute()
  const tags = await readTags(db, ids)
  const notes = await countNotes(db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id): readonly ConversationFacts[] => {
    const row = byId.get(id)
    if (!row) return []
    return [
      {
        id,
        projectId: row.project_id,
        workspaceId: row.workspace_id,
        userId: row.user_id,
        lastAt: row.last_at ?? row.last_message_at,
        title: row.title,
        question: row.text,
        startedAt: row.created_at,
        answers: row.answers ?? 0,
        good: row.good ?? 0,
        bad: row.bad ?? 0,
        costMicros: row.cost_micros,
        tags: tags.get(id) ?? [],
        notes: notes.get(id) ?? 0,
      },
    ]
  })
}

async function readTags(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('thread_tags')
    .select(['thread_id', 'tag'])
    .where('thread_id', 'in', ids)
    .orderBy('thread_id')
    .orderBy('tag')
    .limit(ids.length * TAGS_MAX)
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.thread_id)].map(([id, some]) => [
      id,
      some.map(({ tag }) => tag),
    ]),
  )
}

async function countNotes(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('conversation_notes')
    .select(['thread_id', sql<number | string>`count(*)`.as('count')])
    .where('thread_id', 'in', ids)
    .groupBy('thread_id')
    .execute()
  return new Map(rows.map((row) => [row.thread_id, Number(row.count)]))
}
