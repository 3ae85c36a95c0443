import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { AlcoveError } from '../../../shared/errors.ts'
import { isRedirect, type GuardedGet } from '../../files/fetch/guarded-get.ts'
import type { Pace } from './pace.ts'
import { ALLOW_ALL, parseRobots, ROBOTS_MAX_BYTES, type Robots } from './robots.ts'

/** From the look-up of a name to the last byte of an answer. */
export const PAGE_TIMEOUT_MS = 30_000
/** Redirects of one address. */
export const HOPS_MAX = 5
/** Origins whose robots.txt is remembered: a site can have any number of subdomains. */
export const ROBOTS_KEPT = 20
/** Requests for an address that answers "too many requests" or "in a moment". */
const TRIES = 2
const MS_PER_SECOND = 1_000

export type WebAnswer =
  | {
      readonly type: 'ok'
      readonly url: URL
      readonly headers: IncomingHttpHeaders
      /** Without a content coding. */
      readonly bytes: Buffer
    }
  | { readonly type: 'unchanged'; readonly url: URL; readonly headers: IncomingHttpHeaders }
  | { readonly type: 'status'; readonly url: URL; readonly status: number }
  | { readonly type: 'too_large'; readonly url: URL }
  | { readonly type: 'robots'; readonly url: URL }
  /** The address leads outside of the source. */
  | { readonly type: 'outside'; readonly url: URL }
  /** No server answers, or none that may be asked. */
  | { readonly type: 'unreachable'; readonly url: URL; readonly detail: string }
  | { readonly type: 'refused'; readonly url: URL; readonly detail: string }

export interface WebCall {
  readonly maxBytes: number
  /** True for addresses that belong to the source: redirects to others are not followed. */
  readonly isInside: (url: URL) => boolean
  /** Headers of conditional requests for an address. Default: none. */
  readonly headersFor?: (url: URL) => Promise<Readonly<Record<string, string>>>
}

/** Fetches pages of sites as their robots.txt files and their pace allow. */
export interface WebClient {
  get(url: URL, call: WebCall): Promise<WebAnswer>
}

export interface WebClientSettings {
  readonly get: GuardedGet
  readonly pace: Pace
  readonly signal: AbortSignal
  /** For one request. Default: {@link PAGE_TIMEOUT_MS}. */
  readonly timeoutMs?: number
  /** Told of the bytes of each answer. */
  readonly onBytes: (count: number) => void
}

/** @throws the reason of `signal`, once it aborts. */
export function createWebClient({
  get,
  pace,
  signal,
  timeoutMs = PAGE_TIMEOUT_MS,
  onBytes,
}: WebClientSettings): WebClient {
  const robots = new Map<string, Promise<Robots | string>>()

  async function ask(
    url: URL,
    headers: Readonly<Record<string, string>>,
    maxBytes: number,
  ): Promise<Exclude<WebAnswer, { type: 'robots' | 'outside' }> & { location?: string }> {
    const { origin } = url
    for (let tries = 1; ; tries += 1) {
      await pace.wait(origin, signal)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        // Limit: PAGE_TIMEOUT_MS, "gives up on a page that never ends".
        const answer = await get(url, { headers, maxBytes, signal: limit })
        if (answer.type === 'refused') return { type: 'refused', url, detail: answer.reason }
        const { status, bytes } = answer
        onBytes(bytes.length)
        if (status === 304) return { type: 'unchanged', url, headers: answer.headers }
        const { location } = answer.headers
        if (isRedirect(status) && location !== undefined) {
          return { type: 'status', url, status, location }
        }
        const retryMs = retryAfter(status, answer.headers)
        if (retryMs !== undefined) pace.rest(origin, retryMs)
        if (retryMs !== undefined && tries < TRIES) continue
        if (status !== 200) return { type: 'status', url, status }
        return { type: 'ok', url, headers: answer.headers, bytes: await unpack(answer, maxBytes) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AlcoveError && error.code === 'too_large')
          return { type: 'too_large', url }
        return { type: 'unreachable', url, detail: failureText(error, limit, timeoutMs) }
      }
    }
  }

  async function readRobots(origin: string): Promise<Robots | string> {
    let url = new URL('/robots.txt', origin)
    for (let hops = 0; hops <= HOPS_MAX; hops += 1) {
      const answer = await ask(url, {}, ROBOTS_MAX_BYTES)
      if (answer.type === 'ok') return parseRobots(origin, answer.bytes.toString('utf8'))
      if (answer.type === 'status' && answer.location !== undefined) {
        const next = URL.canParse(answer.location, url) ? new URL(answer.location, url) : undefined
        if (next?.hostname !== url.hostname) return ALLOW_ALL
        url = next
        continue
      }
      if (answer.type === 'status' && answer.status < 500 && answer.status !== 429) return ALLOW_ALL
      if (answer.type === 'status') return `its robots.txt answers with status ${answer.status}`
      return 'detail' in answer ? answer.detail : 'its robots.txt is too large'
    }
    return ALLOW_ALL
  }

  async function robotsOf({ origin }: URL): Promise<Robots | string> {
    const known = robots.get(origin)
    if (known) return known
    const reading = readRobots(origin)
    robots.set(origin, reading)
    const [oldest] = robots.keys()
    if (robots.size > ROBOTS_KEPT && oldest !== undefined) robots.delete(oldest)
    const rules = await reading
    if (typeof rules === 'object' && rules.delaySeconds !== undefined) {
      pace.slow(origin, rules.delaySeconds)
    }
    return rules
  }

  return {
    async get(first, { maxBytes, isInside, headersFor }) {
      let url = first
      for (let hops = 0; hops <= HOPS_MAX; hops += 1) {
        if (!isInside(url)) return { type: 'outside', url }
        const rules = await robotsOf(url)
        if (typeof rules === 'string') return { type: 'unreachable', url, detail: rules }
        if (!rules.isAllowed(url)) return { type: 'robots', url }
        const headers = (await headersFor?.(url)) ?? {}
        const answer = await ask(url, headers, maxBytes)
        if (answer.type !== 'status' || answer.location === undefined) return answer
        if (!URL.canParse(answer.location, url)) return answer
        url = new URL(answer.location, url)
        url.hash = ''
      }
      return { type: 'unreachable', url, detail: `it redirects more than ${HOPS_MAX} times` }
    },
  }
}

/** Milliseconds to wait before the same request, if the answer asks for that. */
function retryAfter(status: number, headers: IncomingHttpHeaders): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * MS_PER_SECOND : undefined
}

/** A function of `node:zlib`. */
type Unpacker = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void,
) => void

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
}

/**
 * The plain bytes of an answer, although none but plain ones were asked for.
 *
 * @throws AlcoveError `too_large`; an error if they are damaged.
 */
async function unpack(
  { headers, bytes }: { readonly headers: IncomingHttpHeaders; readonly bytes: Buffer },
  maxBytes: number,
): Promise<Buffer> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '') return bytes
  const unpacker = UNPACKERS[coding]
  if (!unpacker) throw new Error(`its content coding ${coding} is unknown`)
  return unpackLimited(unpacker, bytes, maxBytes)
}

/** @throws AlcoveError `too_large`; an error if the bytes are damaged. */
export async function unpackLimited(
  unpacker: Unpacker,
  bytes: Buffer,
  maxBytes: number,
): Promise<Buffer> {
  try {
    return await promisify(unpacker)(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) throw new AlcoveError('too_large', 'It is too large.', { cause })
    throw cause
  }
}

function failureText(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `it took longer than ${timeoutMs / MS_PER_SECOND} seconds`
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : `no answer (${code})`
}
