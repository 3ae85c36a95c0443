import type { Insertable, Selectable } from 'kysely'
import type { KnowledgeDocumentsTable, KnowledgePiecesTable } from './knowledge-tables.ts'

/** A document as a crawl found it, read or not. */
export interface NewKnowledgeDocument {
  readonly projectId: string
  readonly sourceId: string
  /** Path inside the source, or address after redirects; unique in its source. */
  readonly address: string
  /** Where people open it; `null`: the server shows the kept text. */
  readonly url: string | null
  readonly title: string
  /** BCP 47. */
  readonly language: string | null
  /** `YYYY-MM-DD`, as the document tells. */
  readonly date: string | null
  readonly mediaType: string
  readonly bytes: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Hash of the bytes. */
  readonly hash: string
  /** Sentences for the owner about lost or uncertain content. */
  readonly notes: readonly string[]
  /** `null`: it was read. Otherwise a reason of `UNREAD_REASONS`, and a sentence with details. */
  readonly unreadReason: string | null
  readonly unreadDetail: string | null
  readonly crawlId: string
}

export interface KnowledgeDocumentRow extends NewKnowledgeDocument {
  readonly id: string
  /** The newer version or equal document that is found instead; `null`: this one. */
  readonly replacedBy: string | null
  /** Since when crawls do not find it; `null`: it is there. */
  readonly missingSince: string | null
  readonly checkedAt: string
  readonly createdAt: string
}

/** A part of a document that is indexed and found as one; its position is its place in the list. */
export interface NewPiece {
  readonly headings: readonly string[]
  readonly anchor?: string
  readonly page?: number
  readonly pageLabel?: string
  readonly language?: string
  /** Blocks of the document, one a line. */
  readonly text: string
  /** The text as index and model take it. Absent: `text`. */
  readonly fullText?: string
  /** Of headings and text: a piece with an unchanged hash is not written again. */
  readonly hash: string
}

export interface PieceRow extends NewPiece {
  /** Unique in the database. */
  readonly id: string
  readonly documentId: string
  readonly sourceId: string
  /** From 0, in the order of the document. */
  readonly position: number
}

/** A document with all of its pieces, in their order. */
export interface DocumentWithPieces {
  readonly document: NewKnowledgeDocument
  readonly pieces: readonly NewPiece[]
}

/** The effect of saving a document. */
export interface SavedDocument {
  readonly id: string
  /** Pieces that were written and indexed. */
  readonly added: number
  readonly removed: number
  readonly kept: number
}

type DocumentColumns = Selectable<KnowledgeDocumentsTable>

/** Columns that each save sets. */
export const toDocumentColumns = (document: NewKnowledgeDocument, now: string) =>
  ({
    source_id: document.sourceId,
    project_id: document.projectId,
    address: document.address,
    url: document.url,
    title: document.title,
    language: document.language,
    date: document.date,
    media_type: document.mediaType,
    bytes: document.bytes,
    etag: document.etag,
    last_modified: document.lastModified,
    hash: document.hash,
    notes: JSON.stringify(document.notes),
    unread_reason: document.unreadReason,
    unread_detail: document.unreadDetail,
    crawl_id: document.crawlId,
    missing_since: null,
    checked_at: now,
  }) satisfies Partial<DocumentColumns>

export const toDocumentRow = (row: DocumentColumns): KnowledgeDocumentRow => ({
  id: row.id,
  projectId: row.project_id,
  sourceId: row.source_id,
  address: row.address,
  url: row.url,
  title: row.title,
  language: row.language,
  date: row.date,
  mediaType: row.media_type,
  bytes: row.bytes,
  etag: row.etag,
  lastModified: row.last_modified,
  hash: row.hash,
  notes: JSON.parse(row.notes) as string[],
  replacedBy: row.replaced_by,
  unreadReason: row.unread_reason,
  unreadDetail: row.unread_detail,
  crawlId: row.crawl_id,
  missingSince: row.missing_since,
  checkedAt: row.checked_at,
  createdAt: row.created_at,
})

/** Columns of a piece except those of its document. */
export const toPieceColumns = (piece: NewPiece, position: number) =>
  ({
    position,
    headings: JSON.stringify(piece.headings),
    anchor: piece.anchor ?? null,
    page: piece.page ?? null,
    page_label: piece.pageLabel ?? null,
    language: piece.language ?? null,
    text: piece.text,
    full_text: piece.fullText ?? null,
    hash: piece.hash,
  }) satisfies Partial<Insertable<KnowledgePiecesTable>>

export const toPieceRow = (row: Selectable<KnowledgePiecesTable>): PieceRow => ({
  id: String(row.id),
  documentId: row.document_id,
  sourceId: row.source_id,
  position: row.position,
  headings: JSON.parse(row.headings) as string[],
  ...(row.anchor !== null && { anchor: row.anchor }),
  ...(row.page !== null && { page: row.page }),
  ...(row.page_label !== null && { pageLabel: row.page_label }),
  ...(row.language !== null && { language: row.language }),
  text: row.text,
  ...(row.full_text !== null && { fullText: row.full_text }),
  hash: row.hash,
})
