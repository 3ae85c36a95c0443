import type { Selectable } from 'kysely'
import type { EmbeddingState, KnowledgeEmbeddingsTable } from './vector-tables.ts'

/** An embedding model of a project, as its owner names it. */
export interface EmbeddingName {
  /** Such as `openai/text-embedding-3-small`. */
  readonly name: string
  /** Numbers of a vector that the owner wants; undefined: the model's own. */
  readonly dimensions: number | undefined
}

export interface EmbeddingModelRow extends EmbeddingName {
  readonly id: string
  readonly projectId: string
  readonly state: EmbeddingState
  /** Numbers of its vectors, and their mean; undefined before the first. */
  readonly shape: VectorShape | undefined
  /** Number of texts that it was asked for, those that are gone included. */
  readonly texts: number
  /** Sentence for the owner; null: vectors are whole, or being made. */
  readonly problem: string | null
  /** No text is embedded before. */
  readonly retryAt: string | null
}

export interface VectorShape {
  readonly dimensions: number
  readonly centre: readonly number[]
}

/** A text without a vector: pieces with this hash, in documents with this title. */
export interface UnembeddedText {
  readonly hash: string
  /** Cut to {@link TITLE_CHARACTERS}. */
  readonly title: string
  readonly headings: readonly string[]
  readonly text: string
}

/** A vector of length 1 of a text, or a sentence for the owner about why there is none. */
export type NewVector = Pick<UnembeddedText, 'hash' | 'title'> &
  ({ readonly unit: readonly number[] } | { readonly problem: string })

/** A piece whose vector is near a question's. */
export interface NearPiece {
  readonly pieceId: number
  readonly sourceId: string
  /** Cosine of the angle, from -1 to 1. */
  readonly similarity: number
}

/** Calls of embedding models. */
export interface EmbeddingUsage {
  readonly calls: number
  readonly tokens: number
}

export function toModelRow(row: Selectable<KnowledgeEmbeddingsTable>): EmbeddingModelRow {
  const { dimensions, centre } = row
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    dimensions: row.wished_dimensions === 0 ? undefined : row.wished_dimensions,
    state: row.state,
    shape:
      dimensions === null || centre === null
        ? undefined
        : { dimensions, centre: JSON.parse(centre) as number[] },
    texts: row.next_seq - 1,
    problem: row.problem,
    retryAt: row.retry_at,
  }
}
