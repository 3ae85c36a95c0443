import type { Selectable } from 'kysely'
import type { EmbeddingState, KnowledgeEmbeddingsTable } from './vector-tables.ts'

/** An embedding model of a project, as its owner names it. */
export interface EmbeddingName {
  /** Such as `openai/text-embedding-3-small`. */
  readonly name: string
  /** Numbers of a vector that the owner wants; undefined: the model's own. */
  readonly dimensions: number | undefined
  /** Texts before what is embedded; '' for none. */
  readonly prefixes: { readonly question: string; readonly passage: string }
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

/**
 * The name of a row. Vectors with other prefixes are those of another model, so the key has them; without any it is the
 * model's name, as in rows that are older than prefixes.
 */
export const modelKey = ({ name, prefixes }: Omit<EmbeddingName, 'dimensions'>): string =>
  prefixes.question === '' && prefixes.passage === ''
    ? name
    : JSON.stringify([name, prefixes.question, prefixes.passage])

function readModelKey(key: string): Omit<EmbeddingName, 'dimensions'> {
  if (!key.startsWith('[')) return { name: key, prefixes: { question: '', passage: '' } }
  const [name, question, passage] = JSON.parse(key) as [string, string, string]
  return { name, prefixes: { question, passage } }
}

export function toModelRow(row: Selectable<KnowledgeEmbeddingsTable>): EmbeddingModelRow {
  const { dimensions, centre } = row
  return {
    id: row.id,
    projectId: row.project_id,
    ...readModelKey(row.name),
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
