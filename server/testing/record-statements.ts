import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Messages of the protocol with a statement's text, after this many bytes of the body. */
const SIMPLE = 'Q'
const PARSE = 'P'
const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** A proxy between a client and a Postgres, or a pooler, that records each message of the client. */
export interface StatementRecorder {
  /** Address of the same database, through the proxy. */
  readonly url: string
  /** Since the last call: `Q begin`, `P select …`, and only the letter of other messages. */
  take(): readonly string[]
  /** Holds answers back from now on. */
  hold(): void
  /** Passes on the held answers. */
  release(): void
  stop(): Promise<void>
}

export async function recordStatements(databaseUrl: string): Promise<StatementRecorder> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const answers = new Set<Socket>()
  let messages: string[] = []
  let isHeld = false

  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    const read = createReader((message) => void messages.push(message))
    answers.add(database)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        answers.delete(from)
        to.end()
      })
    }
    client.on('data', (data: Buffer) => {
      read(data)
      database.write(data)
    })
    database.on('data', (data: Buffer) => void client.write(data))
    if (isHeld) database.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url.href,
    take() {
      const taken = messages
      messages = []
      return taken
    },
    hold() {
      isHeld = true
      for (const each of answers) each.pause()
    },
    release() {
      isHeld = false
      for (const each of answers) each.resume()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const each of sockets) each.destroy()
      await closed
    },
  }
}

/** Splits a client's bytes into messages; the first, of the start, has no type. */
function createReader(onMessage: (message: string) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const header = hasStarted ? TYPE_BYTES : 0
      if (rest.length < header + LENGTH_BYTES) return
      const size = header + rest.readUInt32BE(header)
      if (rest.length < size) return
      if (hasStarted) onMessage(describe(rest.subarray(0, size)))
      hasStarted = true
      rest = rest.subarray(size)
    }
  }
}

function describe(message: Buffer): string {
  const type = String.fromCharCode(message[0]!)
  const [first = '', second = ''] = message.toString('utf8', TYPE_BYTES + LENGTH_BYTES).split('\0')
  if (type === SIMPLE) return `${type} ${first}`
  // After the statement's name.
  return type === PARSE ? `${type} ${second}` : type
}
