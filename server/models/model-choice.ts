import { DEMO_MODEL_NAME } from './demo-model.ts'
import { nameOf, type LanguageModelValue } from './language-model.ts'
import type { Provider, ProviderAccess } from './providers.ts'
import { secretHeaders } from './request-headers.ts'

/** A provider that the configuration names, beside those of the environment. */
export interface NamedProvider extends ProviderAccess {
  /** Part before the slash in a model's name. */
  readonly name: string
  /** Provider whose protocol it speaks. */
  readonly api: Pick<Provider, 'create'>
}

/** A model of a provider that the configuration names. */
export interface NamedModel {
  readonly provider: NamedProvider
  readonly modelId: string
}

/** A model as a configuration says it: a name as in `ALCOVE_MODEL`, or a language model of the AI SDK. */
export type ModelChoice = string | NamedModel | LanguageModelValue

export const isLanguageModel = (choice: ModelChoice): choice is LanguageModelValue =>
  typeof choice === 'object' && 'specificationVersion' in choice

/** Name in logs. */
export function choiceName(choice: ModelChoice | undefined): string {
  if (choice === undefined) return DEMO_MODEL_NAME
  if (typeof choice === 'string') return choice
  return isLanguageModel(choice) ? nameOf(choice) : `${choice.provider.name}/${choice.modelId}`
}

/** Equal for choices of the same model. Different values of a package may have one name. */
export const choiceKey = (choice: ModelChoice | undefined): unknown =>
  choice !== undefined && isLanguageModel(choice) ? choice : choiceName(choice)

/** Secrets of a provider that the configuration names: logs redact them. */
export function choiceSecrets(choice: ModelChoice): readonly string[] {
  if (typeof choice === 'string' || isLanguageModel(choice)) return []
  const { apiKey = '', headers = {} } = choice.provider
  return [apiKey, ...secretHeaders(headers)].filter((secret) => secret !== '')
}
