import { sql, type RawBuilder } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import type { Database, Queryable, Trx } from './database.ts'
import type { Scope } from './scope.ts'
import type { MessagesTable } from './tables.ts'

/** What a row takes besides its content: ids, times, its places in indexes. */
export const MESSAGE_ROW_BYTES = 512

type Workspace = Pick<Scope, 'projectId' | 'workspaceId'>

export function createMessageSizes({ read }: Database) {
  return {
    /** What the messages of the scope's workspace take: their content, and 512 bytes for each row. */
    usedBytes: (scope: Workspace): Promise<number> => read((db) => usedBytes(db, scope)),
    /** The same of all workspaces of a project, added up. */
    async projectBytes(projectId: string): Promise<number> {
      const { total } = await read((db) =>
        db
          .selectFrom('message_bytes')
          .select(sql<number | null>`sum(bytes)`.as('total'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow(),
      )
      return total ?? 0
    },
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

/** What a row takes; nothing where there is none. */
export const rowBytes = (row: Pick<MessagesTable, 'content'> | undefined): number =>
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

const ROW_BYTES = sql.lit(MESSAGE_ROW_BYTES)

/**
 * What the messages of each workspace take. It is kept by triggers, so that it follows whatever
 * writes or removes a row, and cascades too. A workspace without messages has no row.
 */
export const SQLITE_MESSAGE_COUNT: readonly RawBuilder<unknown>[] = [
  sql`create table message_bytes (
    project_id text not null,
    workspace_id text not null,
    bytes integer not null,
    primary key (project_id, workspace_id)
  ) without rowid`,
  sql`create trigger messages_added after insert on messages begin
    ${addOne()};
  end`,
  // Links and heights change too: nobody reads a content for them.
  sql`create trigger messages_changed after update of project_id, workspace_id, content on messages begin
    ${takeOne()};
    ${addOne()};
    ${forgetOne()};
  end`,
  sql`create trigger messages_removed after delete on messages begin
    ${takeOne()};
    ${forgetOne()};
  end`,
  countAll(sql`length(cast(content as blob))`),
]

/** For each statement once, however many rows it has: they are mostly of one workspace. */
export const POSTGRES_MESSAGE_COUNT: readonly RawBuilder<unknown>[] = [
  // Room for the next versions of a row beside it: no index is written for them. A `bigint` would come
  // back as text.
  sql`create table message_bytes (
    project_id text collate "C" not null,
    workspace_id text collate "C" not null,
    bytes double precision not null,
    primary key (project_id, workspace_id)
  ) with (fillfactor = 50)`,
  ...countStatements('added', sql`insert`, sql`new table as new_rows`, [addedRows()]),
  ...countStatements('changed', sql`update`, sql`old table as old_rows new table as new_rows`, [
    removedRows(),
    addedRows(),
  ]),
  ...countStatements('removed', sql`delete`, sql`old table as old_rows`, [removedRows()]),
  countAll(sql`octet_length(content)`),
]

function addOne() {
  return sql`insert into message_bytes (project_id, workspace_id, bytes)
    values (new.project_id, new.workspace_id, length(cast(new.content as blob)) + ${ROW_BYTES})
    on conflict (project_id, workspace_id) do update set bytes = bytes + excluded.bytes`
}

function takeOne() {
  return sql`update message_bytes
    set bytes = bytes - length(cast(old.content as blob)) - ${ROW_BYTES}
    where project_id = old.project_id and workspace_id = old.workspace_id`
}

function forgetOne() {
  return sql`delete from message_bytes
    where project_id = old.project_id and workspace_id = old.workspace_id and bytes = 0`
}

function addedRows() {
  return sql`select project_id, workspace_id, octet_length(content) + ${ROW_BYTES} as bytes
    from new_rows`
}

function removedRows() {
  return sql`select project_id, workspace_id, - octet_length(content) - ${ROW_BYTES} as bytes
    from old_rows`
}

function countStatements(
  name: string,
  event: RawBuilder<unknown>,
  tables: RawBuilder<unknown>,
  changes: readonly RawBuilder<unknown>[],
): readonly RawBuilder<unknown>[] {
  const trigger = sql.ref(`messages_${name}`)
  return [
    // In one order, for two who count in the same workspaces would otherwise wait for each other.
    sql`create function ${trigger}() returns trigger language plpgsql as $$
      begin
        insert into message_bytes as known (project_id, workspace_id, bytes)
        select project_id, workspace_id, sum(bytes)
        from (${sql.join(changes, sql` union all `)}) as changes
        group by project_id, workspace_id having sum(bytes) <> 0
        order by project_id, workspace_id
        on conflict (project_id, workspace_id) do update set bytes = known.bytes + excluded.bytes;
        ${name === 'added' ? sql`` : forgetEmpty()}
        return null;
      end
    $$`,
    sql`create trigger ${trigger} after ${event} on messages referencing ${tables}
      for each statement execute function ${trigger}()`,
  ]
}

function forgetEmpty() {
  return sql`delete from message_bytes
    where (project_id, workspace_id) in (select project_id, workspace_id from old_rows)
      and bytes = 0;`
}

/** What stands there already. */
function countAll(contentBytes: RawBuilder<unknown>) {
  return sql`insert into message_bytes (project_id, workspace_id, bytes)
    select project_id, workspace_id, sum(${contentBytes} + ${ROW_BYTES})
    from messages group by project_id, workspace_id`
}
