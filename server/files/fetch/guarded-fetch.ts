import { AlcoveError } from '../../../shared/errors.ts'
import {
  createForbiddenCheck,
  defaultPort,
  findTarget,
  NETWORK,
  orAbort,
  type Network,
  type Target,
} from './find-target.ts'
import { readLimited, send } from './request.ts'

/** From the first look-up to the last byte, including redirects. */
export const FETCH_TIMEOUT_MS = 10_000
export const FETCH_MAX_BYTES = 10_485_760
/** Maximum of redirects. */
export const FETCH_HOPS_MAX = 5
export const FETCH_URL_MAX_CHARACTERS = 2_048

export interface FetchLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly hops: number
}

export const FETCH_LIMITS: FetchLimits = {
  timeoutMs: FETCH_TIMEOUT_MS,
  maxBytes: FETCH_MAX_BYTES,
  hops: FETCH_HOPS_MAX,
}

/**
 * Fetches the bytes at a public address.
 *
 * @throws AlcoveError `file_rejected`, `too_large`.
 */
export type GuardedFetch = (url: string) => Promise<Buffer>

/**
 * Creates a fetch that reaches the public internet only. A name is looked up once and all its addresses are
 * checked; the connection goes to a checked address, so a different answer to a second look-up has no effect.
 * Each redirect is checked as the first address was.
 */
export function createGuardedFetch(
  network: Network = NETWORK,
  limits: FetchLimits = FETCH_LIMITS,
): GuardedFetch {
  const isForbidden = createForbiddenCheck()

  async function check(url: URL): Promise<Target> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw createFetchError(WEB_ONLY)
    if (url.username !== '' || url.password !== '') throw createFetchError(NO_CREDENTIALS)
    const port = url.port === '' ? defaultPort(url) : Number(url.port)
    if (port !== 80 && port !== 443) throw createFetchError(WEB_ONLY)
    const target = await findTarget(url, network, isForbidden)
    if (!target) throw createFetchError(NOT_PUBLIC)
    return target
  }

  async function follow(text: string, signal: AbortSignal): Promise<Buffer> {
    let url = parseUrl(text)
    for (let hops = 0; hops <= limits.hops; hops += 1) {
      const target = await orAbort(check(url), signal)
      const answer = await request(target, limits.maxBytes, signal)
      if (answer.type === 'bytes') return answer.bytes
      url = parseUrl(answer.location, url)
    }
    throw createFetchError(`the address redirects more than ${limits.hops} times`)
  }

  return async (text) => {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    try {
      return await follow(text, signal)
    } catch (error) {
      if (error instanceof AlcoveError && !signal.aborted) throw error
      throw createFetchError(
        signal.aborted ? 'the address took too long' : 'the address does not answer',
      )
    }
  }
}

const WEB_ONLY = 'the address must begin with http:// or https://, on port 80 or 443'
const NO_CREDENTIALS = 'the address must not hold a name or a password'
const NOT_PUBLIC = 'the address is not on the public internet'

function parseUrl(text: string, base?: URL): URL {
  const isUrl = text.length <= FETCH_URL_MAX_CHARACTERS && URL.canParse(text, base)
  if (!isUrl) throw createFetchError('the address is none')
  return new URL(text, base)
}

type Answer =
  | { readonly type: 'bytes'; readonly bytes: Buffer }
  | { readonly type: 'redirect'; readonly location: string }

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const OK = 200
/**
 * Makes one hop. Only plain bodies are accepted: with a content coding, a few bytes could become gigabytes.
 *
 * @throws AlcoveError `file_rejected`, `too_large`; the socket's error.
 */
async function request(target: Target, maxBytes: number, signal: AbortSignal): Promise<Answer> {
  const message = await send(target, signal)
  try {
    const status = message.statusCode ?? 0
    const { location } = message.headers
    if (REDIRECTS.includes(status) && location !== undefined) return { type: 'redirect', location }
    if (status !== OK) throw createFetchError(`the address answers with status ${status}`)
    const coding = message.headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity') throw createFetchError('the answer is compressed')
    return { type: 'bytes', bytes: await readLimited(message, maxBytes) }
  } finally {
    message.destroy()
  }
}

const createFetchError = (reason: string): AlcoveError =>
  new AlcoveError('file_rejected', `The file cannot be fetched: ${reason}.`)
