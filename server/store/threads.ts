import { changeThread, removeThread, titleOnce } from './change-thread.ts'
import type { Database, Queryable } from './database.ts'
import { countThreads, findProjectThread, listProjectThreads, listThreads } from './list-threads.ts'
import { moveThreads } from './move-threads.ts'
import type { Scope, ThreadQueries } from './store.ts'
import { findThread, insertThread, toThreadRow } from './thread-rows.ts'

const REPEATABLE = { isRepeatable: true }

export function createThreadQueries(database: Database): ThreadQueries {
  return {
    create: (scope, thread) =>
      database.write(async (trx) => {
        const inserted = await insertThread(trx, scope, thread, database.now())
        return toThreadRow(
          inserted ?? (await named(trx, scope, thread.externalId ?? '').executeTakeFirstOrThrow()),
        )
      }),
    find: (scope, idOrExternalId) =>
      database.read(async (db) => {
        const row = await findThread(db, scope, idOrExternalId)
        return row && toThreadRow(row)
      }),
    findNamed: (scope, externalId) =>
      database.read(async (db) => {
        const row = await named(db, scope, externalId).executeTakeFirst()
        return row && toThreadRow(row)
      }),
    list: (scope, page) => database.read((db) => listThreads(db, scope, page)),
    count: (scope, max) => database.read((db) => countThreads(db, scope, max)),
    update: (scope, idOrExternalId, change) =>
      database.write(
        (trx) => changeThread(trx, database, scope, idOrExternalId, change),
        REPEATABLE,
      ),
    remove: (scope, idOrExternalId) =>
      database.write((trx) => removeThread(trx, database, scope, idOrExternalId)),
    titleOnce: (scope, threadId, title) =>
      database.write((trx) => titleOnce(trx, database, scope, threadId, title), REPEATABLE),
    move: (from, to) =>
      database.write((trx) => moveThreads(trx, database, from, to), { asksAgain: true }),
    listProject: (projectId, page) =>
      database.read((db) => listProjectThreads(db, projectId, page)),
    findInProject: (projectId, id) =>
      database.read(async (db) => {
        const row = await findProjectThread(db, projectId, id)
        return row && toThreadRow(row)
      }),
  }
}

const named = (db: Queryable, scope: Scope, externalId: string) =>
  db
    .selectFrom('threads')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('external_id', '=', externalId)
