import type { ReportedDocument, SourceCounts, SourceRow } from '../store/store.ts'
import type { Passage } from './passage.ts'
import { readSourceSettings } from './source-settings.ts'

const NO_DOCUMENTS: SourceCounts = { documents: 0, unread: 0, missing: 0 }

/** A source as calls and commands give it to programs. */
export const sourceJson = (source: SourceRow, counts: SourceCounts = NO_DOCUMENTS) => ({
  id: source.id,
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

/** A document of a report, likewise. */
export const reportedJson = (document: ReportedDocument) => ({
  address: document.address,
  url: document.url,
  title: document.title,
  unread_reason: document.unreadReason,
  detail: document.unreadDetail,
  notes: document.notes,
  missing_since: document.missingSince,
  checked_at: document.checkedAt,
})

/** A result of a search, likewise. */
export const passageJson = (passage: Passage) => ({
  url: passage.url ?? null,
  address: passage.address,
  title: passage.title,
  headings: passage.headings,
  anchor: passage.anchor ?? null,
  page: passage.page ?? null,
  language: passage.language ?? null,
  text: passage.text,
  score: passage.score,
  above_floor: passage.isAboveFloor,
})
