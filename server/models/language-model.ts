import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider'
import { askV2, askV3, type ModelStream } from './older-models.ts'

/** A language model of the AI SDK, as its packages return it: `openai('gpt-5')`, `google('gemini-3-pro')`. */
export type LanguageModelValue = LanguageModelV2 | LanguageModelV3 | LanguageModelV4

/** The part of a language model that answers need. */
export interface StreamingModel {
  doStream(options: LanguageModelV4CallOptions): PromiseLike<ModelStream>
}

/** Specification versions of a language model, by the version of the AI SDK. */
const SPECIFICATIONS = { v2: 5, v3: 6, v4: 7 } as const
const SPECIFICATIONS_LISTED = 'v2, v3 or v4, which the packages of AI SDK 5, 6 and 7 have'

/** The reason why a value is not a language model that can be asked; undefined if it is one. */
export function refuseLanguageModel(value: object): string | undefined {
  const { specificationVersion: version, doStream, modelId } = value as Partial<LanguageModelV4>
  const name = typeof modelId === 'string' ? `the model "${modelId}"` : 'the value'
  if (typeof version !== 'string') {
    return 'expected a model’s name or a language model of the AI SDK, such as openai("gpt-5")'
  }
  if (!Object.hasOwn(SPECIFICATIONS, version)) {
    return `${name} has specification version ${JSON.stringify(version)}; expected ${SPECIFICATIONS_LISTED}`
  }
  return typeof doStream === 'function' ? undefined : `${name} is no language model`
}

/** Name in logs: `openai.responses/gpt-5`. */
export const nameOf = ({ provider, modelId }: LanguageModelValue): string =>
  `${provider}/${modelId}`

/** True for a model that knows the setting `reasoning`, by which an effort is sent. */
export const takesEffort = ({ specificationVersion }: LanguageModelValue): boolean =>
  specificationVersion === 'v4'

/** The model as the newest specification describes it. */
export function toStreamingModel(model: LanguageModelValue): StreamingModel {
  switch (model.specificationVersion) {
    case 'v2':
      return { doStream: (options) => askV2(model, options) }
    case 'v3':
      return { doStream: (options) => askV3(model, options) }
    case 'v4':
      return model
    default:
      return model satisfies never
  }
}
