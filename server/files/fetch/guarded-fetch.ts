import { lookup } from 'node:dns/promises'
import { connect as connectSocket, isIP, isIPv4, type Socket } from 'node:net'
import { AlcoveError } from '../../../shared/errors.ts'
import { FETCH_LIMITS, FETCH_URL_MAX_CHARACTERS, type FetchLimits } from './fetch-limits.ts'
import { createForbiddenCheck } from './forbidden-address.ts'
import { request, type Target } from './request.ts'

/**
 * The bytes at a public address.
 *
 * @throws AlcoveError `file_rejected`, `too_large`.
 */
export type GuardedFetch = (url: string) => Promise<Buffer>

/** The network, for tests to replace. */
export interface Network {
  /** Every address of a name. */
  resolve(hostname: string): Promise<readonly string[]>
  connect(address: string, port: number): Socket
}

const NETWORK: Network = {
  resolve: async (hostname) =>
    (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: (address, port) => connectSocket(port, address),
}

/**
 * A fetch that reaches the public internet only. A name is looked up once and all its addresses are
 * checked; the connection goes to a checked address and not to the name, so an answer that changes
 * between look and call changes nothing. Each redirect is checked as the first address was.
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
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(hostname) === 0 ? await resolveName(hostname) : [hostname]
    // Many machines have no way to IPv6.
    const address = addresses.find(isIPv4) ?? addresses[0]
    if (address === undefined || addresses.some(isForbidden)) throw createFetchError(NOT_PUBLIC)
    return { url, hostname, port, connect: () => network.connect(address, port) }
  }

  async function resolveName(hostname: string): Promise<readonly string[]> {
    try {
      return await network.resolve(hostname)
    } catch {
      return []
    }
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

const defaultPort = ({ protocol }: URL): number => (protocol === 'https:' ? 443 : 80)

function parseUrl(text: string, base?: URL): URL {
  const isUrl = text.length <= FETCH_URL_MAX_CHARACTERS && URL.canParse(text, base)
  if (!isUrl) throw createFetchError('the address is none')
  return new URL(text, base)
}

/** A look-up takes no signal. */
async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const createFetchError = (reason: string): AlcoveError =>
  new AlcoveError('file_rejected', `The file cannot be fetched: ${reason}.`)
