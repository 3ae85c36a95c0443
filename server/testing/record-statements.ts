import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Messages of the protocol that carry a statement's text, behind this many bytes of its body. */
const SIMPLE = 'Q'
const PARSE = 'P'
const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Between a client and a Postgres, or a pooler: knows each message of the client. */
export interface StatementRecorder {
  /** The same database, by way of here. */
  readonly url: string
  /** Since the last call: `Q begin`, `P select …`, and the letter alone of other messages. */
  take(): readonly string[]
  /** From here on the client gets no answers. */
  hold(): void
  /** Passes on what was held. */
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

/** Cuts what a client sends into messages; the first one, of the start, has no type. */
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
  // Behind the statement's name.
  return type === PARSE ? `${type} ${second}` : type
}
