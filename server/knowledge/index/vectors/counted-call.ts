import type { Embedded, Embedder, EmbeddingPatience } from '../../../models/embedder.ts'
import { promptTokens } from '../../../models/prompt-tokens.ts'
import type { EmbeddingWorld } from './embedding-world.ts'

export interface CountedCall {
  readonly projectId: string
  readonly purpose: 'pages' | 'questions'
  readonly texts: readonly string[]
  readonly patience: EmbeddingPatience
  readonly signal: AbortSignal
}

/**
 * Embeds texts within the budgets of their project, and counts the call in its usage.
 *
 * @throws AlcoveError `budget_exhausted`, EmbeddingError, or the reason of the signal.
 */
export async function embedCounted(
  { budgets, store, countEmbedding }: Pick<EmbeddingWorld, 'budgets' | 'countEmbedding' | 'store'>,
  embedder: Embedder,
  { projectId, purpose, texts, patience, signal }: CountedCall,
): Promise<Embedded> {
  const reserved = await budgets.reserveEmbedding(projectId, purpose, promptTokens(texts))
  let tokens = 0
  try {
    const embedded = await embedder.embed(texts, patience, signal)
    tokens = embedded.tokens
    return embedded
  } finally {
    const cost = { calls: 1, tokens }
    await reserved.settle(cost)
    await store.embeddings.addUsage(projectId, purpose, cost)
    await countEmbedding({ projectId, model: embedder.name, tokens })
  }
}
