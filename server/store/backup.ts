import { Kysely, sql, type RawBuilder } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { BACKUP_TABLES, type BackupTable } from './backup-tables.ts'
import type { Trx } from './database.ts'
import { readChunks, RUNS_PER_READ } from './run-chunks.ts'
import type { StoreDialect } from './dialect.ts'
import { fillOrigins } from './migrations/0003-message-origins.ts'
import { explainFailure, isFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { rebuildSearch } from './search/index-threads.ts'
import type { Tables } from './tables.ts'

export type BackupValue = string | number | null

/** A row as its table holds it: names and values of the columns. */
export interface BackupRow {
  readonly table: string
  readonly row: Readonly<Record<string, BackupValue>>
}

/** A batch is what memory holds at once: few rows, since one may be a megabyte. */
export const BATCH_ROWS = 100

/**
 * All rows of all tables as they were at one moment, whatever is written meanwhile, in an order in
 * which {@link importRows} can take them. A server may be running.
 *
 * @throws AlcoveError as `openStore` with `isTool`.
 */
export async function* exportRows(settings: PlaceSettings): AsyncGenerator<BackupRow, void, void> {
  const { dialect, release } = await openPlace({ ...settings, isTool: true })
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  try {
    const snapshot = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    try {
      for (const table of BACKUP_TABLES) {
        yield* table.name === 'run_chunks' ? readCheckpoints(snapshot) : readTable(snapshot, table)
      }
    } finally {
      await snapshot.rollback().execute()
    }
  } catch (error) {
    throw explainFailure(dialect, error)
  } finally {
    await db.destroy()
    release()
  }
}

/**
 * Fills an empty database of either engine, all or nothing. Returns how many rows came.
 *
 * @throws AlcoveError `conflict` when the database has rows already or a server has the folder,
 * `version_skew` for a table or column that this version does not know, `invalid_request` for rows
 * that do not belong together, `unavailable`.
 */
export async function importRows(
  settings: PlaceSettings,
  rows: AsyncIterable<BackupRow>,
): Promise<number> {
  const { dialect, release } = await openPlace({ ...settings, isTool: false })
  const db = new Kysely<Tables>({ dialect: dialect.createMigrationDialect() })
  try {
    return await db.transaction().execute(async (trx) => {
      await requireEmpty(trx)
      const count = await insertAll(trx, dialect, rows)
      await requireRuns(trx)
      // It is not in the backup: it is made of what is, in the words of the version that searches.
      await rebuildSearch(trx)
      return count
    })
  } catch (error) {
    throw explainFailure(dialect, error)
  } finally {
    await db.destroy()
    release()
  }
}

async function* readTable(trx: Trx, table: BackupTable): AsyncGenerator<BackupRow, void, void> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  let after: RawBuilder<unknown> = sql``
  for (;;) {
    const { rows } = await sql<Record<string, BackupValue>>`
      select ${columns} from ${sql.table(table.name)} ${after}
      order by ${key} limit ${sql.lit(BATCH_ROWS)}
    `.execute(trx)
    for (const row of rows) yield { table: table.name, row }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    after = sql`where (${key}) > (${sql.join(table.key.map((column) => last[column]))})`
  }
}

/** Only what open runs need: with the embedded database, ended ones leave theirs for a while. */
async function* readCheckpoints(trx: Trx): AsyncGenerator<BackupRow, void, void> {
  let after = ''
  for (;;) {
    const runs = await trx
      .selectFrom('runs')
      .select('id')
      .where('ended_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(RUNS_PER_READ)
      .execute()
    for (const { runId, seq, data } of await readChunks(
      trx,
      runs.map(({ id }) => id),
    )) {
      yield { table: 'run_chunks', row: { run_id: runId, seq, data } }
    }
    const last = runs.at(-1)
    if (!last) return
    after = last.id
  }
}

async function requireEmpty(trx: Trx) {
  for (const { name } of BACKUP_TABLES) {
    const filled = await trx
      .selectFrom(name)
      .select(sql`1`.as('one'))
      .$if(name === 'projects', (query) => query.where(sql.ref('id'), '<>', 'default'))
      .limit(1)
      .executeTakeFirst()
    if (!filled) continue
    throw new AlcoveError(
      'conflict',
      `The database is not empty: it has rows in "${name}". Restore into a new data folder or a ` +
        'new database.',
    )
  }
}

async function insertAll(
  trx: Trx,
  dialect: StoreDialect,
  rows: AsyncIterable<BackupRow>,
): Promise<number> {
  let count = 0
  let table: BackupTable | undefined
  let batch: BackupRow['row'][] = []
  let hasOrigins = true
  for await (const { table: name, row } of rows) {
    if (table?.name !== name || batch.length === BATCH_ROWS) {
      await insertBatch(trx, dialect, table, batch)
      table = findTable(name)
      batch = []
    }
    batch.push(row)
    if (name === 'messages' && !Object.hasOwn(row, 'origin')) hasOrigins = false
    count += 1
  }
  await insertBatch(trx, dialect, table, batch)
  if (!hasOrigins) await fillOrigins(trx)
  return count
}

const valueOf = (table: BackupTable, row: BackupRow['row'], column: string): BackupValue =>
  row[column] ?? table.defaults[column] ?? null

async function insertBatch(
  trx: Trx,
  dialect: StoreDialect,
  table: BackupTable | undefined,
  batch: readonly BackupRow['row'][],
) {
  if (!table || batch.length === 0) return
  for (const row of batch) requireKnownColumns(table, row)
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const values = batch.map(
    // A column that is younger than the backup has nothing, or what it begins with.
    (row) => sql`(${sql.join(table.columns.map((column) => valueOf(table, row, column)))})`,
  )
  if (table.name === 'projects') {
    // The migration made one of them.
    const ids = batch.map(({ id }) => String(id))
    await trx.deleteFrom('projects').where('id', 'in', ids).execute()
  }
  try {
    await sql`
      insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}
    `.execute(trx)
  } catch (error) {
    throw isFailure(dialect, error) ? error : createDamagedError(table.name, error)
  }
}

/** Of the checkpoints: an embedded database does not look. */
async function requireRuns(trx: Trx) {
  const lost = await trx
    .selectFrom('run_chunks')
    .select('run_id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('runs').select('id').whereRef('id', '=', 'run_id'))),
    )
    .limit(1)
    .executeTakeFirst()
  if (lost) throw createDamagedError('run_chunks', `no run ${lost.run_id}`)
}

function findTable(name: string): BackupTable {
  const table = BACKUP_TABLES.find((known) => known.name === name)
  if (table) return table
  throw createUnknownError(`table "${name}"`)
}

function requireKnownColumns(table: BackupTable, row: BackupRow['row']) {
  const unknown = Object.keys(row).find((column) => !table.columns.includes(column))
  if (unknown !== undefined) throw createUnknownError(`column "${table.name}.${unknown}"`)
}

const createUnknownError = (what: string): AlcoveError =>
  new AlcoveError(
    'version_skew',
    `The backup has the ${what}, which this version of Alcove does not know. ` +
      'Restore it with the version that made it, or a newer one.',
  )

const createDamagedError = (table: string, cause: unknown): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    `The backup is damaged: its rows of "${table}" do not belong together. Nothing was restored; ` +
      'take another backup.',
    { cause },
  )
