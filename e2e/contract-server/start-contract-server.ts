import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_KEY, createCallers } from './callers.ts'
import { createContractState } from './contract-state.ts'
import { answerEvents } from './event-routes.ts'
import { Refusal, type Answer, type Exchange } from './exchange.ts'
import { createFileRoutes } from './file-routes.ts'
import { answerMessages } from './message-routes.ts'
import { answerRuns } from './run-routes.ts'
import { answerThreads } from './thread-routes.ts'
import { createTokenRoutes, mintForUser, type TokenLimits } from './token-routes.ts'

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Aui-Sdk, Aui-User-Id, Aui-Workspace-Id'
const EXPOSED_HEADERS =
  'Authorization, Retry-After, x-vercel-ai-data-stream, x-vercel-ai-ui-message-stream'

/** A received call. */
export interface ReceivedCall {
  /** For example `GET /threads`, below `/v1`. */
  readonly route: string
  readonly query: string
  readonly headers: Headers
  readonly body: unknown
}

export interface ContractServer {
  /** Base URL of its only project. */
  readonly url: string
  readonly apiKey: string
  readonly received: readonly ReceivedCall[]
  readonly events: readonly unknown[]
  /** Issues a token of an identity provider that it trusts. */
  signAsProvider(user: string): string
  /** Sets the response to the next call of a route. */
  answerNext(route: string, answer: Answer): void
  stop(): Promise<void>
}

/** Answers like the public cloud, by `wire.md` 1: its statuses, error bodies and streams. */
export async function startContractServer(limits: TokenLimits = {}): Promise<ContractServer> {
  const state = createContractState()
  const callers = createCallers()
  const files = createFileRoutes(state, () => url)
  const answerTokens = createTokenRoutes(state, callers, limits)
  const received: ReceivedCall[] = []
  const prepared = new Map<string, Answer[]>()
  let url = ''

  function answer(exchange: Exchange): Answer {
    const route = `${exchange.method} /${exchange.path.join('/')}`
    const { headers, body } = exchange
    received.push({ route, query: exchange.query.toString(), headers, body })
    const own = prepared.get(route)?.shift() ?? answerTokens(exchange)
    if (own) return own
    const caller = callers.read(headers)
    const found =
      (route === 'POST /auth/tokens' ? mintForUser(callers, caller) : undefined) ??
      answerThreads(state, caller, exchange) ??
      answerMessages(state, caller, exchange) ??
      answerRuns(state, caller, exchange) ??
      files.answer(exchange) ??
      answerEvents(state, exchange)
    if (!found) throw new Refusal(404, 'Not Found')
    if (caller.exchanged === undefined) return found
    const carried = { authorization: `Bearer ${caller.exchanged}` }
    return { ...found, headers: { ...found.headers, ...carried } }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const method = request.method ?? 'GET'
    const at = new URL(request.url ?? '/', url)
    const headers = new Headers(request.headers as Record<string, string>)
    if (method === 'OPTIONS') return send(response, { status: 204 })
    if (at.pathname.startsWith('/store/'))
      return send(response, files.store(method, at, headers, raw))
    const path = at.pathname
      .replace(/^\/+v1\/?/, '')
      .split('/')
      .map(decodeURIComponent)
    const text = raw.toString('utf8')
    try {
      const body = text === '' ? undefined : (JSON.parse(text) as unknown)
      send(response, answer({ method, path, query: at.searchParams, headers, body }))
    } catch (error) {
      if (!(error instanceof Refusal)) {
        return send(response, { status: 500, json: { error: 'Internal Server Error' } })
      }
      const { status, message, headers: more } = error
      send(response, { status, headers: more, json: { error: message } })
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    apiKey: API_KEY,
    received,
    events: state.events,
    signAsProvider: (user) => callers.signAsProvider(user),
    answerNext: (route, next) => void prepared.set(route, [...(prepared.get(route) ?? []), next]),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, answer: Answer & { file?: Buffer }): void {
  const { status, headers, json, pieces, file } = answer
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-expose-headers': EXPOSED_HEADERS,
    'cache-control': 'private, no-store',
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  })
  for (const piece of pieces ?? []) response.write(piece)
  response.end(file ?? (json === undefined ? undefined : JSON.stringify(json)))
}
