import type {
  Dialect,
  Expression,
  Kysely,
  QueryCompiler,
  QueryExecutorProvider,
  RawBuilder,
  Transaction,
} from 'kysely'
import type { AlcoveError } from '../../shared/errors.ts'
import type { Scope } from './scope.ts'
import type { Term } from './search/terms.ts'
import type { Tables } from './tables.ts'

/**
 * What a failed query means for its caller:
 * - `undone`: the engine undid the transaction for another one's sake; the same again may pass;
 * - `disconnected`: the connection is gone, and a commit on it may or may not have happened;
 * - `refused`: the database is there but does not serve (full, read-only, too slow, too busy);
 * - `taken`: a unique name is taken, perhaps by another transaction a moment ago;
 * - `defect`: anything else, a mistake of ours.
 */
export type FailureKind = 'undone' | 'disconnected' | 'refused' | 'taken' | 'defect'

/** What an engine is asked for: texts of one kind in one workspace that have all of the terms, or are not indexed to their end. */
export interface DocumentQuery {
  readonly scope: Scope
  /** As `searchScope` gives it. */
  readonly searchScope: string
  readonly terms: readonly Term[]
  /** Older ones than this; undefined: from the newest on. */
  readonly before: FoundDocument['id'] | undefined
  /** Threads that are found already. */
  readonly without: readonly string[]
  /** How many threads would do. */
  readonly wanted: number
  readonly limit: number
}

export interface FoundDocument {
  /** An engine's own number, which grows with each text that is added. */
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

/** What an engine can do for an index that it keeps in tables of its own, and cannot mend by itself. */
export interface SearchRepair {
  /** Whether an error may be one of the index: what says so may be about other tables as well. */
  isDamage(error: unknown): boolean
  /** A glance, as quick for a million messages as for one. */
  isReadable(db: Kysely<Tables>): Promise<boolean>
  /** Reads all of it. */
  isWhole(db: Kysely<Tables>): Promise<boolean>
  /** Puts an empty one in its place, whatever state it is in. */
  reset(trx: QueryExecutorProvider): Promise<void>
}

/** How an engine finds texts by their terms. */
export interface SearchEngine {
  /** The table of what can be found, and the engine's own index of it, as a migration's statements. */
  readonly create: readonly RawBuilder<unknown>[]
  find(db: QueryExecutorProvider, query: DocumentQuery): Promise<DocumentPage>
  /** For an index that the engine cannot mend by itself. */
  readonly repair: SearchRepair | undefined
  /**
   * For an index that the engine does not keep small by itself: a short step of what is done
   * regularly, in a transaction of its own. Whether there was anything to do.
   */
  readonly tidy: ((trx: Transaction<Tables>) => Promise<boolean>) | undefined
}

/** Everything in which the two engines differ for us. */
export interface StoreDialect {
  readonly kysely: Dialect
  /** For what only reads, where a transaction would keep it waiting; undefined: the same as for all. */
  readonly reads: Dialect | undefined
  /** For migrations: without the limits that a request has. Ended by the one who asked. */
  readonly createMigrationDialect: () => Dialect
  /** Lets one process at a time change the tables, until its transaction ends; undefined where one has it all. */
  readonly migrationLock: RawBuilder<unknown> | undefined
  /** Whether other processes may use the same database at the same time. */
  readonly isShared: boolean
  /** A text column that is compared byte by byte. */
  readonly textType: Expression<unknown>
  /** What {@link deferKeys} needs once, as a migration's statements. */
  readonly makeKeysDeferrable: readonly RawBuilder<unknown>[]
  /**
   * Until the transaction ends, a message or a run may name a thread that is not there: for a
   * thread that changes its workspace.
   */
  readonly deferKeys: RawBuilder<unknown>
  /** The columns of a table, in their order; none of one that is not there. */
  listColumns(table: string): RawBuilder<{ readonly name: string }>
  /** The count of what messages take, and what keeps it, as a migration's statements. */
  readonly countMessages: readonly RawBuilder<unknown>[]
  /** The same of what files take. */
  readonly countFiles: readonly RawBuilder<unknown>[]
  readonly search: SearchEngine
  /** The database's time (`ms` since 1970); undefined where one process has it all, and the time too. */
  readonly time: RawBuilder<{ readonly ms: number }> | undefined
  /**
   * Takes room on the database's disk for a moment, at the end of a transaction: a row that is written
   * again needs none. Empty where this process asks the disk itself.
   */
  readonly takeRoom: readonly RawBuilder<unknown>[]
  classify(error: unknown): FailureKind
  /** A sentence for the operator where the engine knows the cause and the remedy. */
  explain(error: unknown): AlcoveError | undefined
}

/**
 * Postgres refuses U+0000 in text and both engines spoil lone surrogates, so neither reaches them,
 * whether written or looked for. JSON columns lose nothing: JSON text escapes both.
 */
export function cleanParameters(compiler: QueryCompiler): QueryCompiler {
  return {
    compileQuery(node, queryId) {
      const query = compiler.compileQuery(node, queryId)
      return { ...query, parameters: query.parameters.map(cleanText) }
    },
  }
}

function cleanText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
