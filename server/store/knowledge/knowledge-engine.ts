import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { SearchRepair } from '../search/search-engine.ts'
import type { Tables } from '../tables.ts'

/** The searchable words of a piece. */
export interface NewEntry {
  readonly piece_id: number
  readonly project_id: string
  readonly document_id: string
  /** As `writeEntry` writes them. */
  readonly words: string
  /** As `listTerms` lists them. */
  readonly terms: string
}

/** Pieces with all of `every` groups, each of which is matched by one of its terms, count `weight`. */
export interface Clause {
  readonly every: readonly (readonly string[])[]
  /** Whole number, so that all engines add alike. */
  readonly weight: number
}

export interface CandidateQuery {
  /** Pieces with one of these terms are left out: those of sources that the reader may not see. */
  readonly without: readonly string[]
  readonly clauses: readonly Clause[]
  /** Matches of one clause that are counted, the oldest pieces first. */
  readonly clauseLimit: number
  readonly limit: number
}

export interface Candidate {
  readonly pieceId: number
  readonly weight: number
}

/** Full text of an engine: finds pieces by exact terms, and ranks nothing. */
export interface KnowledgeEngine {
  /** Statements of a migration that create the index. */
  readonly create: readonly RawBuilder<unknown>[]
  /** Statements after rows were inserted with their numbers: the next piece gets a greater one. */
  readonly afterRestore: readonly RawBuilder<unknown>[]
  /** True if a column is one of these numbers, by a statement that is the same for any count of them. */
  isOneOf(column: string, numbers: readonly number[]): RawBuilder<SqlBool>
  add(trx: Kysely<Tables>, entries: readonly NewEntry[]): Promise<void>
  /** The pieces with the greatest sums of weights, the oldest first among equals. */
  find(db: Kysely<Tables>, query: CandidateQuery): Promise<readonly Candidate[]>
  /** As `SearchEngine.repair`. */
  readonly repair: SearchRepair | undefined
  /** As `SearchEngine.tidy`. */
  readonly tidy: ((trx: Transaction<Tables>) => Promise<boolean>) | undefined
}
