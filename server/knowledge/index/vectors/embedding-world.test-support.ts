import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { createChosenEmbedder } from '../../../models/create-embedder.ts'
import { embeddingName } from '../../../models/embedding-choice.ts'
import { knownPrefixes } from '../../../models/embedding-prefixes.ts'
import type { Store } from '../../../store/store.ts'
import {
  createDocument,
  createPiece,
} from '../../../store/knowledge/knowledge-rows.test-support.ts'
import type { EmbeddingWorld } from './embedding-world.ts'

/** A world of one model for all projects, without limits of budgets. */
export function createWorld(
  store: Pick<Store, 'embeddings' | 'vectors'>,
  model: EmbeddingModelV4 | undefined,
  rest: Partial<EmbeddingWorld> = {},
): EmbeddingWorld {
  const named = model && {
    name: embeddingName(model),
    dimensions: undefined,
    prefixes: knownPrefixes(embeddingName(model)),
    embedder: createChosenEmbedder({ model }, {}),
  }
  return {
    store,
    modelOf: async () => named,
    formerModelOf: async () => undefined,
    budgets: {
      reserveEmbedding: async (_project, _purpose, tokens) => ({
        calls: 1,
        tokens,
        settle: async () => {},
      }),
    },
    countEmbedding: async () => {},
    log: { warn() {} },
    now: () => Date.now(),
    ...rest,
  }
}

/** Saves a document whose pieces have these texts. */
export async function saveTexts(
  { knowledge }: Pick<Store, 'knowledge'>,
  document: Parameters<typeof createDocument>[0],
  texts: readonly string[],
): Promise<string> {
  const pieces = texts.map((text) => createPiece(text))
  return (
    await knowledge.saveDocument({
      document: createDocument({ title: 'Help', ...document }),
      pieces,
    })
  ).id
}
