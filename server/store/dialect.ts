import type { Dialect, Expression, QueryCompiler, RawBuilder } from 'kysely'
import type { AlcoveError } from '../../shared/errors.ts'
import type { ConversationEngine } from './desk/conversation-engine.ts'
import type { KnowledgeEngine } from './knowledge/knowledge-engine.ts'
import type { VectorEngine } from './knowledge/vectors/vector-engine.ts'
import type { SearchEngine } from './search/search-engine.ts'

/**
 * Kinds of failed queries, by their meaning for the caller:
 * - `undone`: the engine rolled the transaction back in favour of another one; a retry may succeed;
 * - `disconnected`: the connection is gone, and a commit on it may or may not have happened;
 * - `refused`: the database is there but does not serve (full, read-only, too slow, too busy);
 * - `taken`: a unique name is taken, perhaps by another transaction a moment ago;
 * - `defect`: any other error, a fault of our code.
 */
export type FailureKind = 'undone' | 'disconnected' | 'refused' | 'taken' | 'defect'

/** All differences between the two engines. */
export interface StoreDialect {
  readonly kysely: Dialect
  /** For reads that would wait for a transaction otherwise; undefined: reads use the same connections. */
  readonly reads: Dialect | undefined
  /** For searches, which would hold other calls; undefined: they use the same connections as reads. */
  readonly searches: Dialect | undefined
  /** For reads of the desk, which would hold other calls and searches; undefined: as `searches`. */
  readonly desk: Dialect | undefined
  /** For migrations, without the time limits of requests. Closed by the caller. */
  readonly createMigrationDialect: () => Dialect
  /**
   * Lets one process at a time change the tables, until its transaction ends; undefined if one process has
   * the database alone.
   */
  readonly migrationLock: RawBuilder<unknown> | undefined
  /** True if other processes may use the same database at the same time. */
  readonly isShared: boolean
  /** A text column that is compared byte by byte. */
  readonly textType: Expression<unknown>
  /** Statements of a migration that {@link deferKeys} needs. */
  readonly makeKeysDeferrable: readonly RawBuilder<unknown>[]
  /**
   * Until the transaction ends, a message or a run may refer to a missing thread: for a thread that changes
   * its workspace.
   */
  readonly deferKeys: RawBuilder<unknown>
  /** The columns of a table, in their order; none for a missing table. */
  listColumns(table: string): RawBuilder<{ readonly name: string }>
  /** Statements of a migration that create the byte counts of messages, and their triggers. */
  readonly countMessages: readonly RawBuilder<unknown>[]
  /** Statements of a migration whose triggers count the memory of messages in the same bytes. */
  readonly countStepMemory: readonly RawBuilder<unknown>[]
  /** The same for how answers used an owner's pages. */
  readonly countAnswerKnowledge: readonly RawBuilder<unknown>[]
  /** As {@link countMessages}, for files. */
  readonly countFiles: readonly RawBuilder<unknown>[]
  readonly search: SearchEngine
  /** Full text of all conversations of a project. */
  readonly conversations: ConversationEngine
  /** Full text of an owner's pages. */
  readonly knowledge: KnowledgeEngine
  /** A column with a text of `0` and `1`, in the form in which {@link vectors} compares it. */
  readonly bitsType: Expression<unknown>
  readonly vectors: VectorEngine
  /**
   * The database's time (`ms` since 1970); undefined if one process has the database alone and uses its own
   * clock.
   */
  readonly time: RawBuilder<{ readonly ms: number }> | undefined
  /**
   * Allocates space on the database's disk for a moment, at the end of a transaction, because rewriting a row
   * needs none. Empty if this process checks the disk itself.
   */
  readonly takeRoom: readonly RawBuilder<unknown>[]
  classify(error: unknown): FailureKind
  /** A sentence for the operator, if the engine knows cause and remedy. */
  explain(error: unknown): AlcoveError | undefined
}

/**
 * Postgres refuses U+0000 in text and both engines spoil lone surrogates, so both are removed from
 * parameters, whether written or searched for. JSON columns lose nothing: JSON text escapes both.
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
