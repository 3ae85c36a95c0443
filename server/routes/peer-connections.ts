import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from '../auth/client-address.ts'
import type { AddressKey } from '../limits/address-key.ts'
import { CONNECTIONS_MIN, REFUSED_LOG_MS } from './connections.ts'
import { createTellRarely } from './tell-rarely.ts'

/** Ten for each person of an office of 50 behind one address: a browser opens six to one server. */
export const ADDRESS_CONNECTIONS_MAX = 500
/** An address has at most a quarter of all places, so it takes four addresses to fill a process. */
const ADDRESS_SHARE = 4

/**
 * Maximum of open connections of one address, or of open requests behind trusted proxies.
 *
 * @param places maximum of the process; undefined if there is no limit.
 * @param chosen the operator's number, 0 for no limit; undefined: the default.
 */
export function addressPlaces(places: number | undefined, chosen: number | undefined): number {
  if (chosen === 0) return Infinity
  if (chosen !== undefined) return chosen
  if (places === undefined) return ADDRESS_CONNECTIONS_MAX
  const share = Math.floor(places / ADDRESS_SHARE)
  return Math.min(ADDRESS_CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, share))
}

export interface PeerLimitSettings {
  /** Maximum of open connections of one address. */
  readonly max: number
  /** The server's connections that wait for another request; see `trackIdle`. */
  readonly idle: ReadonlySet<Socket>
  readonly addressKey: AddressKey
  readonly log: { warn(facts: object, message: string): void }
  /** Milliseconds, from any fixed point. */
  readonly now: () => number
}

/**
 * Keeps one address from taking all places. At its maximum, an address loses its oldest idle connection for a
 * new one; without an idle one, the new connection is closed at once.
 */
export function limitPeers(server: Server, settings: PeerLimitSettings): void {
  const { max, idle, addressKey, log, now } = settings
  const open = new Map<string, Set<Socket>>()
  const tell = createTellRarely(REFUSED_LOG_MS, now)

  function leave(address: string, socket: Socket) {
    const own = open.get(address)
    own?.delete(socket)
    if (own?.size === 0) open.delete(address)
  }

  server.on('connection', (socket: Socket) => {
    const address = clientAddress({
      remote: socket.remoteAddress,
      forwardedFor: undefined,
      trustedProxies: 0,
    })
    const own = open.get(address) ?? new Set()
    if (own.size >= max) {
      const unused = own.values().find((other) => idle.has(other))
      if (unused === undefined) {
        socket.destroy()
        return tell(() => log.warn({ connections: max, addressKey: addressKey(address) }, REFUSED))
      }
      // The connection closes later; its place is free now.
      own.delete(unused)
      unused.destroySoon()
    }
    open.set(address, own.add(socket))
    socket.once('close', () => leave(address, socket))
  })
}

const REFUSED =
  'connections of one address are refused, for it has as many open as it may: name a proxy of yours in ALCOVE_TRUSTED_PROXIES; for many visitors behind one address raise ALCOVE_CONNECTIONS_PER_ADDRESS'
