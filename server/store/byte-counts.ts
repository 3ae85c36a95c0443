import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from './database.ts'

/** A table whose rows are counted in bytes. */
export interface ByteCount {
  /** The table of the rows, with `project_id` and `workspace_id`. */
  readonly rows: string
  /** The table of the sums. */
  readonly sums: string
  /** Columns besides the workspace that change a row's size. */
  readonly columns: readonly string[]
  /** SQL for a row's size; `row` is the prefix of its columns: empty, `old.` or `new.`. */
  readonly bytes: (row: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Bytes of all workspaces of a project. */
export async function sumOfProject(
  db: Queryable,
  sums: 'message_bytes' | 'file_bytes',
  projectId: string,
): Promise<number> {
  const { total } = await db
    .selectFrom(sums)
    .select(sql<number | null>`sum(bytes)`.as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return total ?? 0
}

type Statements = readonly RawBuilder<unknown>[]

const NO_ROW = sql``
const OLD = sql`old.`
const NEW = sql`new.`

/**
 * Statements that maintain the bytes of each workspace's rows. They create triggers, so that the sums follow
 * every write and every removal, cascades too. A workspace without rows has no sum.
 */
export const sqliteCount = (count: ByteCount): Statements => [
  sql`create table ${tablesOf(count).sums} (
      project_id text not null,
      workspace_id text not null,
      bytes integer not null,
      primary key (project_id, workspace_id)
    ) without rowid`,
  ...sqliteTriggers(count),
  countAll(count),
]

/** The triggers alone, for another table whose rows count in the same sums. */
export function sqliteTriggers(count: ByteCount): Statements {
  const { rows, sums } = tablesOf(count)
  const trigger = (event: string) => sql.ref(`${count.rows}_${event}`)
  const columns = sql.join(
    ['project_id', 'workspace_id', ...count.columns].map((name) => sql.ref(name)),
  )
  const addOne = sql`insert into ${sums} (project_id, workspace_id, bytes)
    values (new.project_id, new.workspace_id, ${count.bytes(NEW)})
    on conflict (project_id, workspace_id) do update set bytes = bytes + excluded.bytes`
  const takeOne = sql`update ${sums}
    set bytes = bytes - (${count.bytes(OLD)})
    where project_id = old.project_id and workspace_id = old.workspace_id`
  const forgetOne = sql`delete from ${sums}
    where project_id = old.project_id and workspace_id = old.workspace_id and bytes = 0`
  return [
    sql`create trigger ${trigger('added')} after insert on ${rows} begin
      ${addOne};
    end`,
    // Changes of other columns do not change the size.
    sql`create trigger ${trigger('changed')} after update of ${columns} on ${rows} begin
      ${takeOne};
      ${addOne};
      ${forgetOne};
    end`,
    sql`create trigger ${trigger('removed')} after delete on ${rows} begin
      ${takeOne};
      ${forgetOne};
    end`,
  ]
}

/**
 * As {@link sqliteCount}, with triggers that run once for each statement, whose rows mostly belong to one
 * workspace.
 */
export const postgresCount = (count: ByteCount): Statements => [
  // The fill factor leaves space for a row's next version on its page, so that no index is written. The
  // driver would return a `bigint` as text.
  sql`create table ${tablesOf(count).sums} (
      project_id text collate "C" not null,
      workspace_id text collate "C" not null,
      bytes double precision not null,
      primary key (project_id, workspace_id)
    ) with (fillfactor = 50)`,
  ...postgresTriggers(count),
  countAll(count),
]

/** As {@link sqliteTriggers}. */
export function postgresTriggers(count: ByteCount): Statements {
  const { sums } = tablesOf(count)
  const added = sql`select project_id, workspace_id, ${count.bytes(NO_ROW)} as bytes
    from new_rows`
  const removed = sql`select project_id, workspace_id, - (${count.bytes(NO_ROW)}) as bytes
    from old_rows`
  const forgetEmpty = sql`delete from ${sums}
    where (project_id, workspace_id) in (select project_id, workspace_id from old_rows)
      and bytes = 0;`
  const counting = (
    event: string,
    on: RawBuilder<unknown>,
    tables: RawBuilder<unknown>,
    changes: Statements,
    forget = forgetEmpty,
  ): Statements => {
    const trigger = sql.ref(`${count.rows}_${event}`)
    return [
      // Ordered, since two transactions that lock the same workspaces in different orders would deadlock.
      sql`create function ${trigger}() returns trigger language plpgsql as $$
        begin
          insert into ${sums} as known (project_id, workspace_id, bytes)
          select project_id, workspace_id, sum(bytes)
          from (${sql.join(changes, sql` union all `)}) as changes
          group by project_id, workspace_id having sum(bytes) <> 0
          order by project_id, workspace_id
          on conflict (project_id, workspace_id) do update set bytes = known.bytes + excluded.bytes;
          ${forget}
          return null;
        end
      $$`,
      sql`create trigger ${trigger} after ${on} on ${sql.ref(count.rows)} referencing ${tables}
        for each statement execute function ${trigger}()`,
    ]
  }
  return [
    ...counting('added', sql`insert`, sql`new table as new_rows`, [added], sql``),
    ...counting('changed', sql`update`, sql`old table as old_rows new table as new_rows`, [
      removed,
      added,
    ]),
    ...counting('removed', sql`delete`, sql`old table as old_rows`, [removed]),
  ]
}

const tablesOf = (count: ByteCount) => ({ rows: sql.ref(count.rows), sums: sql.ref(count.sums) })

/** Counts the existing rows. */
function countAll(count: ByteCount) {
  const { rows, sums } = tablesOf(count)
  return sql`insert into ${sums} (project_id, workspace_id, bytes)
    select project_id, workspace_id, sum(${count.bytes(NO_ROW)})
    from ${rows} group by project_id, workspace_id`
}
