import { changeThread, removeThread, titleOnce } from './change-thread.ts'
import type { Database, Queryable } from './database.ts'
import { countThreads, listProjectThreads, listThreads } from './list-threads.ts'
import { moveThreads } from './move-threads.ts'
import type { Scope, ThreadQueries } from './store.ts'
import { searchThreads } from './search/search-threads.ts'
import { findListed, insertThread, selectThreads, toThreadRow } from './thread-rows.ts'

const REPEATABLE = { isRepeatable: true }

export function createThreadQueries(database: Database): ThreadQueries {
  return {
    create: (scope, thread) =>
      database.write(async (trx) => {
        const now = database.now()
        const inserted = await insertThread(trx, scope, thread, now)
        if (inserted) return toThreadRow(inserted)
        const name = thread.externalId ?? ''
        return toThreadRow(await named(trx, now, scope, name).executeTakeFirstOrThrow())
      }),
    find: (scope, idOrExternalId) =>
      database.read(async (db) => {
        const row = await findListed(db, database.now(), scope, idOrExternalId)
        return row && toThreadRow(row)
      }),
    findNamed: (scope, externalId) =>
      database.read(async (db) => {
        const row = await named(db, database.now(), scope, externalId).executeTakeFirst()
        return row && toThreadRow(row)
      }),
    list: (scope, page) => database.read((db) => listThreads(db, database.now(), scope, page)),
    search: (scope, search) => database.read((db) => searchThreads(db, database, scope, search)),
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
      database.read((db) => listProjectThreads(db, database.now(), projectId, page)),
    findInProject: (projectId, id) =>
      database.read(async (db) => {
        const row = await selectThreads(db, database.now())
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .executeTakeFirst()
        return row && toThreadRow(row)
      }),
  }
}

const named = (db: Queryable, now: string, scope: Scope, externalId: string) =>
  selectThreads(db, now)
    .where('project_id', '=', scope.projectId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('external_id', '=', externalId)
