import type { EmbeddingModelV2, EmbeddingModelV3, EmbeddingModelV4 } from '@ai-sdk/provider'

/** An embedding model of the AI SDK, as its packages return it: `openai.embedding('text-embedding-3-small')`. */
export type EmbeddingModelValue = EmbeddingModelV2<string> | EmbeddingModelV3 | EmbeddingModelV4

/** The part of an embedding model that searches need. */
export interface TextEmbedding {
  /** Most texts of one call; undefined: any number. */
  readonly maxTexts: PromiseLike<number | undefined> | number | undefined
  embed(
    texts: readonly string[],
    options: { readonly dimensions: number | undefined; readonly signal: AbortSignal },
  ): PromiseLike<TextEmbeddingResult>
}

export interface TextEmbeddingResult {
  readonly embeddings: readonly (readonly number[])[]
  readonly usage?: { readonly tokens: number }
}

/** Specification versions of an embedding model: AI SDK 5, 6 and 7. */
const SPECIFICATIONS: readonly unknown[] = ['v2', 'v3', 'v4']
const SPECIFICATIONS_LISTED = 'v2, v3 or v4, which the packages of AI SDK 5, 6 and 7 have'

/** The reason why a value is not an embedding model that can be asked; undefined if it is one. */
export function refuseEmbeddingModel(value: object): string | undefined {
  const { specificationVersion: version, doEmbed, modelId } = value as Partial<EmbeddingModelV4>
  const name = typeof modelId === 'string' ? `the model "${modelId}"` : 'the value'
  if (typeof version !== 'string') {
    return 'expected a model’s name or an embedding model of the AI SDK, such as openai.embedding("text-embedding-3-small")'
  }
  if (!SPECIFICATIONS.includes(version)) {
    return `${name} has specification version ${JSON.stringify(version)}; expected ${SPECIFICATIONS_LISTED}`
  }
  return typeof doEmbed === 'function' ? undefined : `${name} is no embedding model`
}

export function toTextEmbedding(model: EmbeddingModelValue): TextEmbedding {
  return {
    maxTexts: model.maxEmbeddingsPerCall,
    embed(texts, { dimensions, signal }) {
      const call = { values: [...texts], abortSignal: signal }
      return model.specificationVersion === 'v4' && dimensions !== undefined
        ? model.doEmbed({ ...call, dimensions })
        : model.doEmbed(call)
    },
  }
}
