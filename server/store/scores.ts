import { createRowId } from '../../shared/ids.ts'
import type { Database, Queryable } from './database.ts'
import { FEEDBACK_SCORE, lockRated, settleRating } from './facts/ratings.ts'
import type { NoticePlace } from './notices/tell-notice.ts'
import { toScope, type Scope } from './scope.ts'
import type { ScoresTable, ScoreType } from './tables.ts'

/** Target of a score: exactly one of them; for a message its thread as well, which saves a look-up. */
export interface ScoreTarget {
  readonly threadId: string | null
  readonly messageId: string | null
  readonly runId: string | null
}

/** A user's score of a message, a thread or a run. */
export interface NewScore extends ScoreTarget {
  readonly name: string
  readonly dataType: ScoreType
  readonly value: number | null
  readonly stringValue: string | null
  readonly comment: string | null
}

export interface ScoreRow extends NewScore {
  readonly id: string
  readonly scope: Scope
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ScorePage {
  readonly limit: number
  /** The last score id of the page before. Unknown here: the page is empty. */
  readonly after?: string
  readonly name?: string
}

export function createScoreQueries({ read, write, now, isShared }: Database) {
  return {
    /** Stores a score for each name, target and author: a second one replaces value and comment of the first. */
    put: (scope: Scope, score: NewScore): Promise<ScoreRow> =>
      write((trx) =>
        rated({ trx, isShared, now: now() }, score.name, score, () =>
          put(trx, toColumns(scope, score, now())),
        ),
      ),
    async find(scope: Scope, name: string, target: ScoreTarget): Promise<ScoreRow | undefined> {
      const row = await read((db) =>
        byAuthor(db, scope, name).where('target', '=', toTarget(target)).executeTakeFirst(),
      )
      return row && toScoreRow(row)
    },
    /** Removes this author's score of that name, if there is one. */
    async remove(scope: Scope, name: string, target: ScoreTarget): Promise<void> {
      await write((trx) =>
        rated({ trx, isShared, now: now() }, name, target, () =>
          trx
            .deleteFrom('scores')
            .where('project_id', '=', scope.projectId)
            .where('workspace_id', '=', scope.workspaceId)
            .where('user_id', '=', scope.userId)
            .where('name', '=', name)
            .where('target', '=', toTarget(target))
            .execute(),
        ),
      )
    },
    /** This author's scores of that name for messages of a thread. */
    async listOfThread(scope: Scope, threadId: string, name: string): Promise<readonly ScoreRow[]> {
      const rows = await read((db) =>
        byAuthor(db, scope, name)
          .where('thread_id', '=', threadId)
          .where('message_id', 'is not', null)
          .execute(),
      )
      return rows.map(toScoreRow)
    },
    async findInProject(projectId: string, id: string): Promise<ScoreRow | undefined> {
      const row = await read((db) => inProject(db, projectId, id).executeTakeFirst())
      return row && toScoreRow(row)
    },
    /** Newest first, for the project's own server. */
    listProject: (projectId: string, page: ScorePage): Promise<readonly ScoreRow[]> =>
      read((db) => listProject(db, projectId, page)),
  }
}

/** Changes a score; if it is a person's rating of an answer, its facts follow. */
async function rated<Result>(
  place: NoticePlace,
  name: string,
  { threadId, messageId }: ScoreTarget,
  change: () => Promise<Result>,
): Promise<Result> {
  if (name !== FEEDBACK_SCORE || threadId === null || messageId === null) return change()
  const thread = await lockRated(place.trx, place.isShared, threadId)
  const result = await change()
  if (thread) await settleRating(place, thread, messageId)
  return result
}

const inProject = (db: Queryable, projectId: string, id: string) =>
  db.selectFrom('scores').selectAll().where('project_id', '=', projectId).where('id', '=', id)

const byAuthor = (db: Queryable, scope: Scope, name: string) =>
  db
    .selectFrom('scores')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('user_id', '=', scope.userId)
    .where('name', '=', name)

async function listProject(
  db: Queryable,
  projectId: string,
  { limit, after, name }: ScorePage,
): Promise<readonly ScoreRow[]> {
  let query = db
    .selectFrom('scores')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (name !== undefined) query = query.where('name', '=', name)
  if (after !== undefined) {
    const last = await inProject(db, projectId, after).executeTakeFirst()
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
    )
  }
  return (await query.execute()).map(toScoreRow)
}

async function put(db: Queryable, columns: ScoresTable): Promise<ScoreRow> {
  const row = await db
    .insertInto('scores')
    .values(columns)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'workspace_id', 'user_id', 'name', 'target'])
        .doUpdateSet(({ ref }) => ({
          data_type: ref('excluded.data_type'),
          value: ref('excluded.value'),
          string_value: ref('excluded.string_value'),
          comment: ref('excluded.comment'),
          updated_at: ref('excluded.updated_at'),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toScoreRow(row)
}

const toColumns = (scope: Scope, score: NewScore, now: string): ScoresTable => ({
  id: createRowId('score'),
  project_id: scope.projectId,
  workspace_id: scope.workspaceId,
  user_id: scope.userId,
  name: score.name,
  target: toTarget(score),
  data_type: score.dataType,
  value: score.value,
  string_value: score.stringValue,
  comment: score.comment,
  thread_id: score.threadId,
  message_id: score.messageId,
  run_id: score.runId,
  created_at: now,
  updated_at: now,
})

/** A message's id is unique in its thread only. Written as JSON, so that two ids cannot be confused. */
function toTarget({ threadId, messageId, runId }: ScoreTarget): string {
  if (runId !== null) return JSON.stringify(['run', runId])
  if (messageId !== null) return JSON.stringify(['message', threadId, messageId])
  return JSON.stringify(['thread', threadId])
}

export const toScoreRow = (row: ScoresTable): ScoreRow => ({
  id: row.id,
  scope: toScope(row),
  name: row.name,
  dataType: row.data_type,
  value: row.value,
  stringValue: row.string_value,
  comment: row.comment,
  threadId: row.thread_id,
  messageId: row.message_id,
  runId: row.run_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
