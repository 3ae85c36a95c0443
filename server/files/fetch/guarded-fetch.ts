import type { IncomingHttpHeaders } from 'node:http'
import { AlcoveError } from '../../../shared/errors.ts'
import { NETWORK, type Network } from './find-target.ts'
import { createGuardedGet, isRedirect } from './guarded-get.ts'

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
  const get = createGuardedGet({ network })

  async function follow(text: string, signal: AbortSignal): Promise<Buffer> {
    let url = parseUrl(text)
    for (let hops = 0; hops <= limits.hops; hops += 1) {
      const answer = await get(url, { maxBytes: limits.maxBytes, signal })
      if (answer.type === 'refused') throw createFetchError(answer.reason)
      const { status, headers, bytes } = answer
      if (!isRedirect(status) || headers.location === undefined) {
        return requirePlain(status, headers, bytes)
      }
      url = parseUrl(headers.location, url)
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

function parseUrl(text: string, base?: URL): URL {
  const isUrl = text.length <= FETCH_URL_MAX_CHARACTERS && URL.canParse(text, base)
  if (!isUrl) throw createFetchError('the address is none')
  return new URL(text, base)
}

const OK = 200
/** Only plain bodies are accepted: with a content coding, a few bytes could become gigabytes. */
function requirePlain(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Buffer {
  if (status !== OK) throw createFetchError(`the address answers with status ${status}`)
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity') throw createFetchError('the answer is compressed')
  return bytes
}

const createFetchError = (reason: string): AlcoveError =>
  new AlcoveError('file_rejected', `The file cannot be fetched: ${reason}.`)
