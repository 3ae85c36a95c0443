/** The tables of vectors. */
export interface VectorTables {
  readonly knowledge_embeddings: KnowledgeEmbeddingsTable
  readonly knowledge_vectors: KnowledgeVectorsTable
  readonly knowledge_usage: KnowledgeUsageTable
}

/** An embedding model of a project, and its vectors as a whole. */
export interface KnowledgeEmbeddingsTable {
  readonly id: string
  readonly project_id: string
  /** Key of the model with its prefixes, such as `openai/text-embedding-3-small`. */
  readonly name: string
  /** Numbers of a vector that the owner wants; 0: the model's own. */
  readonly wished_dimensions: number
  /** Numbers of a vector; null before the first. */
  readonly dimensions: number | null
  /** JSON: mean of the first vectors, from which bits are told; null before the first. */
  readonly centre: string | null
  readonly state: EmbeddingState
  /** Place of the next vector. */
  readonly next_seq: number
  /** Sentence for the owner; null: vectors are whole, or being made. */
  readonly problem: string | null
  /** No text is embedded before. */
  readonly retry_at: string | null
  readonly created_at: string
}

/**
 * `building`: its vectors are being made; `current`: questions are answered with it; `leaving`: its rows are
 * removed in steps. A project has at most one that is current.
 */
export type EmbeddingState = 'building' | 'current' | 'leaving'

/** Vector of a text: of the pieces with this hash in documents with this title. */
export interface KnowledgeVectorsTable {
  readonly model_id: string
  /** Grows in the order of commits. */
  readonly seq: number
  readonly hash: string
  readonly title: string
  /** A `0` or `1` for each number; null: the model gave none that can be compared. */
  readonly bits: string | null
  /** Base64 of a signed byte for each number. */
  readonly vector: string | null
  /** Sentence for the owner if there is no vector. */
  readonly problem: string | null
}

export type EmbeddingPurpose = 'pages' | 'questions'

/** Calls of embedding models, by project and day. */
export interface KnowledgeUsageTable {
  readonly project_id: string
  /** `2027-01-15`, UTC. */
  readonly day: string
  readonly purpose: EmbeddingPurpose
  readonly calls: number
  readonly tokens: number
}
