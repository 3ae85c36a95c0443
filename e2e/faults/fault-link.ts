import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/**
 * `cut`: closed in the middle, as by a restarting proxy. `reset`: aborted, as by a crash. `hang`: both sides
 * stay open but no data passes, as on a train.
 */
export type Ending = 'cut' | 'reset' | 'hang'

export interface Faults {
  /** Ends the connection after this many bytes to the client. */
  readonly end?: { readonly how: Ending; readonly afterBytes: number }
  /** Splits everything into pieces of 1 to this many bytes, even within characters. */
  readonly sliceBytes?: number
  /** Delay of each piece, in both directions. */
  readonly latencyMs?: number
}

export interface FaultLinkSettings {
  readonly client: Socket
  readonly serverPort: number
  readonly faults: Faults
  readonly random: () => number
  /** Called when a fault ended the connection or made it hang. */
  readonly onEnd: () => void
}

export interface FaultLink {
  end(how: Ending): void
  /** Aborts the connection in any state. */
  destroy(): void
  /** Settles when both sides are closed. */
  readonly closed: Promise<unknown>
}

/** A client's connection to the server, with the given faults. */
export function createFaultLink(settings: FaultLinkSettings): FaultLink {
  const { client, serverPort, faults, random, onEnd } = settings
  const server = connect({
    port: serverPort,
    host: '127.0.0.1',
    noDelay: true,
    allowHalfOpen: true,
  })
  const gone = new AbortController()
  let hasEnded = false

  // A closed side closes the other; the cause does not matter.
  const drop = () => {
    gone.abort()
    client.destroy()
    server.destroy()
  }
  for (const socket of [client, server]) socket.on('error', drop)
  client.on('close', drop)
  const left = new Promise((resolve) => gone.signal.addEventListener('abort', resolve))
  const closed = Promise.all([client, server].map((socket) => closeOf(socket)))

  function end(how: Ending) {
    if (hasEnded || gone.signal.aborted) return
    hasEnded = true
    onEnd()
    switch (how) {
      case 'hang':
        return
      case 'reset':
        return destroy()
      case 'cut':
        client.end()
        gone.abort()
        return server.destroy()
      default:
        how satisfies never
    }
  }

  function slices(data: Buffer): readonly Buffer[] {
    const { sliceBytes } = faults
    if (sliceBytes === undefined) return [data]
    const pieces: Buffer[] = []
    for (let at = 0; at < data.length;) {
      const length = 1 + Math.floor(random() * sliceBytes)
      pieces.push(data.subarray(at, at + length))
      at += length
    }
    return pieces
  }

  async function send(to: Socket, piece: Buffer) {
    if (faults.latencyMs !== undefined) {
      await delay(faults.latencyMs, undefined, { signal: gone.signal })
    }
    if (hasEnded || gone.signal.aborted) return
    if (!to.write(piece)) await once(to, 'drain', { signal: gone.signal })
    // A separate write, because two consecutive ones would arrive as one.
    else if (faults.sliceBytes !== undefined) await nextTurn()
  }

  async function pass(from: Socket, to: Socket, endAfter: number) {
    let passed = 0
    for await (const data of from.iterator({ destroyOnReturn: false })) {
      for (const piece of slices(data as Buffer)) {
        const room = endAfter - passed
        await send(to, piece.length > room ? piece.subarray(0, room) : piece)
        passed += piece.length
        if (passed >= endAfter && faults.end) end(faults.end.how)
        // A hanging link does not read either, so that writers fill its buffers.
        if (hasEnded && from === server) await left
      }
    }
    if (hasEnded) drop()
    else to.end()
  }

  pass(client, server, Infinity).catch(drop)
  pass(server, client, faults.end?.afterBytes ?? Infinity).catch(() => {
    // After a cut the client can still read earlier data.
    if (!hasEnded) drop()
  })

  function destroy() {
    client.resetAndDestroy()
    drop()
  }

  return { end, destroy, closed }
}

const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })
