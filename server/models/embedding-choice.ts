import type { EmbeddingModelValue } from './embedding-model.ts'
import type { NamedModel } from './model-choice.ts'

/** An embedding model as a configuration says it: a name, or a value of the AI SDK. */
export type EmbeddingChoice = string | NamedModel | EmbeddingModelValue

export const isEmbeddingModel = (choice: EmbeddingChoice): choice is EmbeddingModelValue =>
  typeof choice === 'object' && 'specificationVersion' in choice

/** Name in logs and in the store: `openai/text-embedding-3-small`. */
export function embeddingName(choice: EmbeddingChoice): string {
  if (typeof choice === 'string') return choice
  if (isEmbeddingModel(choice)) return `${choice.provider}/${choice.modelId}`
  return `${choice.provider.name}/${choice.modelId}`
}

/** True for a model that knows the setting `dimensions`. */
export const takesDimensions = (choice: EmbeddingChoice): boolean =>
  !isEmbeddingModel(choice) || choice.specificationVersion === 'v4'
