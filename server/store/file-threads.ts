import { sql, type ExpressionBuilder } from 'kysely'
import { inStatements, REPEATABLE, type Database, type Trx } from './database.ts'
import type { Scope } from './scope.ts'
import type { Tables } from './tables.ts'
import { findThread } from './thread-rows.ts'

/** Sorts before every time, so that the file can be removed at once. */
const ALWAYS = ''

/** True for files that are needed: not of a removed thread, and not marked for removal. */
export const isNeeded = ({ eb }: ExpressionBuilder<Tables, 'files'>) =>
  eb('unsent_since', 'is distinct from', ALWAYS)

/**
 * Rows of users without a name, by the same rule as `isReservedId` of `server/auth/identity.ts`: visitors,
 * and users whom a browser's key claims ("`" follows "_"). The index has the same text, without which neither
 * engine would use it.
 */
const IS_UNNAMED = sql<boolean>`(
  (user_id >= 'usr_anon_' and user_id < 'usr_anon\`')
  or (user_id >= 'usr_key_' and user_id < 'usr_key\`')
)`

/** Uploads from before these times that were never sent have expired. */
export interface UnsentEnds {
  /** For named users. */
  readonly named: string
  /** For users without a name: never earlier than `named`. */
  readonly unnamed: string
}

/** Files live as long as a thread that refers to them; others are removed after a while. */
export function createFileThreadQueries({ write, isShared }: Database) {
  return {
    /**
     * Ties the files of a message to its thread, with which they are removed, or with the last of several;
     * files marked for removal are not found. Returns the keys that it did not find: none for a removed
     * thread.
     */
    async attach(
      scope: Scope,
      threadId: string,
      keys: readonly string[],
    ): Promise<readonly string[]> {
      if (keys.length === 0) return []
      return write(async (trx) => {
        // A file must not join a thread that is removed at the same moment, since no sweep would find it.
        const thread = await findThread(trx, scope, threadId, isShared)
        if (!thread) return []
        const found = await attachFiles(trx, scope, thread.id, keys)
        return keys.filter((key) => !found.has(key))
      }, REPEATABLE)
    },
    /**
     * Marks and returns keys of removable files: unsent since before `ends`, or of a removed thread. From
     * then on they are not found or sent; they are listed until their rows are removed, after a crash too. At
     * most `limit`, those of removed threads first, then the oldest.
     */
    takeOrphans: ({ named, unnamed }: UnsentEnds, limit: number): Promise<readonly string[]> =>
      write(async (trx) => {
        const oldest = trx
          .selectFrom('files')
          .select('key')
          .orderBy('unsent_since')
          .orderBy('key')
          // Files that are being sent are skipped.
          .$if(isShared, (query) => query.forUpdate().skipLocked())
        const ended = await oldest.where('unsent_since', '<', named).limit(limit).execute()
        const ofUnnamed = await oldest
          .where('unsent_since', '>=', named)
          .where('unsent_since', '<', unnamed)
          .where(IS_UNNAMED)
          .limit(limit - ended.length)
          .execute()
        return take(trx, [...ended, ...ofUnnamed])
      }, REPEATABLE),
    /** The same for those of these files that no thread refers to. */
    async takeUnsent(keys: readonly string[]): Promise<readonly string[]> {
      if (keys.length === 0) return []
      return write(async (trx) => {
        const rows = await trx
          .selectFrom('files')
          .select('key')
          .where('key', 'in', keys)
          .where('unsent_since', 'is not', null)
          .$if(isShared, (query) => query.forUpdate())
          .execute()
        return take(trx, rows)
      }, REPEATABLE)
    },
  }
}

/** Marked first, removed later: sending such a file happens before the mark, or does not find it. */
async function take(
  trx: Trx,
  rows: readonly { readonly key: string }[],
): Promise<readonly string[]> {
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0) {
    await trx.updateTable('files').set({ unsent_since: ALWAYS }).where('key', 'in', keys).execute()
  }
  return keys
}

/** Returns the keys that it found. */
async function attachFiles(
  trx: Trx,
  scope: Scope,
  threadId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const all = new Set<string>()
  const sorted = [...new Set(keys)].toSorted()
  for (const some of inStatements(sorted)) {
    const found = await trx
      .updateTable('files')
      .set({ thread_id: threadId, unsent_since: null })
      .where('project_id', '=', scope.projectId)
      .where('workspace_id', '=', scope.workspaceId)
      .where('key', 'in', some)
      .where(isNeeded)
      .returning('key')
      .execute()
    if (found.length === 0) continue
    for (const { key } of found) all.add(key)
    await trx
      .insertInto('file_threads')
      .values(found.map(({ key }) => ({ file_key: key, thread_id: threadId })))
      .onConflict((conflict) => conflict.columns(['file_key', 'thread_id']).doNothing())
      .execute()
  }
  return all
}

/** For threads that are being removed: marks files that no other thread refers to. */
export async function orphanFiles(
  trx: Trx,
  isShared: boolean,
  threadIds: readonly string[],
): Promise<void> {
  const keys = await trx
    .selectFrom('file_threads')
    .select('file_key')
    .distinct()
    .where('thread_id', 'in', threadIds)
    .execute()
  await detachFiles(
    trx,
    isShared,
    threadIds,
    keys.map(({ file_key: key }) => key),
    ALWAYS,
  )
}

/**
 * A message of the thread was removed: files that only it referred to are unsent again, from now on. Files of
 * other messages of the thread are still sent.
 */
export async function releaseFiles(
  trx: Trx,
  isShared: boolean,
  threadId: string,
  content: string,
  now: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('file_threads')
    .select('file_key')
    .where('thread_id', '=', threadId)
    .execute()
  const keys: string[] = []
  for (const { file_key: key } of rows) {
    if (!content.includes(key)) continue
    const other = await trx
      .selectFrom('messages')
      .select('id')
      .where('thread_id', '=', threadId)
      // Keys are random, so their text in a content is a reference.
      .where(sql<boolean>`content like ${`%${key}%`}`)
      .limit(1)
      .executeTakeFirst()
    if (!other) keys.push(key)
  }
  await detachFiles(trx, isShared, [threadId], keys, now)
}

async function detachFiles(
  trx: Trx,
  isShared: boolean,
  threadIds: readonly string[],
  keys: readonly string[],
  unsentSince: string,
) {
  for (const some of inStatements(keys)) {
    if (isShared) {
      // Of two threads that are removed at once, the second sees that the first is gone.
      await trx.selectFrom('files').select('key').where('key', 'in', some).forUpdate().execute()
    }
    await trx
      .deleteFrom('file_threads')
      .where('file_key', 'in', some)
      .where('thread_id', 'in', threadIds)
      .execute()
    const named = await trx
      .selectFrom('file_threads')
      .select(({ fn }) => ['file_key', fn.max('thread_id').as('thread_id')])
      .where('file_key', 'in', some)
      .groupBy('file_key')
      .execute()
    const lives = new Map(named.map((row) => [row.file_key, row.thread_id]))
    for (const [key, threadId] of lives) {
      await trx
        .updateTable('files')
        .set({ thread_id: threadId })
        .where('key', '=', key)
        .where('thread_id', 'in', threadIds)
        .execute()
    }
    const gone = some.filter((key) => !lives.has(key))
    if (gone.length === 0) continue
    await trx
      .updateTable('files')
      .set({ unsent_since: unsentSince })
      .where('key', 'in', gone)
      .where(isNeeded)
      .execute()
  }
}
