import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection to this machine, and its result. */
export interface OpenSocket {
  write(text: string): void
  destroy(): void
  isOpen(): boolean
  bytes(): number
  /** Number of reads. */
  pieces(): number
  text(): string
  /** `end` if the other side closed it, the error's code if it broke. */
  readonly end: Promise<string>
}

/** Rejects without a listener. */
export async function openSocket(port: number): Promise<OpenSocket> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  const end = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('end'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  return {
    write: (text) => void socket.write(text),
    destroy: () => void socket.destroy(),
    isOpen: () => !socket.closed && !socket.readableEnded,
    bytes: () => pieces.reduce((sum, piece) => sum + piece.length, 0),
    pieces: () => pieces.length,
    text: () => Buffer.concat(pieces).toString('utf8'),
    end,
  }
}
