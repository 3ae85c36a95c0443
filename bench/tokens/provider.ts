// A separate process for `npm run bench -- tokens`: a model provider that writes one token per event, 20 per
// second to each stream, in the formats of OpenAI-compatible providers and Anthropic, and in the dialect of a
// server below its own path. A token contains the time at which it was written.
import { createServer, type ServerResponse } from 'node:http'
import { createChatCompletions } from '../../e2e/model-server/chat-completions.ts'
import type { Dialect } from '../../e2e/model-server/dialect.ts'
import { createMessages } from '../../e2e/model-server/messages.ts'
import { DIALECTS as SERVERS } from '../../server/testing/dialects/dialects.ts'
import { DIALECT_PATH } from './dialect-path.ts'
import { writeStamp } from './stamp.ts'

const RATE = Number(process.env['RATE'])
const BASE_MS = Number(process.env['BASE_MS'])
/** Tokens of an answer. */
const LENGTH = Number(process.env['LENGTH'])
/** Interval at which due tokens are checked. */
const TICK_MS = 5

/** Marks a request for a thread's title. */
const TITLE_MARK = '<message>'

type Writer = Pick<Dialect, 'open' | 'text' | 'finish'>

interface Stream {
  readonly response: ServerResponse
  readonly dialect: Writer
  readonly startedAt: number
  sent: number
}

const DIALECTS: Readonly<Record<string, (model: string) => Writer>> = {
  '/v1/chat/completions': createChatCompletions,
  '/v1/messages': createMessages,
}

/** The dialect of the server at this place in the list. */
function writeAs(server: string): Writer | undefined {
  const dialect = SERVERS[Number(server)]
  const textOf = (pieces: readonly unknown[]) => pieces.filter((piece) => typeof piece === 'string')
  return (
    dialect && {
      open: () => textOf(dialect.open),
      text: (word) => textOf(dialect.text([word])),
      finish: () => textOf(dialect.end('stop')),
    }
  )
}

function dialectAt(path: string): Writer | undefined {
  const [, server] = DIALECT_PATH.exec(path) ?? []
  return server === undefined ? DIALECTS[path]?.('bench') : writeAs(server)
}

const streams = new Set<Stream>()
const title = (dialect: Writer) => [
  ...dialect.text('Streams'),
  ...dialect.finish('stop', { input: 1, output: 1 }),
]

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  const dialect = dialectAt(path)
  if (!dialect) return void response.end('{"ok":true}')
  let body = ''
  request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(dialect.open().join(''))
    if (body.includes(TITLE_MARK)) return void response.end(title(dialect).join(''))
    const stream = { response, dialect, startedAt: performance.now(), sent: 0 }
    streams.add(stream)
    response.on('close', () => streams.delete(stream))
    // Written at once, or a measurement of the first word would include the wait for the next tick.
    writeDue(stream)
  })
})

function writeDue(stream: Stream) {
  const age = performance.now() - stream.startedAt
  const due = Math.min(LENGTH, Math.floor((age * RATE) / 1_000) + 1)
  // Like a provider: each token is written when it is available.
  for (; stream.sent < due; stream.sent += 1) {
    stream.response.write(stream.dialect.text(writeStamp(BASE_MS)).join(''))
  }
  if (stream.sent < LENGTH) return
  streams.delete(stream)
  stream.response.end(stream.dialect.finish('stop', { input: 1, output: LENGTH }).join(''))
}

setInterval(() => {
  for (const stream of streams) writeDue(stream)
}, TICK_MS)

server.listen(Number(process.env['PORT']), '127.0.0.1')
// Ends with its parent process.
process.once('disconnect', () => process.exit(0))
