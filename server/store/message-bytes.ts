import { sql, type RawBuilder } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { postgresCount, sqliteCount, sumOfProject, type ByteCount } from './byte-counts.ts'
import type { Database, Queryable, Trx } from './database.ts'
import type { Scope } from './scope.ts'
import type { MessagesTable } from './tables.ts'

/** Size of a row besides its content: ids, times, entries in indexes. */
export const MESSAGE_ROW_BYTES = 512

type Workspace = Pick<Scope, 'projectId' | 'workspaceId'>

export function createMessageSizes({ read }: Database) {
  return {
    /** Bytes of the messages in the scope's workspace: their content, and 512 bytes for each row. */
    usedBytes: (scope: Workspace): Promise<number> => read((db) => usedBytes(db, scope)),
    /** The same for all workspaces of a project, added up. */
    projectBytes: (projectId: string): Promise<number> =>
      read((db) => sumOfProject(db, 'message_bytes', projectId)),
  }
}

async function usedBytes(db: Queryable, { projectId, workspaceId }: Workspace): Promise<number> {
  const row = await db
    .selectFrom('message_bytes')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Bytes of a row; 0 without a row. */
export const rowBytes = (row: Pick<MessagesTable, 'content'> | undefined): number =>
  row === undefined ? 0 : MESSAGE_ROW_BYTES + Buffer.byteLength(row.content)

/** Bytes of a row with this content, which is stored as JSON. */
export const storedBytes = (content: unknown): number =>
  MESSAGE_ROW_BYTES + Buffer.byteLength(JSON.stringify(content))

/**
 * Called at the end of a transaction's writes: other writers in the workspace wait for its end, so the count
 * is final. `addedBytes` are its own.
 *
 * @throws AlcoveError `quota_exceeded` if the workspace's messages take more than `maxBytes`.
 */
export async function requireRoom(
  trx: Trx,
  scope: Workspace,
  maxBytes: number | undefined,
  addedBytes: number,
): Promise<void> {
  if (maxBytes === undefined) return
  const bytes = await usedBytes(trx, scope)
  if (bytes <= maxBytes) return
  const used = bytes - addedBytes
  throw new AlcoveError(
    'quota_exceeded',
    `There is no room for it: messages take ${used} of ${maxBytes} bytes. Delete some chats first.`,
    { data: { limit: maxBytes, used } },
  )
}

const countOf = (contentBytes: (row: RawBuilder<unknown>) => RawBuilder<unknown>): ByteCount => ({
  rows: 'messages',
  sums: 'message_bytes',
  columns: ['content'],
  bytes: (row) => sql`${contentBytes(row)} + ${sql.lit(MESSAGE_ROW_BYTES)}`,
})

export const SQLITE_MESSAGE_COUNT = sqliteCount(
  countOf((row) => sql`length(cast(${row}content as blob))`),
)
export const POSTGRES_MESSAGE_COUNT = postgresCount(
  countOf((row) => sql`octet_length(${row}content)`),
)
