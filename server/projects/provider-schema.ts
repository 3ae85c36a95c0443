import * as v from 'valibot'
import { text } from '../../shared/api/option-fields.ts'
import { DEMO_MODEL_NAME } from '../models/demo-model.ts'
import type { NamedProvider } from '../models/model-choice.ts'
import { isModelAddress } from '../models/provider-setting.ts'
import { PROVIDERS } from '../models/providers.ts'
import { block, blocksByName, type Fields } from './config-fields.ts'
import { headers } from './header-schema.ts'

/** Protocols of providers. */
export const PROVIDER_APIS = ['openai-compatible', 'openai', 'anthropic'] as const
export type ProviderApi = (typeof PROVIDER_APIS)[number]

/** A server that runs models, as the operator writes it in `providers`. */
export interface ProviderBlock {
  /**
   * Its address up to the part that all calls have in common, such as `http://127.0.0.1:11434/v1`; http or
   * https, without query.
   */
  readonly baseUrl: string
  /** Default: none is sent. */
  readonly key?: string | undefined
  /** Sent with each request, for example to a gateway. At most 32. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Its protocol: `openai-compatible` is chat completions, `openai` OpenAI's responses, `anthropic` Anthropic's
   * messages. Default: `openai-compatible`.
   */
  readonly api?: ProviderApi | undefined
}

const RESERVED = new Set<string>([DEMO_MODEL_NAME, ...PROVIDERS.map(({ name }) => name)])

const isProviderName = (name: string): boolean => /^[\w-]{1,64}$/.test(name) && !RESERVED.has(name)

const providerFields = block({
  baseUrl: v.pipe(
    text,
    v.check(isModelAddress, 'expected an http or https address without query and user name'),
    v.transform((address) => address.replace(/\/+$/, '')),
  ),
  // The error has no value in its message.
  key: v.optional(
    v.pipe(
      v.unknown(),
      v.check(
        (key) => typeof key === 'string' && /^[\x21-\x7e]{1,4096}$/.test(key),
        'expected a key without spaces',
      ),
      v.transform(String),
    ),
  ),
  headers: v.optional(headers),
  api: v.optional(v.picklist(PROVIDER_APIS, `expected ${PROVIDER_APIS.join(', ')}`)),
} satisfies Fields<ProviderBlock>)

/** The operator's own providers, by name. */
export const providers = v.pipe(
  blocksByName(
    providerFields,
    isProviderName,
    `1 to 64 letters, digits, _ and -, and not ${[...RESERVED].join(', ')}`,
  ),
  v.transform(
    (named): ReadonlyMap<string, NamedProvider> =>
      new Map(Object.entries(named).map(([name, written]) => [name, toProvider(name, written)])),
  ),
)

function toProvider(
  name: string,
  { baseUrl, key, headers: given, api = 'openai-compatible' }: v.InferOutput<typeof providerFields>,
): NamedProvider {
  const row = PROVIDERS.find((each) => each.name === api)!
  return { name, api: row, baseURL: baseUrl, apiKey: key, headers: given }
}
