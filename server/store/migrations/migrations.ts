import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import type { StoreDialect } from '../dialect.ts'
import { firstTables } from './0001-first-tables.ts'
import { wholeContract } from './0002-whole-contract.ts'
import {
  addBudgets,
  addFileBytes,
  addLastTexts,
  addMessageBytes,
  addMessageOrigins,
  addSearch,
  addSignals,
  addVisitorGuard,
  addWriteChecks,
  foldSearchAnew,
  indexUnsentOfUnnamed,
  orderChunks,
} from './0003-to-0014.ts'
import { jobLeases } from './0015-job-leases.ts'
import { stepMemory } from './0016-step-memory.ts'
import { createNewerError, createPendingError, explain } from './migration-errors.ts'
import { messageLeases } from './0017-message-leases.ts'
import { knowledge } from './0018-knowledge.ts'
import { knowledgeIndex } from './0019-knowledge-index.ts'
import { vectors } from './0020-vectors.ts'
import { answerKnowledge } from './0021-answer-knowledge.ts'
import { desk } from './0022-desk.ts'
import { facts } from './0023-facts.ts'
import { conversations } from './0024-conversations.ts'
import { piecesByProject } from './0025-pieces-by-project.ts'
import { settings } from './0026-settings.ts'
import { notices } from './0027-notices.ts'
import { cases } from './0028-cases.ts'
import { raisedRoles } from './0029-raised-roles.ts'
import { embeddingFigures } from './0030-embedding-figures.ts'
import { answerFixes } from './0031-answer-fixes.ts'
import { nightlyCases } from './0032-nightly-cases.ts'
import { draftBeginnings } from './0033-draft-beginnings.ts'
import { askedRuns } from './0034-asked-runs.ts'
import { casesOfThreads } from './0035-cases-of-threads.ts'

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
  '0022-desk': desk(dialect.textType),
  '0023-facts': facts(dialect),
  '0024-conversations': conversations(dialect),
  '0025-pieces-by-project': piecesByProject,
  '0026-settings': settings(dialect.textType),
  '0027-notices': notices(dialect.textType),
  '0028-cases': cases(dialect.textType),
  '0029-raised-roles': raisedRoles(dialect.textType),
  '0030-embedding-figures': embeddingFigures,
  '0031-answer-fixes': answerFixes(dialect.textType),
  '0032-nightly-cases': nightlyCases(dialect.textType),
  '0033-draft-beginnings': draftBeginnings,
  '0034-asked-runs': askedRuns(dialect.textType),
  '0035-cases-of-threads': casesOfThreads,
})

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
