import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRequest, type Answer, type StoredObject } from './answer-request.ts'
import { S3Error, toXml } from './s3-error.ts'
import { verifySignature } from './verify-signature.ts'

export interface ObjectStoreServer {
  /** Values of `S3_BUCKET`, `S3_ENDPOINT`, `S3_REGION`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`. */
  readonly settings: {
    readonly bucket: string
    readonly endpoint: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
  }
  /** Stored objects by name. */
  readonly objects: Map<string, StoredObject>
  /** `PUT /bucket/name 200` of every request so far. */
  readonly log: readonly string[]
  /** Answers the next requests with this status and S3 error code. */
  failNext(times: number, status: number, code?: string): void
  /** Closes all sockets. */
  stop(): Promise<void>
}

/** A rule of a bucket's CORS configuration, as in S3. */
export interface CorsRule {
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  /** In lower case. */
  readonly headers: readonly string[]
}

const OPEN: CorsRule = {
  origins: ['*'],
  methods: ['GET', 'HEAD', 'PUT'],
  headers: ['content-type'],
}
export interface ObjectStoreOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Names per page of a list. */
  readonly pageSize?: number
  /** `null`: CORS is not configured. Default: all origins are allowed. */
  readonly cors?: CorsRule | null
}

const BODY_MAX_BYTES = 64 * 1_048_576

/** An S3 server that validates requests: see README.md. */
export async function startObjectStore({
  now = () => Date.now(),
  pageSize = 1_000,
  cors = OPEN,
}: ObjectStoreOptions = {}): Promise<ObjectStoreServer> {
  const credentials = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'eu-test-1',
  }
  const objects = new Map<string, StoredObject>()
  const log: string[] = []
  const bucket = { name: 'alcove-files', objects, pageSize }
  let failure = { times: 0, status: 0, code: '' }

  async function answer(message: IncomingMessage): Promise<Answer> {
    if (message.method === 'OPTIONS') return answerPreflight(message, cors)
    const request = {
      method: message.method ?? '',
      url: new URL(message.url ?? '/', `http://${message.headers.host}`),
      headers: joinHeaders(message),
      body: await readBody(message),
    }
    if (failure.times > 0) {
      failure = { ...failure, times: failure.times - 1 }
      throw new S3Error(failure.status, failure.code, 'As the test wished.')
    }
    verifySignature(request, credentials, now())
    return answerRequest(request, bucket, new Date(now()))
  }

  const server = createServer((message, response) => {
    void answer(message)
      .catch((error: unknown) => {
        if (!(error instanceof S3Error)) throw error
        return {
          status: error.status,
          headers: { 'content-type': 'application/xml' },
          body: toXml(error),
        }
      })
      .then((found) => {
        log.push(`${message.method} ${message.url?.split('?', 1)[0]} ${found.status}`)
        write(message, response, found, corsHeaders(message, cors))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    settings: { ...credentials, bucket: bucket.name, endpoint: `http://127.0.0.1:${port}` },
    objects,
    log,
    failNext(times, status, code = 'SlowDown') {
      failure = { times, status, code }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Like S3: headers of a rule that matches origin and method, or none. */
function corsHeaders({ method, headers }: IncomingMessage, rule: CorsRule | null) {
  const { origin } = headers
  const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method
  if (origin === undefined || !rule) return {}
  const isAny = rule.origins.includes('*')
  if (!isAny && !rule.origins.includes(origin)) return {}
  if (!rule.methods.includes(asked ?? '')) return {}
  return {
    'access-control-allow-origin': isAny ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.headers.length === 0
      ? {}
      : { 'access-control-allow-headers': rule.headers.join(', ') }),
  }
}

function answerPreflight(message: IncomingMessage, rule: CorsRule | null): Answer {
  const wanted = (message.headers['access-control-request-headers'] ?? '').split(',')
  const isCovered = wanted.every((name) => name === '' || rule?.headers.includes(name.trim()))
  if ('access-control-allow-origin' in corsHeaders(message, rule) && isCovered) {
    return { status: 200 }
  }
  throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
}

function write(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  cors: Readonly<Record<string, string>>,
) {
  response.writeHead(status, { ...headers, ...cors })
  response.end(message.method === 'HEAD' ? undefined : body)
}

const joinHeaders = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  )

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) throw new S3Error(400, 'EntityTooLarge', 'Too large for a test.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
