import type { QueryExecutorProvider } from 'kysely'
import type { Scope } from '../contracts/scope.ts'
import type { Term } from './terms.ts'

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

export type FindDocuments = (
  db: QueryExecutorProvider,
  query: DocumentQuery,
) => Promise<DocumentPage>
