import type { RawBuilder } from 'kysely'
import type { Scope } from '../contracts/scope.ts'
import type { Term } from './terms.ts'

/** What an engine is asked for: texts of one kind in one workspace that have all of the terms. */
export interface DocumentQuery {
  readonly scope: Scope
  /** As `searchScope` gives it. */
  readonly searchScope: string
  readonly terms: readonly Term[]
  /** Older ones than this; undefined: from the newest on. */
  readonly before: FoundDocument['id'] | undefined
  /** Threads that are found already. */
  readonly without: readonly string[]
  readonly limit: number
}

export interface FoundDocument {
  /** An engine's own number, which grows with each text that is added. */
  readonly id: number | string
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
}

/** Newest first. */
export type FindDocuments = (query: DocumentQuery) => RawBuilder<FoundDocument>
