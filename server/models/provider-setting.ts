import { AlcoveError } from '../../shared/errors.ts'
import { HEADERS_MAX, parseHeaders, type RequestHeaders } from './request-headers.ts'

/** A setting of a provider of models, in the environment. Several providers may share it. */
export interface ProviderSetting<Value> {
  readonly name: string
  /** Value in `.env.example` behind the name. */
  readonly example: string
  /** Logs and answers never contain a secret value. */
  readonly isSecret: boolean
  /** True for headers, some of whose values are secrets. Default: false. */
  readonly isHeaders?: boolean
  /** The provider's models do not start without it. */
  readonly isNeeded: boolean
  /**
   * @param text trimmed; undefined if the setting is missing.
   * @param provider the name of the provider whose model is created, for an error.
   * @throws AlcoveError `config_invalid`, naming the setting.
   */
  readonly read: (text: string | undefined, provider: string) => Value
}

/** A key that the provider's models need. */
export const neededKey = (name: string): ProviderSetting<string> => ({
  name,
  example: '',
  isSecret: true,
  isNeeded: true,
  read(text, provider) {
    if (text !== undefined) return text
    throw new AlcoveError(
      'config_invalid',
      `${name} is not set, but the model ${provider}/… needs a key.`,
      { hint: `Set ${name} to a key of this provider.` },
    )
  },
})

/** A key for servers that may require one. */
export const optionalKey = (name: string): ProviderSetting<string | undefined> => ({
  name,
  example: '',
  isSecret: true,
  isNeeded: false,
  read: (text) => text,
})

/** Overrides the default address of a provider. */
export const addressOr = (name: string, fallback: string): ProviderSetting<string> => ({
  name,
  example: '',
  isSecret: false,
  isNeeded: false,
  read: (text) => (text === undefined ? fallback : readUrl(name, text)),
})

/** The address of a provider without a default address. */
export const neededAddress = (name: string, example: string): ProviderSetting<string> => ({
  name,
  example,
  isSecret: false,
  isNeeded: true,
  read(text, provider) {
    if (text !== undefined) return readUrl(name, text)
    throw new AlcoveError(
      'config_invalid',
      `${name} is not set, but the model ${provider}/… needs the address of the server.`,
      { hint: `For example ${name}=${example} for Ollama.` },
    )
  },
})

/** Headers that a gateway wants beside those of the provider's package, which they override. */
export const furtherHeaders = (name: string): ProviderSetting<RequestHeaders> => ({
  name,
  example: '',
  isSecret: false,
  isHeaders: true,
  isNeeded: false,
  read(text) {
    const headers = text === undefined ? {} : parseHeaders(text)
    if (headers !== undefined) return headers
    // The value may hold a secret.
    throw new AlcoveError(
      'config_invalid',
      `${name} is not a JSON object of at most ${HEADERS_MAX} headers, each a name and a text of one line.`,
      {
        hint: `For example ${name}={"x-team":"shop"}. Host, Content-Type and the like are set by this server.`,
      },
    )
  },
})

/** True for an address to which the path of a call can be added, without a secret in it. */
export function isModelAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

function readUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username !== '' || url.password !== '')) {
    throw new AlcoveError(
      'config_invalid',
      `${name} holds a user name or a password, but expected is an address without them.`,
      { hint: 'A key has its own setting.' },
    )
  }
  if (isModelAddress(text)) return text.replace(/\/+$/, '')
  throw new AlcoveError(
    'config_invalid',
    `${name} is "${text.split(/[?#]/, 1)[0]}", but expected is an http or https address without query, for example https://api.openai.com/v1.`,
  )
}
