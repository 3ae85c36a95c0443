import { Kysely, sql, type QueryExecutorProvider } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'
import { rebuildSearch } from '../search/index-threads.ts'
import { renewWithin } from '../search/search-repair.ts'
import { firstTables } from './0001-first-tables.ts'
import { wholeContract } from './0002-whole-contract.ts'
import { jobLeases } from './0015-job-leases.ts'
import { stepMemory } from './0016-step-memory.ts'
import { createNewerError, createPendingError, explain } from './migration-errors.ts'
import { messageLeases } from './0017-message-leases.ts'
import { knowledge } from './0018-knowledge.ts'
import { knowledgeIndex } from './0019-knowledge-index.ts'
import { vectors } from './0020-vectors.ts'
import { answerKnowledge } from './0021-answer-knowledge.ts'

/** Forward only, in the order of their names. A released migration is never changed. */
export const createMigrations = (dialect: StoreDialect): Record<string, Migration> => ({
  '0001-first-tables': firstTables(dialect.textType),
  '0002-whole-contract': wholeContract(dialect),
  '0003-message-origins': { up: (db) => addMessageOrigins(db, dialect) },
  '0004-runs-of-many-processes': { up: (db) => addSignals(db, dialect) },
  '0005-search': { up: (db) => addSearch(db, dialect) },
  '0006-chunks-in-order': { up: (db) => orderChunks(db, dialect) },
  '0007-budgets': { up: (db) => addBudgets(db, dialect) },
  '0008-message-bytes': { up: (db) => addMessageBytes(db, dialect) },
  '0009-last-texts': { up: (db) => addLastTexts(db, dialect) },
  '0010-file-bytes': { up: (db) => addFileBytes(db, dialect) },
  '0011-write-checks': { up: (db) => addWriteChecks(db, dialect) },
  '0012-unsent-of-unnamed': { up: indexUnsentOfUnnamed },
  '0013-visitor-guard': { up: (db) => addVisitorGuard(db, dialect) },
  '0014-search-folding': { up: (db) => foldSearchAnew(db, dialect) },
  '0015-job-leases': jobLeases(dialect.textType),
  '0016-step-memory': stepMemory(dialect),
  '0017-message-leases': messageLeases(dialect.textType),
  '0018-knowledge': knowledge(dialect),
  '0019-knowledge-index': knowledgeIndex(dialect),
  '0020-vectors': vectors(dialect),
  '0021-answer-knowledge': answerKnowledge(dialect),
})

/** The origin of a message, and runs that continue an existing one. */
async function addMessageOrigins(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .alterTable('messages')
    .addColumn('origin', textType, (column) => column.notNull().defaultTo('client'))
    .execute()
  await db.schema
    .alterTable('runs')
    .addColumn('continues_message', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await fillOrigins(db)
}

/**
 * Marks unchanged answers of runs, in rows that are older than the column. Answers without a run count as a
 * client's: an old thread then loses some trust, whereas the reverse would trust a forged answer.
 */
export async function fillOrigins(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update messages set origin = 'server'
    where updated_at = created_at
      and (thread_id, id) in (select thread_id, message_id from runs)
  `.execute(db)
}

/** Signals between processes about the runs that they drive. */
async function addSignals(db: Kysely<unknown>, { textType }: StoreDialect) {
  for (const column of ['request_id', 'turn_key', 'stop_requested_at']) {
    await db.schema.alterTable('runs').addColumn(column, textType).execute()
  }
  await db.schema
    .createTable('kept_stops')
    .addColumn('key', textType, (column) => column.primaryKey().notNull())
    .addColumn('until', textType, (column) => column.notNull())
    .execute()
}

/** Finds the unsent uploads of users without a name, which expire early, among any number of others. */
async function indexUnsentOfUnnamed(db: Kysely<unknown>) {
  await sql`create index files_unsent_of_unnamed on files (unsent_since, key)
    where unsent_since is not null and (
      (user_id >= 'usr_anon_' and user_id < 'usr_anon\`')
      or (user_id >= 'usr_key_' and user_id < 'usr_key\`')
    )`.execute(db)
}

/** Makes titles and messages searchable, existing ones too. */
async function addSearch(db: Kysely<unknown>, { search }: StoreDialect) {
  for (const statement of search.create) await statement.execute(db)
  await rebuildSearch(db)
}

/** Rebuilds the index of all texts, because search now folds more spellings of words. */
async function foldSearchAnew(db: Kysely<unknown>, { search: { repair } }: StoreDialect) {
  if (repair === undefined) await rebuildSearch(db)
  else await renewWithin(db, repair)
}

/** If one process has the database alone, checkpoints have no key: see `run-chunks.ts`. */
async function orderChunks(db: Kysely<unknown>, { isShared, textType }: StoreDialect) {
  if (isShared) return
  await db.schema.alterTable('run_chunks').renameTo('run_chunks_with_key').execute()
  await db.schema
    .createTable('run_chunks')
    .addColumn('run_id', textType, (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('data', textType, (column) => column.notNull())
    .execute()
  await sql`
    insert into run_chunks (run_id, seq, data)
    select run_id, seq, data from run_chunks_with_key order by run_id, seq
  `.execute(db)
  await db.schema.dropTable('run_chunks_with_key').execute()
}

/** Costs of models, by day and project. */
async function addBudgets(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .createTable('budgets')
    .addColumn('line', textType, (column) => column.primaryKey().notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .execute()
}

/** Bytes of the messages of each workspace, existing ones too; an index for the removal of old events. */
async function addMessageBytes(db: Kysely<unknown>, { countMessages }: StoreDialect) {
  for (const statement of countMessages) await statement.execute(db)
  // For the removal of old events.
  await db.schema.createIndex('events_by_time').on('events').column('created_at').execute()
}

/** Sums of the bytes of each workspace's files, existing ones too. */
async function addFileBytes(db: Kysely<unknown>, { countFiles }: StoreDialect) {
  for (const statement of countFiles) await statement.execute(db)
}

/** The last text of a thread. Existing threads get theirs with the next message. */
async function addLastTexts(db: Kysely<unknown>, { textType }: StoreDialect) {
  for (const column of ['last_text', 'last_text_of']) {
    await db.schema.alterTable('threads').addColumn(column, textType).execute()
  }
}

/** A row that is written to check that writes work. */
async function addWriteChecks(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .createTable('write_checks')
    .addColumn('name', textType, (column) => column.primaryKey().notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
}

/** Addresses that the operator blocks, switches of a project, and solved puzzles of new visitors. */
async function addVisitorGuard(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .createTable('blocked_addresses')
    .addColumn('id', textType, (column) => column.primaryKey().notNull())
    .addColumn('address_key', textType, (column) => column.notNull())
    .addColumn('project_id', textType, (column) => column.notNull())
    .addColumn('everybody', 'integer', (column) => column.notNull())
    .addColumn('reason', textType)
    .addColumn('created_at', textType, (column) => column.notNull())
    .addColumn('ends_at', textType, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('blocked_addresses_of_address')
    .on('blocked_addresses')
    .column('address_key')
    .execute()
  await db.schema
    .createIndex('blocked_addresses_ends')
    .on('blocked_addresses')
    .column('ends_at')
    .execute()
  await db.schema
    .createTable('spent_proofs')
    .addColumn('id', textType, (column) => column.primaryKey().notNull())
    .addColumn('until', textType, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('spent_proofs_until').on('spent_proofs').column('until').execute()
  await db.schema.alterTable('projects').addColumn('named_only_since', textType).execute()
  await db.schema.alterTable('projects').addColumn('work_bits', 'integer').execute()
}

/**
 * Migrates the database to this version's tables: all steps or none. On Postgres a lock of the transaction
 * lets several servers start at once; with SQLite the process lock must be held.
 *
 * @throws AlcoveError `version_skew` if a newer version has already migrated the database.
 */
export async function migrate(
  dialect: StoreDialect,
  migrations: Record<string, Migration> = createMigrations(dialect),
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
  try {
    const provider = { getMigrations: () => Promise.resolve(migrations) }
    await db.transaction().execute(async (trx) => {
      // Before the first access to the tables, which creates those of Kysely.
      await dialect.migrationLock?.execute(trx)
      const { error } = await new Migrator({ db: trx, provider }).migrateToLatest()
      if (error !== undefined) throw explain(error)
    })
  } finally {
    await db.destroy()
  }
}

/**
 * For a tool beside a running server, since only servers change the tables.
 *
 * @throws AlcoveError `version_skew` unless the database has this version's tables.
 */
export async function requireMigrated(
  dialect: StoreDialect,
  migrations: Record<string, Migration> = createMigrations(dialect),
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: dialect.createMigrationDialect() })
  try {
    const done = new Set(await listExecuted(db))
    const newer = [...done].find((name) => !Object.hasOwn(migrations, name))
    if (newer !== undefined) throw createNewerError(newer)
    const pending = Object.keys(migrations).find((name) => !done.has(name))
    if (pending !== undefined) throw createPendingError(pending)
  } finally {
    await db.destroy()
  }
}

async function listExecuted(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(db)
  return rows.map(({ name }) => name)
}
