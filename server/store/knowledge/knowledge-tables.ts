import type { Generated } from 'kysely'

/** The tables of an owner's pages. */
export interface KnowledgeTables {
  readonly knowledge_sources: KnowledgeSourcesTable
  readonly knowledge_queue: KnowledgeQueueTable
  readonly knowledge_documents: KnowledgeDocumentsTable
  readonly knowledge_pieces: KnowledgePiecesTable
  readonly knowledge_entries: KnowledgeEntriesTable
  readonly knowledge_words: KnowledgeWordsTable
}

/** A folder, file, sitemap or page whose documents a project's assistants may cite. */
export interface KnowledgeSourcesTable {
  readonly id: string
  readonly project_id: string
  readonly kind: SourceKind
  /** Path of a folder or file, or address of a sitemap or page. */
  readonly location: string
  /** JSON: `SourceSettings` of `server/knowledge`. */
  readonly settings: string
  /** 1: declared in `alcove.config.ts`, so commands cannot change it. */
  readonly is_fixed: number
  /** 1: settings of the desk added it; they alone change the next three columns. */
  readonly is_set: Generated<number>
  /** 1: answers find its documents. */
  readonly is_live: Generated<number>
  /** 1: answers of the draft find its documents. */
  readonly is_draft: Generated<number>
  /** Since when neither does; it is removed some time later. */
  readonly left_at: Generated<string | null>
  readonly state: SourceState
  /** The last crawl's problem, for the owner. */
  readonly problem: string | null
  /** Crawl that runs, or whose work is unfinished. */
  readonly crawl_id: string | null
  readonly crawl_started_at: string | null
  /** End of the last whole crawl. */
  readonly crawled_at: string | null
  /** Time of the next crawl; null: only when asked. */
  readonly due_at: string | null
  /** Process that crawls, and the end of its lease. */
  readonly lease_owner: string | null
  readonly lease_until: string | null
  readonly created_at: string
}

export type SourceKind = 'folder' | 'file' | 'sitemap' | 'url'
/**
 * `waiting`: not crawled yet; `crawling`: a crawl is unfinished; `ready`; `failed`: nothing was forgotten;
 * `removing`: its documents are removed by steps.
 */
export type SourceState = 'waiting' | 'crawling' | 'ready' | 'failed' | 'removing'

/** Addresses of a source, as its last crawl found them: at most as many as its limit of pages. */
export interface KnowledgeQueueTable {
  readonly source_id: string
  readonly address: string
  /** Crawl that last found it. */
  readonly crawl_id: string
  /** Links from the source to here; 0: the source names it itself. */
  readonly depth: number
  /** Change date by a sitemap. */
  readonly modified_at: string | null
  readonly state: QueueState
}

/** `left`: the crawl before found no time for it, so it comes first; `waiting`; `done`: the crawl has taken it. */
export type QueueState = 'left' | 'waiting' | 'done'

export interface KnowledgeDocumentsTable {
  readonly id: string
  readonly source_id: string
  readonly project_id: string
  /** Path inside the source, or address after redirects; unique in its source. */
  readonly address: string
  /** Where people open it; null: the server shows the kept text. */
  readonly url: string | null
  readonly title: string
  readonly language: string | null
  /** `YYYY-MM-DD`, as the document tells. */
  readonly date: string | null
  readonly media_type: string
  readonly bytes: number
  readonly etag: string | null
  readonly last_modified: string | null
  /** Hash of the bytes. */
  readonly hash: string
  /** JSON list of sentences about lost or uncertain content. */
  readonly notes: string
  /** Equal for documents with the same title and headings: `fingerprint.ts`; null without text. */
  readonly version_key: string | null
  /** Similarity to other documents; null without text. */
  readonly fingerprint: string | null
  /** The newer version or equal document that is found instead; null: this one. */
  readonly replaced_by: string | null
  /** Null: it was read. Otherwise a reason of `UNREAD_REASONS`. */
  readonly unread_reason: string | null
  /** Sentence with details of `unread_reason`. */
  readonly unread_detail: string | null
  /** Crawl that last found it. */
  readonly crawl_id: string
  /** Since when crawls do not find it; null: it is there. */
  readonly missing_since: string | null
  readonly checked_at: string
  readonly created_at: string
}

export interface KnowledgePiecesTable {
  /** The engine's own number, which grows. */
  readonly id: Generated<number>
  readonly project_id: string
  readonly source_id: string
  readonly document_id: string
  readonly position: number
  /** JSON list. */
  readonly headings: string
  readonly anchor: string | null
  readonly page: number | null
  readonly page_label: string | null
  readonly language: string | null
  readonly text: string
  /** The text as index and model take it; null: as `text`. */
  readonly full_text: string | null
  readonly hash: string
}

/**
 * A piece that searches find: of every document that was read and is not replaced. Derived, with the engine's
 * own index of its words.
 */
export interface KnowledgeEntriesTable {
  readonly piece_id: number
  readonly project_id: string
  readonly document_id: string
  /** Words of its title, headings and text: `entry-words.ts`. */
  readonly words: string
}

/** The different words of a project's entries, kept by triggers where entries are removed. */
export interface KnowledgeWordsTable {
  readonly project_id: string
  readonly word: string
  /** Its characters from the last to the first, to find words by their ends. */
  readonly reversed: string
  /** Number of its characters. */
  readonly letters: number
  /** Number of entries that have it. */
  readonly pieces: number
}
