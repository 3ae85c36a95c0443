import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { StoreDialect } from '../dialect.ts'
import { rebuildSearch } from '../search/index-threads.ts'
import { renewWithin } from '../search/search-repair.ts'

/** The origin of a message, and runs that continue an existing one. */
export async function addMessageOrigins(db: Kysely<unknown>, { textType }: StoreDialect) {
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
export async function addSignals(db: Kysely<unknown>, { textType }: StoreDialect) {
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
export async function indexUnsentOfUnnamed(db: Kysely<unknown>) {
  await sql`create index files_unsent_of_unnamed on files (unsent_since, key)
    where unsent_since is not null and (
      (user_id >= 'usr_anon_' and user_id < 'usr_anon\`')
      or (user_id >= 'usr_key_' and user_id < 'usr_key\`')
    )`.execute(db)
}

/** Makes titles and messages searchable, existing ones too. */
export async function addSearch(db: Kysely<unknown>, { search }: StoreDialect) {
  for (const statement of search.create) await statement.execute(db)
  await rebuildSearch(db)
}

/** Rebuilds the index of all texts, because search now folds more spellings of words. */
export async function foldSearchAnew(db: Kysely<unknown>, { search: { repair } }: StoreDialect) {
  if (repair === undefined) await rebuildSearch(db)
  else await renewWithin(db, repair)
}

/** If one process has the database alone, checkpoints have no key: see `run-chunks.ts`. */
export async function orderChunks(db: Kysely<unknown>, { isShared, textType }: StoreDialect) {
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
export async function addBudgets(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .createTable('budgets')
    .addColumn('line', textType, (column) => column.primaryKey().notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .execute()
}

/** Bytes of the messages of each workspace, existing ones too; an index for the removal of old events. */
export async function addMessageBytes(db: Kysely<unknown>, { countMessages }: StoreDialect) {
  for (const statement of countMessages) await statement.execute(db)
  // For the removal of old events.
  await db.schema.createIndex('events_by_time').on('events').column('created_at').execute()
}

/** Sums of the bytes of each workspace's files, existing ones too. */
export async function addFileBytes(db: Kysely<unknown>, { countFiles }: StoreDialect) {
  for (const statement of countFiles) await statement.execute(db)
}

/** The last text of a thread. Existing threads get theirs with the next message. */
export async function addLastTexts(db: Kysely<unknown>, { textType }: StoreDialect) {
  for (const column of ['last_text', 'last_text_of']) {
    await db.schema.alterTable('threads').addColumn(column, textType).execute()
  }
}

/** A row that is written to check that writes work. */
export async function addWriteChecks(db: Kysely<unknown>, { textType }: StoreDialect) {
  await db.schema
    .createTable('write_checks')
    .addColumn('name', textType, (column) => column.primaryKey().notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
}

/** Addresses that the operator blocks, switches of a project, and solved puzzles of new visitors. */
export async function addVisitorGuard(db: Kysely<unknown>, { textType }: StoreDialect) {
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
