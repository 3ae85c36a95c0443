import type { IncomingHttpHeaders } from 'node:http'
import {
  createForbiddenCheck,
  defaultPort,
  findTarget,
  isLoopback,
  isNotLoopback,
  NETWORK,
  type Network,
  orAbort,
  type Target,
} from './find-target.ts'
import { readLimited, send } from './request.ts'

export interface GetCall {
  /** Default: none besides those of every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum of a body. */
  readonly maxBytes: number
  /** Aborts the call, which then rejects. */
  readonly signal: AbortSignal
}

export type GetAnswer =
  | {
      readonly type: 'answer'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      /** As they came, perhaps with a content coding. Empty with another status than 200. */
      readonly bytes: Buffer
    }
  /** Nothing was sent, for this reason: the rest of a sentence about the address. */
  | { readonly type: 'refused'; readonly reason: string }

/**
 * Makes one call to a public address, and follows no redirect: each may lead elsewhere, so the caller checks
 * it as the first address.
 *
 * @throws AlcoveError `too_large`; the reason of `signal`; the socket's error.
 */
export type GuardedGet = (url: URL, call: GetCall) => Promise<GetAnswer>

export interface GuardedGetSettings {
  /** True if `http://localhost` and the like may be called, on any port. Default: false. */
  readonly allowsLoopback?: boolean
  readonly network?: Network
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** True if an answer with this status names another address in its header `Location`. */
export const isRedirect = (status: number): boolean => REDIRECTS.includes(status)

const OK = 200

/**
 * Creates a GET that reaches the public internet only. A name is looked up once and all its addresses are
 * checked; the connection goes to a checked address, so a different answer to a second look-up has no effect.
 */
export function createGuardedGet({
  allowsLoopback = false,
  network = NETWORK,
}: GuardedGetSettings = {}): GuardedGet {
  const isForbidden = createForbiddenCheck()

  async function check(url: URL): Promise<Target | string> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return WEB_ONLY
    if (url.username !== '' || url.password !== '') return NO_CREDENTIALS
    const isLocal = allowsLoopback && isLoopback(url)
    const port = url.port === '' ? defaultPort(url) : Number(url.port)
    if (port !== 80 && port !== 443 && !isLocal) return WEB_ONLY
    return (await findTarget(url, network, isLocal ? isNotLoopback : isForbidden)) ?? NOT_PUBLIC
  }

  return async (url, { headers = {}, maxBytes, signal }) => {
    const target = await orAbort(check(url), signal)
    if (typeof target === 'string') return { type: 'refused', reason: target }
    const message = await send(target, signal, { headers })
    try {
      const status = message.statusCode ?? 0
      const bytes = status === OK ? await readLimited(message, maxBytes) : Buffer.alloc(0)
      return { type: 'answer', status, headers: message.headers, bytes }
    } finally {
      message.destroy()
    }
  }
}

const WEB_ONLY = 'the address must begin with http:// or https://, on port 80 or 443'
const NO_CREDENTIALS = 'the address must not hold a name or a password'
const NOT_PUBLIC = 'the address is not on the public internet'
