import { sql, type Selectable } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { MESSAGE_ROW_BYTES } from './count-messages.ts'
import type { Queryable, Trx } from './database.ts'
import type { Scope } from './store.ts'
import type { MessagesTable } from './tables.ts'

type Workspace = Pick<Scope, 'projectId' | 'workspaceId'>

/** Bytes of a workspace's messages. */
export async function usedBytes(
  db: Queryable,
  { projectId, workspaceId }: Workspace,
): Promise<number> {
  const row = await db
    .selectFrom('message_bytes')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Bytes of all messages of a project, added up over its workspaces. */
export async function projectBytes(db: Queryable, projectId: string): Promise<number> {
  const { total } = await db
    .selectFrom('message_bytes')
    .select(sql<number | null>`sum(bytes)`.as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return total ?? 0
}

/** What a row takes; nothing where there is none. */
export const rowBytes = (row: Pick<Selectable<MessagesTable>, 'content'> | undefined): number =>
  row === undefined ? 0 : MESSAGE_ROW_BYTES + Buffer.byteLength(row.content)

/**
 * For a transaction that has written what it wants to write: whoever else writes in the workspace
 * waits for its end, so the count is the one that it leaves. `addedBytes` are its own.
 *
 * @throws AlcoveError `quota_exceeded` when the workspace's messages take more than `maxBytes`.
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
