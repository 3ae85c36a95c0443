import type { Dialect, Expression, RawBuilder } from 'kysely'

/**
 * What a failed query means for its caller:
 * - `undone`: the engine undid the transaction for another one's sake; the same again may pass;
 * - `disconnected`: the connection is gone, and a commit on it may or may not have happened;
 * - `refused`: the database is there but does not serve (full, read-only, too slow, too busy);
 * - `taken`: a unique name is taken, perhaps by another transaction a moment ago;
 * - `defect`: anything else, a mistake of ours.
 */
export type FailureKind = 'undone' | 'disconnected' | 'refused' | 'taken' | 'defect'

/** Everything in which the two engines differ for us. */
export interface StoreDialect {
  readonly kysely: Dialect
  /** For migrations: without the limits that a request has. Ended by the one who asked. */
  readonly createMigrationDialect: () => Dialect
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
  classify(error: unknown): FailureKind
}
