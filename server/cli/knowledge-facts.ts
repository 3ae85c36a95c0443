import type { ReportedDocument, SourceCounts, SourceRow } from '../store/store.ts'
import { readSourceSettings } from '../knowledge/source-settings.ts'

const NO_DOCUMENTS: SourceCounts = { documents: 0, unread: 0, missing: 0 }

/** A source for programs, with the names of the API. */
export const sourceFacts = (source: SourceRow, counts: SourceCounts = NO_DOCUMENTS) => ({
  id: source.id,
  project_id: source.projectId,
  kind: source.kind,
  location: source.location,
  settings: readSourceSettings(source.settings),
  is_fixed: source.isFixed,
  state: source.state,
  problem: source.problem,
  documents: counts.documents,
  unread: counts.unread,
  missing: counts.missing,
  crawled_at: source.crawledAt,
  due_at: source.dueAt,
  created_at: source.createdAt,
})

/** A document of a report for programs. */
export const documentFacts = (document: ReportedDocument) => ({
  address: document.address,
  url: document.url,
  title: document.title,
  unread_reason: document.unreadReason,
  detail: document.unreadDetail,
  notes: document.notes,
  missing_since: document.missingSince,
  checked_at: document.checkedAt,
})
