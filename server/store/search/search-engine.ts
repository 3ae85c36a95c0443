import type { Kysely, QueryExecutorProvider, RawBuilder, Transaction } from 'kysely'
import type { Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import type { Term } from './terms.ts'

/**
 * A query for an engine: texts of one kind in one workspace that have all of the terms, or are not indexed to
 * their end.
 */
export interface DocumentQuery {
  readonly scope: Scope
  /** As `searchScope` returns it. */
  readonly searchScope: string
  readonly terms: readonly Term[]
  /** Only older ones than this; undefined: from the newest on. */
  readonly before: FoundDocument['id'] | undefined
  /** Threads that were found already. */
  readonly without: readonly string[]
  /** Number of threads that is enough. */
  readonly wanted: number
  readonly limit: number
}

export interface FoundDocument {
  /** The engine's own number, which grows with each added text. */
  readonly id: number | string
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
}

/** Newest first, and whether there are no older ones. */
export interface DocumentPage {
  readonly documents: readonly FoundDocument[]
  readonly isLast: boolean
}

/** Repair of an index that the engine stores in its own tables, and cannot repair itself. */
export interface SearchRepair {
  /** True if an error may come from the index; other tables can cause the same error. */
  isDamage(error: unknown): boolean
  /** A quick check, as fast for a million messages as for one. */
  isReadable(db: Kysely<Tables>): Promise<boolean>
  /** Reads the whole index. */
  isWhole(db: Kysely<Tables>): Promise<boolean>
  /** Replaces the index by an empty one, whatever its state. */
  reset(trx: QueryExecutorProvider): Promise<void>
}

/** Full-text search of an engine. */
export interface SearchEngine {
  /** Statements of a migration that create the table of searchable texts and the engine's own index of it. */
  readonly create: readonly RawBuilder<unknown>[]
  find(db: QueryExecutorProvider, query: DocumentQuery): Promise<DocumentPage>
  /** For an index that the engine cannot repair itself. */
  readonly repair: SearchRepair | undefined
  /**
   * A short step of regular compaction, in a transaction, for an index that the engine does not keep small
   * itself. Returns whether there was anything to do.
   */
  readonly tidy: ((trx: Transaction<Tables>) => Promise<boolean>) | undefined
}
