/** A file or page as it was fetched or found, before it is read. */
export interface RawDocument {
  /** Address of a page, or path of a file inside its source. */
  readonly address: string
  readonly bytes: Uint8Array
  /** As its server or its file name tells, without parameters; undefined: unknown. */
  readonly mediaType: string | undefined
  /** Encoding that its server tells. Absent: found in the bytes, else UTF-8. */
  readonly charset?: string | undefined
}

/** Text of a document below one heading. */
export interface Section {
  /** Headings above the text, the outermost first, without the document's title. Empty: before the first. */
  readonly headings: readonly string[]
  /** Nearest id of an element at or above the text, as in the page; without `#`. */
  readonly anchor?: string
  /** Page of a PDF, from 1. */
  readonly page?: number
  /** Page number that the PDF itself gives, such as `iv`, if it differs. */
  readonly pageLabel?: string
  /** BCP 47, if the text is in another language than the document. */
  readonly language?: string
  /**
   * Paragraphs, list items, rows of tables, lines of code: each stands in one element of the page, with the
   * page's own characters, so that a link to its text finds it. Tabs separate cells of a row, which are elements
   * of their own: the words of a link come from one cell.
   */
  readonly blocks: readonly string[]
  /**
   * The blocks, one for one, as the index and the model take them: a row of a table has its caption and the heads
   * of its columns, code has its language, items have their numbers; soft hyphens are out. Absent: as `blocks`.
   */
  readonly fullBlocks?: readonly string[]
}

/** A document as its reader understood it. */
export interface ReadDocument {
  readonly title: string
  /** BCP 47. Absent: neither the document nor its text tells. */
  readonly language?: string
  /** Date of the last change that the document itself tells, `YYYY-MM-DD`. */
  readonly date?: string
  /** Address that the page names as its own. */
  readonly canonical?: string
  /** True if the page asks not to be indexed. */
  readonly isHidden: boolean
  /** Absolute addresses of links that a crawler may follow, without fragments. */
  readonly links: readonly string[]
  readonly sections: readonly Section[]
  /** Sentences for the owner about content that is lost or uncertain, such as columns of a PDF's table. */
  readonly notes: readonly string[]
}

/** Reasons for which a document cannot be read. */
export const UNREAD_REASONS = [
  'empty',
  'login',
  'script_only',
  'too_large',
  'broken',
  'unreadable_text',
  'unknown_type',
  'encrypted',
  'refused_by_robots',
  'hidden',
  'not_found',
  'unreachable',
  'refused_address',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]
