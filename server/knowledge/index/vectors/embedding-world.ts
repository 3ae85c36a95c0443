import type { Budgets } from '../../../limits/budgets.ts'
import type { Embedder } from '../../../models/embedder.ts'
import type { EmbeddingName } from '../../../store/knowledge/vectors/embedding-rows.ts'
import type { Store } from '../../../store/store.ts'

/** An embedding model as its project names it, ready to be asked. */
export interface NamedEmbedder extends EmbeddingName {
  readonly embedder: Embedder
}

/** Everything that vectors need from outside. */
export interface EmbeddingWorld {
  readonly store: Pick<Store, 'embeddings' | 'vectors'>
  /** The model that a project names now; undefined: none. */
  readonly modelOf: (projectId: string) => Promise<NamedEmbedder | undefined>
  /** A model that the project named before; undefined if its provider is not configured any more. */
  readonly formerModelOf: (
    projectId: string,
    former: EmbeddingName,
  ) => Promise<Embedder | undefined>
  readonly budgets: Pick<Budgets, 'reserveEmbedding'>
  /** Counts a call with its cost. Never rejects. */
  readonly countEmbedding: (called: {
    readonly projectId: string
    readonly model: string
    readonly tokens: number
  }) => Promise<void>
  readonly log: { warn(facts: object, text: string): void }
  /** Milliseconds since 1970. */
  readonly now: () => number
}
