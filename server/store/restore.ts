import { Kysely, sql } from 'kysely'
import { AlcoveError } from '../../shared/errors.ts'
import { BACKUP_TABLES, type BackupRow, type BackupTable, BATCH_ROWS } from './backup.ts'
import type { Trx } from './database.ts'
import { queueUnindexed } from './desk/conversation-backlog.ts'
import type { StoreDialect } from './dialect.ts'
import { queueMissingFacts } from './facts/facts-due.ts'
import { fillOrigins } from './migrations/0003-to-0014.ts'
import { rebuildEntries } from './knowledge/rebuild-entries.ts'
import { explainFailure, isFailure, openPlace, type PlaceSettings } from './open-place.ts'
import { rebuildSearch } from './search/index-threads.ts'
import type { Tables } from './tables.ts'

/**
 * Fills an empty database of either engine, all or nothing. Returns the number of rows.
 *
 * @throws AlcoveError `conflict` if the database has rows already or a server has the folder, `version_skew`
 * for a table or column that this version does not know, `invalid_request` for rows that do not belong
 * together, `unavailable`.
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
      // The indexes are not in the backup: they are rebuilt from the texts, by this version's rules.
      await queueMissingFacts(trx)
      await rebuildSearch(trx)
      await queueUnindexed(trx)
      await rebuildEntries(trx, dialect)
      return count
    })
  } catch (error) {
    throw explainFailure(dialect, error)
  } finally {
    await db.destroy()
    release()
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

/** A table to fill, and its columns in this version. */
interface FilledTable extends BackupTable {
  readonly columns: readonly string[]
}

async function insertAll(
  trx: Trx,
  dialect: StoreDialect,
  rows: AsyncIterable<BackupRow>,
): Promise<number> {
  let count = 0
  let table: FilledTable | undefined
  let batch: BackupRow['row'][] = []
  let hasOrigins = true
  // No limit: a restore takes as long as there are rows; a person at a terminal may end it.
  for await (const { table: name, row } of rows) {
    if (table?.name !== name || batch.length === BATCH_ROWS) {
      if (table) await insertBatch(trx, dialect, table, batch)
      if (table?.name !== name) table = await findTable(trx, dialect, name)
      batch = []
    }
    batch.push(row)
    if (name === 'messages' && !Object.hasOwn(row, 'origin')) hasOrigins = false
    count += 1
  }
  if (table) await insertBatch(trx, dialect, table, batch)
  if (!hasOrigins) await fillOrigins(trx)
  return count
}

async function findTable(trx: Trx, dialect: StoreDialect, name: string): Promise<FilledTable> {
  const table = BACKUP_TABLES.find((known) => known.name === name)
  if (!table) throw createUnknownError(`table "${name}"`)
  const { rows } = await dialect.listColumns(name).execute(trx)
  return { ...table, columns: rows.map((column) => column.name) }
}

async function insertBatch(
  trx: Trx,
  dialect: StoreDialect,
  { name, columns, defaults }: FilledTable,
  batch: readonly BackupRow['row'][],
) {
  for (const row of batch) {
    const unknown = Object.keys(row).find((column) => !columns.includes(column))
    if (unknown !== undefined) throw createUnknownError(`column "${name}.${unknown}"`)
  }
  if (name === 'projects') {
    // The migration created one of them.
    const ids = batch.map(({ id }) => String(id))
    await trx.deleteFrom('projects').where('id', 'in', ids).execute()
  }
  const names = columns.map((column) => sql.ref(column))
  const values = batch.map((row) => {
    // A column that is newer than the backup gets its default, or null.
    const cells = columns.map((column) => row[column] ?? defaults[column] ?? null)
    return sql`(${sql.join(cells)})`
  })
  try {
    await sql`
      insert into ${sql.table(name)} (${sql.join(names)}) values ${sql.join(values)}
    `.execute(trx)
  } catch (error) {
    throw isFailure(dialect, error) ? error : createDamagedError(name, error)
  }
}

/** Validates the runs of checkpoints, which an embedded database does not. */
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
