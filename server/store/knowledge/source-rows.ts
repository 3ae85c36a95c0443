import type { Selectable } from 'kysely'
import type { KnowledgeSourcesTable, SourceKind, SourceState } from './knowledge-tables.ts'

export interface NewSource {
  readonly projectId: string
  readonly kind: SourceKind
  /** Path of a folder or file, or address of a sitemap or page. */
  readonly location: string
  /** JSON of its settings. */
  readonly settings: string
  /** True if `alcove.config.ts` declares it, so that commands cannot change it. */
  readonly isFixed: boolean
}

export interface SourceRow extends NewSource {
  readonly id: string
  /** True if settings of the desk added it. */
  readonly isSet: boolean
  /** True if answers find its documents. */
  readonly isLive: boolean
  /** True if answers of the draft do. */
  readonly isDraft: boolean
  /** Since when neither does; null: one of them does. */
  readonly leftAt: string | null
  readonly state: SourceState
  /** The last crawl's problem, for the owner. */
  readonly problem: string | null
  /** Crawl that runs, or whose work is unfinished. */
  readonly crawlId: string | null
  readonly crawlStartedAt: string | null
  /** End of the last whole crawl. */
  readonly crawledAt: string | null
  /** Time of the next crawl; `null`: only when asked. */
  readonly dueAt: string | null
  readonly createdAt: string
}

export interface SourceCounts {
  /** Documents that were read. */
  readonly documents: number
  /** Documents that could not be read. */
  readonly unread: number
  /** Documents that the last crawl did not find. */
  readonly missing: number
}

export const toSourceRow = (row: Selectable<KnowledgeSourcesTable>): SourceRow => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind,
  location: row.location,
  settings: row.settings,
  isFixed: row.is_fixed === 1,
  isSet: row.is_set === 1,
  isLive: row.is_live === 1,
  isDraft: row.is_draft === 1,
  leftAt: row.left_at,
  state: row.state,
  problem: row.problem,
  crawlId: row.crawl_id,
  crawlStartedAt: row.crawl_started_at,
  crawledAt: row.crawled_at,
  dueAt: row.due_at,
  createdAt: row.created_at,
})
