/** Place of a provider's model, as an operator configures it. */
export interface ModelPlace {
  /** The base of its calls, without a secret. */
  readonly baseUrl: string
  /** Names of the settings that lead there. */
  readonly settings: {
    readonly key: string
    readonly address: string
    readonly headers: string
  }
  /** Calls below the base, for example `chat completions (/chat/completions)`. */
  readonly speaks: string
  /** Another provider's form of `ALCOVE_MODEL`, for servers that speak only that one's protocol. */
  readonly otherProtocol?: string
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Host and port, for example `127.0.0.1:11434`. */
export function addressOf({ baseUrl }: ModelPlace): string {
  const { hostname, port, protocol } = new URL(baseUrl)
  return `${hostname}:${port === '' ? DEFAULT_PORTS[protocol] : port}`
}

/** A version in the path, as nearly all servers have it. */
const VERSION_PATTERN = /\/v\d/

/** True if the base lacks a version: `/v1` is what operators forget. */
export const lacksVersion = ({ baseUrl }: ModelPlace): boolean =>
  !VERSION_PATTERN.test(new URL(baseUrl).pathname)
