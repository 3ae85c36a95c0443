import { SignJWT } from 'jose'

/** A published client of the contract, with the parts that tests call in any version. */
export interface PublishedCloud {
  readonly threads: Methods & { readonly messages: Methods; readonly runs?: Methods }
  readonly runs: Methods
  readonly files: Methods
  readonly auth: { readonly tokens: Methods; readonly invalidate?: () => void }
  readonly projects?: { readonly threads: Methods & { readonly messages: Methods } }
  readonly scores?: Methods
  readonly events?: Methods
}

/** Each client has its own set of types; the tests check the results. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Methods = Readonly<Record<string, (...args: any[]) => any>>

export const PUBLISHED_VERSIONS = [
  '0.1.4',
  '0.1.18',
  '0.1.28',
  '0.1.36',
  '0.1.43',
  '0.2.2',
  '0.2.11',
] as const
export type PublishedVersion = (typeof PUBLISHED_VERSIONS)[number]

export const AUTH_MODES = ['host token', 'API key', 'anonymous'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/** The oldest clients always call this host with an API key. */
const FIXED_HOST = 'https://backend.assistant-api.com'
const TOKEN_LIFE_SECONDS = 600

export interface CloudWorld {
  readonly base: string
  readonly hostSecret: string
  readonly apiKey: string
}

export async function createPublishedCloud(
  version: PublishedVersion,
  mode: AuthMode,
  user: string,
  { base, hostSecret, apiKey }: CloudWorld,
): Promise<PublishedCloud> {
  const { AssistantCloud } = (await import(`cloud-${version}`)) as {
    AssistantCloud: new (config: object) => PublishedCloud
  }
  switch (mode) {
    case 'host token':
      return new AssistantCloud({ baseUrl: base, authToken: () => signHostToken(hostSecret, user) })
    case 'API key':
      return new AssistantCloud({ baseUrl: base, apiKey, userId: user, workspaceId: user })
    case 'anonymous':
      return new AssistantCloud({ baseUrl: base, anonymous: true })
    default:
      return mode satisfies never
  }
}

export const signHostToken = (secret: string, user: string): Promise<string> =>
  new SignJWT({ sub: user })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_LIFE_SECONDS}s`)
    .sign(new TextEncoder().encode(secret))

/** `fetch` as a browser of these clients has it, with the fixed address redirected to our server. */
export function createRedirectingFetch(base: string, seen: string[]): typeof fetch {
  const send = globalThis.fetch
  return async (input, init) => {
    const url = String(input instanceof Request ? input.url : input).replace(FIXED_HOST, base)
    const response = await send(url, init)
    seen.push(`${init?.method ?? 'GET'} ${new URL(url).pathname} ${response.status}`)
    return response
  }
}

/** The public methods of a client's part. */
export function methodsOf(part: object): string[] {
  const inner =
    /^(constructor|listen|unlisten|flush|dispose|clearPending|.*Retry.*|.*Flush.*|flush.*|on[A-Z].*)$/
  return Object.getOwnPropertyNames(Object.getPrototypeOf(part)).filter((name) => !inner.test(name))
}

/** Wraps the part, and records called methods. */
export function noteCalls<Part extends object>(part: Part, name: string, calls: Set<string>): Part {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      calls.add(`${name}.${String(key)}`)
      return value.bind(target)
    },
  })
}
