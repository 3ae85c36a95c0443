import { isRowId } from '../../shared/ids.ts'
import { createThreadChanges } from './change-threads.ts'
import type { Database, Queryable } from './database.ts'
import type { Scope } from './scope.ts'
import { createSearchTurns } from './search/search-turns.ts'
import { searchThreads, type ThreadMatch, type ThreadSearch } from './search/search-threads.ts'
import type { ThreadsTable } from './tables.ts'
import {
  findThread,
  insertThread,
  selectThreads,
  toThreadRow,
  type NewThread,
  type ThreadRow,
} from './thread-rows.ts'

export interface ThreadPage {
  /** Both kinds if undefined. */
  readonly isArchived?: boolean
  readonly limit: number
  /** The last thread id of the page before. Unknown here: the page is empty. */
  readonly after?: string
  /**
   * The `lastMessageAt` of this last thread in the page before. With it the page starts at that place of the
   * list, whatever happened to the thread: no unchanged thread comes twice.
   */
  readonly afterTime?: string
}

export interface ProjectThreadPage extends ThreadPage {
  readonly workspaceId?: string
}

export function createThreadQueries(database: Database) {
  const { read, write, now } = database
  const takeTurn = createSearchTurns()

  /** By row id or by `external_id` in the scope's workspace. */
  const byEither = (scope: Scope, idOrExternalId: string): Promise<ThreadRow | undefined> =>
    read(async (db) => {
      const byId = inWorkspace(db, now(), scope).where('id', '=', idOrExternalId)
      const row =
        (await byId.executeTakeFirst()) ??
        (await named(db, now(), scope, idOrExternalId).executeTakeFirst())
      return row && toThreadRow(row)
    })

  /** By `external_id` alone: a name may look like another thread's row id. */
  async function byExternalId(scope: Scope, externalId: string): Promise<ThreadRow | undefined> {
    const row = await read((db) => named(db, now(), scope, externalId).executeTakeFirst())
    return row && toThreadRow(row)
  }

  return {
    ...createThreadChanges(database),
    /** A known `externalId` of the workspace returns the existing thread. */
    create: (scope: Scope, thread: NewThread): Promise<ThreadRow> =>
      write(async (trx) => {
        const at = now()
        const made = await insertThread(trx, scope, thread, at)
        if (made) return toThreadRow(made)
        const known = named(trx, at, scope, thread.externalId ?? '')
        return toThreadRow(await known.executeTakeFirstOrThrow())
      }),
    find: byEither,
    /** The same, for a client's name of a thread: a name without the form of a row id costs one query. */
    findByName: (scope: Scope, name: string): Promise<ThreadRow | undefined> =>
      isRowId('thread', name) ? byEither(scope, name) : byExternalId(scope, name),
    findNamed: byExternalId,
    /** Newest `lastMessageAt` first, then id, descending. */
    list: (scope: Scope, page: ThreadPage): Promise<readonly ThreadRow[]> =>
      read((db) => {
        const { projectId, workspaceId } = scope
        const findLast = (id: string) => findThread(db, scope, id)
        return listPage(db, now(), projectId, { ...page, workspaceId }, findLast)
      }),
    /**
     * Threads of both kinds with all words in their title or in one message: titles first, then the most
     * recent messages.
     */
    async search(scope: Scope, search: ThreadSearch): Promise<readonly ThreadMatch[]> {
      const end = await takeTurn(
        JSON.stringify([scope.projectId, scope.workspaceId]),
        search.signal,
      )
      if (!end) return []
      try {
        return await read((db) => searchThreads(db, database, scope, search))
      } finally {
        end()
      }
    },
    /** Number of the workspace's threads; counts no further than `max`. */
    count: (scope: Scope, max: number): Promise<number> =>
      read((db) => countThreads(db, scope, max)),
    /** Of all workspaces, for the project's own server; order as in `list`. */
    listProject: (projectId: string, page: ProjectThreadPage): Promise<readonly ThreadRow[]> =>
      read((db) => {
        const findLast = (id: string) => inProject(db, now(), projectId, id).executeTakeFirst()
        return listPage(db, now(), projectId, page, findLast)
      }),
    /** Of any workspace, by row id. */
    async findInProject(projectId: string, id: string): Promise<ThreadRow | undefined> {
      const row = await read((db) => inProject(db, now(), projectId, id).executeTakeFirst())
      return row && toThreadRow(row)
    },
  }
}

const inWorkspace = (db: Queryable, now: string, { projectId, workspaceId }: Scope) =>
  selectThreads(db, now).where('project_id', '=', projectId).where('workspace_id', '=', workspaceId)

const named = (db: Queryable, now: string, scope: Scope, externalId: string) =>
  inWorkspace(db, now, scope).where('external_id', '=', externalId)

const inProject = (db: Queryable, now: string, projectId: string, id: string) =>
  selectThreads(db, now).where('project_id', '=', projectId).where('id', '=', id)

/** Newest `last_message_at` first, then id, descending. */
async function listPage(
  db: Queryable,
  now: string,
  projectId: string,
  { isArchived, limit, workspaceId, after, afterTime }: ProjectThreadPage,
  findLast: (id: string) => Promise<Pick<ThreadsTable, 'id' | 'last_message_at'> | undefined>,
): Promise<readonly ThreadRow[]> {
  let query = selectThreads(db, now)
    .where('project_id', '=', projectId)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived ? 1 : 0)
  if (after !== undefined) {
    // The end of the page before as its caller saw it, or that thread's current place.
    const last =
      afterTime === undefined ? await findLast(after) : { id: after, last_message_at: afterTime }
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('last_message_at', 'id'), '<', tuple(last.last_message_at, last.id)),
    )
  }
  return (await query.execute()).map(toThreadRow)
}

/** Reads at most `max` rows. */
async function countThreads(db: Queryable, scope: Scope, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('threads')
        .select('id')
        .where('project_id', '=', scope.projectId)
        .where('workspace_id', '=', scope.workspaceId)
        // Without an order, Postgres may scan the table until it has found enough.
        .orderBy('id')
        .limit(max)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
