import type { QueryExecutorProvider, RawBuilder } from 'kysely'
import type { SearchEngine } from '../search/search-engine.ts'
import type { Term } from '../search/terms.ts'

/** A text in the index of the desk. */
export interface ConversationText {
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
}

/** Texts of a project from some weeks that have all of the terms, or are not indexed to their end. */
export interface WeekQuery {
  readonly projectId: string
  readonly weeks: readonly number[]
  readonly terms: readonly Term[]
  readonly limit: number
}

/** The same for the texts of some threads. */
export interface ThreadTextQuery {
  readonly projectId: string
  readonly threadIds: readonly string[]
  readonly terms: readonly Term[]
}

/** Full-text search of an engine over all conversations of a project. */
export interface ConversationEngine extends Pick<SearchEngine, 'repair' | 'tidy'> {
  /** Statements of a migration that create the table of texts and the engine's own index of it. */
  readonly create: readonly RawBuilder<unknown>[]
  /** In any order. */
  readonly findInWeeks: (
    db: QueryExecutorProvider,
    query: WeekQuery,
  ) => Promise<readonly ConversationText[]>
  /** In any order. */
  readonly findInThreads: (
    db: QueryExecutorProvider,
    query: ThreadTextQuery,
  ) => Promise<readonly ConversationText[]>
}
