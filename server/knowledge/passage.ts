/** The person whose answer searches, which decides the sources that may be found. */
export interface KnowledgeReader {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  /** True if the owner's own server named the user. */
  readonly isNamed: boolean
  /** True if the draft of the project's settings answers. Default: false. */
  readonly isDraft?: boolean
}

/** A piece as a search gives it. */
export interface Passage {
  readonly pieceId: string
  readonly documentId: string
  readonly sourceId: string
  /** Path of a file inside its source, or address of a page. */
  readonly address: string
  /** Address at which people open the document, without a fragment; undefined: the server shows the kept text. */
  readonly url: string | undefined
  readonly title: string
  readonly headings: readonly string[]
  readonly anchor: string | undefined
  readonly page: number | undefined
  readonly pageLabel: string | undefined
  readonly language: string | undefined
  /** Date of the document, `YYYY-MM-DD`. */
  readonly date: string | undefined
  readonly mediaType: string
  /** The page's own characters, one block a line: for people and for links to the text. */
  readonly text: string
  /** The same with heads of tables and numbers of lists: for the model. */
  readonly fullText: string
  /** From 0 to 1; results below the floor are of no use. */
  readonly score: number
  readonly isAboveFloor: boolean
}

/** Finds passages of a project's documents for a question. */
export interface KnowledgeSearch {
  /**
   * Best first. Versions and near-duplicates of one document are one result: the newest.
   *
   * @param query as a person or a model wrote it; never syntax.
   * @param limit at most this many passages.
   */
  search(
    reader: KnowledgeReader,
    query: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly Passage[]>
}
