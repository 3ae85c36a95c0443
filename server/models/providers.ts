import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModelValue } from './embedding-model.ts'
import type { ModelPlace } from './model-place.ts'
import { PATIENT_LIMITS, type ProviderLimits } from './provider-limits.ts'
import type { ProviderModelSetup } from './ask-provider.ts'
import type { ProviderFetch } from './provider-call.ts'
import {
  addressOr,
  furtherHeaders,
  neededAddress,
  neededKey,
  optionalKey,
  type ProviderSetting,
} from './provider-setting.ts'
import { parseHeaders, secretHeaders } from './request-headers.ts'

/** The settings of models and of the tools that they call. */
export interface ModelSettings {
  /** `ALCOVE_MODEL` */
  readonly model?: string | undefined
  /** Keys and addresses of the providers, by their names in the environment. */
  readonly providers?: ProviderTexts
  /** `ALCOVE_ALLOW_LOCAL_TOOLS`: true if a tool's endpoint may be on this machine; default: false. */
  readonly allowsLocalTools?: boolean | undefined
  /** `ALCOVE_MODEL_FIRST_BYTE_SECONDS`; default: the provider's. */
  readonly modelFirstByteSeconds?: number | undefined
  /** `ALCOVE_MODEL_GAP_SECONDS`; default: the provider's. */
  readonly modelGapSeconds?: number | undefined
}

export type ProviderTexts = Readonly<Record<string, string | undefined>>

/** Creates the AI SDK's model, once for all calls. */
export interface ModelFactory extends Pick<
  ProviderModelSetup,
  'protocol' | 'createLanguageModel' | 'providerOptions' | 'lowestEfforts' | 'place'
> {
  /** Absent: the provider has no embedding models. */
  readonly createEmbeddingModel?: (fetch: ProviderFetch) => EmbeddingModelValue
  /** Where they differ from the defaults. */
  readonly limits?: Partial<ProviderLimits>
}

/** Values with which a provider is reached. */
export interface ProviderAccess {
  /** Absent: the server wants none. */
  readonly apiKey?: string | undefined
  readonly baseURL: string
  /** Sent with each request, besides those of the provider's package. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Provider {
  /** Part before the slash in a model's name. */
  readonly name: string
  /** Destination of the messages, as operators read it. */
  readonly goesTo: string
  /** Meaning of a model's name, if the provider's name does not tell it. */
  readonly about?: string
  /** True if it has embedding models. */
  readonly embeds?: boolean
  readonly settings: readonly ProviderSetting<unknown>[]
  /** Creates a model that is reached by these values. */
  readonly create: (modelId: string, access: ProviderAccess) => ModelFactory
  /** @throws AlcoveError `config_invalid`, naming the setting. */
  readonly chooseModel: (modelId: string, texts: ProviderTexts) => ModelFactory
}

interface ProviderRow
  extends
    Pick<Provider, 'name' | 'goesTo' | 'about' | 'embeds' | 'create'>,
    Pick<ModelFactory, 'limits'>,
    Pick<ModelPlace, 'speaks' | 'otherProtocol'> {
  /** The values of {@link ProviderAccess} in the environment. */
  readonly settings: {
    readonly [Key in keyof ProviderAccess]-?: ProviderSetting<ProviderAccess[Key]>
  }
}

function provider({
  settings,
  create: createBare,
  limits = {},
  speaks,
  otherProtocol,
  ...row
}: ProviderRow): Provider {
  const entries = Object.entries<ProviderSetting<unknown>>(settings)
  const place = {
    speaks,
    ...(otherProtocol === undefined ? {} : { otherProtocol }),
    settings: {
      key: settings.apiKey.name,
      address: settings.baseURL.name,
      headers: settings.headers.name,
    },
  }
  const create: Provider['create'] = (modelId, access) => ({
    ...createBare(modelId, access),
    place: { ...place, baseUrl: access.baseURL },
    limits,
  })
  return {
    ...row,
    settings: entries.map(([, setting]) => setting),
    create,
    chooseModel(modelId, texts) {
      const values = entries.map(([key, { name, read }]) => [
        key,
        read(texts[name]?.trim() || undefined, row.name),
      ])
      return create(modelId, Object.fromEntries(values))
    },
  }
}

/**
 * All providers. A new one is a row here and its package; `npm run settings` writes the rest: the text of
 * `ALCOVE_MODEL`, `.env.example` and the compose file. The guide of the demo model reads the rows. Every value is
 * passed explicitly, since the packages would read the environment themselves.
 */
export const PROVIDERS: readonly Provider[] = [
  provider({
    name: 'openai',
    embeds: true,
    goesTo: 'OpenAI',
    speaks: 'the Responses API (/responses)',
    otherProtocol:
      'openai/… speaks the Responses API: for a server of chat completions write ALCOVE_MODEL=openai-compatible/<model>.',
    settings: {
      apiKey: neededKey('OPENAI_API_KEY'),
      baseURL: addressOr('OPENAI_BASE_URL', 'https://api.openai.com/v1'),
      headers: furtherHeaders('OPENAI_HEADERS'),
    },
    create: (modelId, { apiKey = '', ...access }) => ({
      protocol: 'responses',
      createLanguageModel: (fetch) =>
        createOpenAI({ apiKey, ...whole(access), fetch }).responses(modelId),
      createEmbeddingModel: (fetch) =>
        createOpenAI({ apiKey, ...whole(access), fetch }).embedding(modelId),
      // By default OpenAI stores every conversation for thirty days.
      providerOptions: { openai: { store: false } },
      // The package sends the lowest of a model that it knows.
      lowestEfforts: ['none', 'low'],
    }),
  }),
  provider({
    name: 'anthropic',
    goesTo: 'Anthropic',
    speaks: 'the Messages API (/messages)',
    settings: {
      apiKey: neededKey('ANTHROPIC_API_KEY'),
      baseURL: addressOr('ANTHROPIC_BASE_URL', 'https://api.anthropic.com/v1'),
      headers: furtherHeaders('ANTHROPIC_HEADERS'),
    },
    create: (modelId, { apiKey = '', ...access }) => ({
      protocol: 'messages',
      createLanguageModel: (fetch) => createAnthropic({ apiKey, ...whole(access), fetch })(modelId),
      lowestEfforts: ['none'],
    }),
  }),
  provider({
    name: 'openai-compatible',
    embeds: true,
    about: "anything that speaks OpenAI's protocol: Ollama, vLLM, LM Studio, a gateway",
    goesTo: 'the server at that address, for example your own',
    speaks: 'chat completions (/chat/completions)',
    limits: PATIENT_LIMITS,
    settings: {
      apiKey: optionalKey('OPENAI_API_KEY'),
      baseURL: neededAddress('OPENAI_BASE_URL', 'http://127.0.0.1:11434/v1'),
      headers: furtherHeaders('OPENAI_HEADERS'),
    },
    create: (modelId, { apiKey, ...access }) => {
      const key = apiKey === undefined ? {} : { apiKey }
      const options = { name: 'openai-compatible', includeUsage: true, ...whole(access), ...key }
      return {
        protocol: 'chat',
        createLanguageModel: (fetch) => createOpenAICompatible({ ...options, fetch })(modelId),
        createEmbeddingModel: (fetch) =>
          createOpenAICompatible({ ...options, fetch }).embeddingModel(modelId),
        // Most servers with efforts know the first, and many of them no lower one.
        lowestEfforts: ['low', 'none'],
      }
    },
  }),
]

const whole = ({ baseURL, headers = {} }: Omit<ProviderAccess, 'apiKey'>) => ({
  baseURL,
  headers: { ...headers },
})

/** Forms of `ALCOVE_MODEL` besides the demo model: `openai/<model>`, … */
export const MODEL_NAMES: readonly string[] = PROVIDERS.map(({ name }) => `${name}/<model>`)

/** Forms of `ALCOVE_EMBEDDING_MODEL`. */
export const EMBEDDING_NAMES: readonly string[] = PROVIDERS.filter(({ embeds }) => embeds).map(
  ({ name }) => `${name}/<model>`,
)

/**
 * The settings of all providers, each name once. Of several with the same name, one with an example is shown.
 */
export const PROVIDER_SETTINGS: readonly ProviderSetting<unknown>[] = [
  ...Map.groupBy(
    PROVIDERS.flatMap(({ settings }) => settings),
    ({ name }) => name,
  ).values(),
].map((same) => same.find(({ example }) => example !== '') ?? same[0]!)

/** The providers' keys and secret headers that are set: logs redact them. */
export const modelSecrets = ({ providers = {} }: ModelSettings): readonly string[] =>
  PROVIDER_SETTINGS.flatMap(({ name, isSecret, isHeaders = false }) => {
    const text = providers[name]?.trim() ?? ''
    if (isHeaders) return secretHeaders(parseHeaders(text) ?? {})
    return isSecret && text !== '' ? [text] : []
  })
