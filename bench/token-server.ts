import { createServer, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerTokens } from './answer-tokens.ts'
import { historyTexts } from './history-texts.ts'

const TICK_MS = 10
const FLOORS = join(import.meta.dirname, 'floors')
const MARKED = fileURLToPath(import.meta.resolve('marked'))

export interface TokenServer {
  readonly port: number
  /** When the last stream was sent completely; a value of `Date.now()`. */
  lastEndedAt(): number
  stop(): Promise<void>
}

/**
 * Streams the same tokens at the same rate to every client: as `{ delta }` events to the floors, and as an
 * OpenAI-compatible provider to Alcove's server. A message `<tokens> <rate>` sets both.
 */
export async function startTokenServer(): Promise<TokenServer> {
  let endedAt = 0
  const noteEnd = () => void (endedAt = Date.now())
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    if (url.pathname === '/v1/chat/completions') {
      let body = ''
      request.on('data', (piece) => (body += String(piece)))
      request.on('end', () => streamCompletion(response, body, noteEnd))
    } else if (url.pathname === '/stream') {
      const [count, rate] = [
        Number(url.searchParams.get('count')),
        Number(url.searchParams.get('rate')),
      ]
      response.setHeader('access-control-allow-origin', '*')
      stream(response, count, rate, (delta) => ({ delta }), 'data: [DONE]\n\n', noteEnd)
    } else if (url.pathname === '/history') {
      const texts = historyTexts(Number(url.searchParams.get('count')))
      response.end(JSON.stringify(texts))
    } else {
      const file =
        url.pathname === '/marked.js' ? MARKED : join(FLOORS, url.pathname.replaceAll('..', ''))
      readFile(file).then(
        (content) => {
          const type = extname(file) === '.js' ? 'text/javascript' : 'text/html; charset=utf-8'
          response.writeHead(200, { 'content-type': type })
          response.end(content)
        },
        () => response.writeHead(404).end(),
      )
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lastEndedAt: () => endedAt,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function streamCompletion(response: ServerResponse, body: string, onEnd: () => void) {
  const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
  const prompt = JSON.stringify(messages.at(-1)?.content)
  const [count, rate] = (prompt.match(/\d+/g) ?? []).map(Number)
  const wrap = (content: string) => ({
    id: 'bench',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  })
  const end = {
    id: 'bench',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  }
  stream(
    response,
    count ?? 10,
    rate ?? 1_000,
    wrap,
    `data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`,
    onEnd,
  )
}

function stream(
  response: ServerResponse,
  count: number,
  rate: number,
  wrap: (delta: string) => unknown,
  end: string,
  onEnd: () => void,
) {
  response.setHeader('content-type', 'text/event-stream')
  const tokens = answerTokens(count)
  const startedAt = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(
      tokens.length,
      Math.floor(((performance.now() - startedAt) * rate) / 1_000),
    )
    let text = ''
    for (; sent < due; sent += 1) text += `data: ${JSON.stringify(wrap(tokens[sent]!))}\n\n`
    if (text !== '') response.write(text)
    if (sent < tokens.length) return
    clearInterval(timer)
    onEnd()
    response.end(end)
  }, TICK_MS)
  response.on('close', () => clearInterval(timer))
}
