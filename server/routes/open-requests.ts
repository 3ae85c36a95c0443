import type { MiddlewareHandler } from 'hono'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { clientAddress } from '../auth/client-address.ts'
import type { AddressKey } from '../limits/address-key.ts'
import { BUSY_RETRY_SECONDS } from '../limits/busy-error.ts'
import { createLimitError } from '../limits/limit-error.ts'
import type { AppEnv } from './app-env.ts'
import { REFUSED_LOG_MS } from './connections.ts'
import { createTellRarely } from './tell-rarely.ts'

/**
 * Time for the rest of a refused body: a sender whose connection is closed during its upload never reads the
 * answer.
 */
const REST_MS = 1_000

export interface RequestLimitSettings {
  /** How many requests one address may have open. */
  readonly max: number
  readonly trustedProxies: number
  readonly addressKey: AddressKey
  readonly log: { warn(facts: object, message: string): void }
  /** Milliseconds, from any fixed point. */
  readonly now: () => number
}

export interface RequestLimit {
  /** Counts the server's requests. Call this before others listen for them. */
  watch(server: Server): void
  /** True if the request's address already had its maximum of open requests. */
  isTooMany(incoming: object): boolean
}

/**
 * Limits the open requests of each visitor behind trusted proxies, where the connections belong to the
 * proxies. A request is open from its head until its answer has ended and its body has arrived, or until its
 * connection is gone. Requests beyond the limit are refused by {@link refuseTooMany}, unread.
 */
export function createRequestLimit(settings: RequestLimitSettings): RequestLimit {
  const { max, trustedProxies, addressKey, log, now } = settings
  const open = new Map<string, number>()
  const tooMany = new WeakSet<object>()
  const tell = createTellRarely(REFUSED_LOG_MS, now)

  function add(address: string, count: number) {
    const own = (open.get(address) ?? 0) + count
    if (own === 0) open.delete(address)
    else open.set(address, own)
  }

  function count(incoming: IncomingMessage, outgoing: ServerResponse) {
    const address = clientAddress({
      remote: incoming.socket.remoteAddress,
      forwardedFor: incoming.headers['x-forwarded-for']?.toString(),
      trustedProxies,
    })
    if ((open.get(address) ?? 0) >= max) {
      tooMany.add(incoming)
      outgoing.once('close', () => endBody(incoming))
      tell(() => log.warn({ requests: max, addressKey: addressKey(address) }, REFUSED))
      return
    }
    add(address, 1)
    whenOver(incoming, outgoing, () => add(address, -1))
  }

  return {
    watch(server) {
      server.prependListener('request', count)
      // Node's own answer would keep the connection open, uncounted, for the rest of the body.
      server.on('checkExpectation', (_incoming, outgoing) =>
        outgoing.writeHead(417, { Connection: 'close' }).end(),
      )
    },
    isTooMany: (incoming) => tooMany.has(incoming),
  }
}

const REFUSED =
  'requests of one address are refused, for it has as many open as it may: for many visitors behind one address raise ALCOVE_CONNECTIONS_PER_ADDRESS'

/** Closes the connection unless the rest of the body comes soon. */
function endBody(incoming: IncomingMessage) {
  if (incoming.complete) return
  const end = () => {
    if (!incoming.complete) incoming.socket.destroySoon()
  }
  setTimeout(end, REST_MS).unref()
}

/** Calls `done` once, when the answer has ended and the body has arrived, or the connection is gone. */
function whenOver(incoming: IncomingMessage, outgoing: ServerResponse, done: () => void) {
  const { socket } = incoming
  outgoing.once('close', () => {
    if (incoming.complete || socket.destroyed) return done()
    const end = () => {
      incoming.off('end', end)
      socket.off('close', end)
      done()
    }
    incoming.once('end', end)
    socket.once('close', end)
  })
}

/** @throws AlcoveError `rate_limited` for a request beyond the limit of its address. */
export const refuseTooMany: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.env?.isTooMany) {
    throw createLimitError('Too many requests of this address are open.', BUSY_RETRY_SECONDS)
  }
  await next()
}
