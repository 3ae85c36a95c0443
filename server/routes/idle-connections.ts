import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections that have all their answers and wait for another request, the longest idle first. Node's own
 * list of idle connections includes new ones that have not sent anything yet.
 */
export function trackIdle(server: Server): ReadonlySet<Socket> {
  const idle = new Set<Socket>()
  /** Number of unanswered requests of each connection: HTTP/1.1 lets a client send several ahead. */
  const unanswered = new WeakMap<Socket, number>()
  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)))
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      if (left === 0 && !socket.destroyed) idle.add(socket)
    })
  })
  return idle
}
