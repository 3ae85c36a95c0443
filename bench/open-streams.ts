import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http'

const OPEN_LIMIT_MS = 180_000
/** Maximum number of streams that are being opened at a time. */
const OPENING_MAX = 50

export interface StreamCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface OpenStreams {
  /** Chunks received since the previous call. */
  takeCount(): number
  /** Number of open streams. */
  readonly open: number
  close(): void
}

const NEWLINE = 10

/** Opens many streams and counts their chunks: each is a text event, ended by an empty line. */
export async function openStreams(calls: readonly StreamCall[]): Promise<OpenStreams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const signal = AbortSignal.timeout(OPEN_LIMIT_MS)
  const stop = new AbortController()
  let count = 0
  let open = 0

  function follow(response: IncomingMessage) {
    open += 1
    let last = 0
    response.on('data', (piece: Buffer) => {
      for (const byte of piece) {
        if (byte === NEWLINE && last === NEWLINE) count += 1
        last = byte
      }
    })
    response.on('error', () => {})
    response.on('close', () => (open -= 1))
  }

  const openOne = async ({ url, body, ...options }: StreamCall) =>
    follow(await send(url, { ...options, agent, signal: stop.signal }, body))

  const queue = [...calls]
  const openRest = async () => {
    for (let call = queue.pop(); call; call = queue.pop()) {
      signal.throwIfAborted()
      await openOne(call)
    }
  }
  await Promise.all(Array.from({ length: OPENING_MAX }, openRest))

  return {
    takeCount() {
      const taken = count
      count = 0
      return taken
    },
    get open() {
      return open
    },
    close() {
      stop.abort()
      agent.destroy()
    },
  }
}

function send(url: string, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`${url} answered ${response.statusCode}.`))
    })
    call.on('error', reject)
    call.end(body)
  })
}
