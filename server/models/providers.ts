import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { AlcoveError } from '../../shared/errors.ts'
import type { ProviderModelSetup } from './provider-model.ts'

/** The settings of models and of the tools that they call, as the environment spells them. */
export interface ModelSettings {
  /** `ALCOVE_MODEL` */
  readonly model?: string | undefined
  /** `OPENAI_API_KEY` */
  readonly openaiApiKey?: string | undefined
  /** `OPENAI_BASE_URL`; default for `openai/…`: OpenAI's own address */
  readonly openaiBaseUrl?: string | undefined
  /** `ANTHROPIC_API_KEY` */
  readonly anthropicApiKey?: string | undefined
  /** `ANTHROPIC_BASE_URL`; default: Anthropic's own address */
  readonly anthropicBaseUrl?: string | undefined
  /** `ALCOVE_ALLOW_LOCAL_TOOLS`: whether a tool's endpoint may be on this machine; default: no. */
  readonly allowsLocalTools?: boolean | undefined
}

/** How the AI SDK's model is made, once for all calls. */
export type ModelFactory = Pick<ProviderModelSetup, 'createLanguageModel' | 'providerOptions'>

interface Provider {
  /** What no log and no answer may hold. */
  readonly key: (settings: ModelSettings) => string | undefined
  /**
   * Every address is passed explicitly, since the packages would read the environment themselves.
   *
   * @throws AlcoveError `config_invalid`, naming the setting.
   */
  readonly chooseModel: (modelId: string, settings: ModelSettings) => ModelFactory
}

const OPENAI_BASE_URL = 'https://api.openai.com/v1'
const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1'

/** By what stands before the slash in a model's name. */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  [
    'openai',
    {
      key: ({ openaiApiKey }) => openaiApiKey,
      chooseModel(modelId, { openaiApiKey, openaiBaseUrl }) {
        const apiKey = requireKey('OPENAI_API_KEY', openaiApiKey, 'openai')
        const baseURL = readUrl('OPENAI_BASE_URL', openaiBaseUrl) ?? OPENAI_BASE_URL
        return {
          createLanguageModel: (fetch) =>
            createOpenAI({ apiKey, baseURL, fetch }).responses(modelId),
          // OpenAI would keep every conversation for thirty days.
          providerOptions: { openai: { store: false } },
        }
      },
    },
  ],
  [
    'anthropic',
    {
      key: ({ anthropicApiKey }) => anthropicApiKey,
      chooseModel(modelId, { anthropicApiKey, anthropicBaseUrl }) {
        const apiKey = requireKey('ANTHROPIC_API_KEY', anthropicApiKey, 'anthropic')
        const baseURL = readUrl('ANTHROPIC_BASE_URL', anthropicBaseUrl) ?? ANTHROPIC_BASE_URL
        return {
          createLanguageModel: (fetch) => createAnthropic({ apiKey, baseURL, fetch })(modelId),
        }
      },
    },
  ],
  [
    'openai-compatible',
    {
      key: ({ openaiApiKey }) => openaiApiKey,
      chooseModel(modelId, { openaiApiKey, openaiBaseUrl }) {
        const baseURL = readUrl('OPENAI_BASE_URL', openaiBaseUrl)
        if (baseURL === undefined) {
          throw new AlcoveError(
            'config_invalid',
            'OPENAI_BASE_URL is not set, but the model openai-compatible/… needs the address of the server.',
            { hint: 'For example OPENAI_BASE_URL=http://127.0.0.1:11434/v1 for Ollama.' },
          )
        }
        const apiKey = openaiApiKey?.trim()
        const key = apiKey ? { apiKey } : {}
        const options = { name: 'openai-compatible', baseURL, includeUsage: true, ...key }
        return {
          createLanguageModel: (fetch) => createOpenAICompatible({ ...options, fetch })(modelId),
        }
      },
    },
  ],
])

/** The providers' keys that are set, for whoever keeps them out of a log. */
export const modelSecrets = (settings: ModelSettings): readonly string[] => [
  ...new Set([...PROVIDERS.values()].flatMap(({ key }) => key(settings)?.trim() || [])),
]

function requireKey(setting: string, value: string | undefined, provider: string): string {
  const key = value?.trim() ?? ''
  if (key !== '') return key
  throw new AlcoveError(
    'config_invalid',
    `${setting} is not set, but the model ${provider}/… needs a key.`,
    { hint: `Set ${setting} to a key of this provider.` },
  )
}

function readUrl(setting: string, value: string | undefined): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username !== '' || url.password !== '')) {
    throw new AlcoveError(
      'config_invalid',
      `${setting} holds a user name or a password, but expected is an address without them.`,
      { hint: 'A key has its own setting.' },
    )
  }
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (isPlain) return text.replace(/\/+$/, '')
  throw new AlcoveError(
    'config_invalid',
    `${setting} is "${text.split(/[?#]/, 1)[0]}", but expected is an http or https address without query, for example ${OPENAI_BASE_URL}.`,
  )
}
