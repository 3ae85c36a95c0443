import type { Selectable } from 'kysely'
import { createRowId } from '../../shared/ids.ts'
import type { Database, Queryable } from './database.ts'
import { toScope } from './row-scope.ts'
import type { NewScore, Scope, ScoreQueries, ScoreRow } from './store.ts'
import type { ScoresTable } from './tables.ts'

type Target = Pick<ScoreRow, 'threadId' | 'messageId' | 'runId'>

export function createScoreQueries(database: Database): ScoreQueries {
  return {
    put: (scope, score) => database.write((db) => put(db, scope, score, database.now())),
    find: (scope, name, target) =>
      database.read(async (db) => {
        const row = await byAuthor(db, scope)
          .where('name', '=', name)
          .where('target', '=', toTarget(target))
          .executeTakeFirst()
        return row && toScoreRow(row)
      }),
    remove: (scope, name, target) =>
      database.write(async (db) => {
        await db
          .deleteFrom('scores')
          .where('project_id', '=', scope.projectId)
          .where('workspace_id', '=', scope.workspaceId)
          .where('user_id', '=', scope.userId)
          .where('name', '=', name)
          .where('target', '=', toTarget(target))
          .execute()
      }),
    listOfThread: (scope, threadId, name) =>
      database.read(async (db) => {
        const rows = await byAuthor(db, scope)
          .where('thread_id', '=', threadId)
          .where('name', '=', name)
          .where('message_id', 'is not', null)
          .execute()
        return rows.map(toScoreRow)
      }),
    findInProject: (projectId, id) =>
      database.read(async (db) => {
        const row = await inProject(db, projectId, id).executeTakeFirst()
        return row && toScoreRow(row)
      }),
    listProject: (projectId, page) =>
      database.read(async (db) => {
        let query = db
          .selectFrom('scores')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(page.limit)
        if (page.name !== undefined) query = query.where('name', '=', page.name)
        if (page.after !== undefined) {
          const last = await inProject(db, projectId, page.after).executeTakeFirst()
          if (!last) return []
          query = query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
          )
        }
        return (await query.execute()).map(toScoreRow)
      }),
  }
}

const inProject = (db: Queryable, projectId: string, id: string) =>
  db.selectFrom('scores').selectAll().where('project_id', '=', projectId).where('id', '=', id)

const byAuthor = (db: Queryable, scope: Scope) =>
  db
    .selectFrom('scores')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('user_id', '=', scope.userId)

async function put(db: Queryable, scope: Scope, score: NewScore, now: string): Promise<ScoreRow> {
  const row = await db
    .insertInto('scores')
    .values({
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

/** A message's id is unique in its thread only. As JSON, no id can look like two. */
function toTarget({ threadId, messageId, runId }: Target): string {
  if (runId !== null) return JSON.stringify(['run', runId])
  if (messageId !== null) return JSON.stringify(['message', threadId, messageId])
  return JSON.stringify(['thread', threadId])
}

export function toScoreRow(row: Selectable<ScoresTable>): ScoreRow {
  return {
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
  }
}
