import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChatCompletions } from './chat-completions.ts'
import type { Dialect } from './dialect.ts'
import { createMessages } from './messages.ts'
import { commandsOfCall, parseScript } from './parse-script.ts'
import { readMessages } from './read-prompt.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { createReleases } from './releases.ts'
import { createResponses } from './responses.ts'
import { runScript } from './run-script.ts'

export interface ModelServer {
  /** Value of `OPENAI_BASE_URL`, for example `http://127.0.0.1:4000/v1`. */
  readonly url: string
  /** Every call so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Resolves with the first call whose script contains `text`. */
  requestWith(text: string): Promise<RecordedRequest>
  /** Sets a script for messages that end with this question. */
  teach(question: string, script: string): void
  /** Continues every `hold <key>`, including later ones. */
  release(key: string): void
  /** Closes all sockets. */
  stop(): Promise<void>
}

const dialects: Readonly<Record<string, (model: string) => Dialect>> = {
  '/v1/chat/completions': createChatCompletions,
  '/v1/messages': createMessages,
  '/v1/responses': createResponses,
}

/** The server's request for the rest of an answer: the question is the message before it. */
const GO_ON = /^Your last answer was cut off/

/** A model whose answers are scripts in the questions: see README.md. Port 0 takes a free one. */
export async function startModelServer({ port = 0 } = {}): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  const releases = createReleases()
  const waiting = new Set<() => void>()
  const taught = new Map<string, string>()

  // Text that a program stored as an answer precedes the question, in the same message.
  const scriptOf = (prompt: string): string =>
    [...taught].findLast(([question]) => prompt.endsWith(question))?.[1] ?? prompt

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (request.method === 'POST' && path.startsWith('/release/')) {
      releases.release(path.slice('/release/'.length))
      response.end()
      return
    }
    if (request.method === 'GET' && path === '/requests') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(requests))
      return
    }
    const createDialect = Object.hasOwn(dialects, path) ? dialects[path] : undefined
    if (request.method !== 'POST' || !createDialect) {
      response.writeHead(404)
      response.end()
      return
    }
    const body = await readBody(request)
    const messages = readMessages(body)
    // Tool results are also messages of the user, without text.
    const asked = messages.findLastIndex(
      ({ role, text }) => role === 'user' && text !== '' && !GO_ON.test(text),
    )
    const prompt = messages[asked]?.text ?? ''
    const call = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length
    const earlierCalls = requests.filter((earlier) => earlier.prompt === prompt).length
    const socketClosed = new AbortController()
    const closed = new Promise<'finished' | 'aborted'>((resolve) => {
      response.on('close', () => {
        const state = response.writableFinished ? 'finished' : 'aborted'
        recorded.state = state
        socketClosed.abort()
        resolve(state)
      })
    })
    const recorded = {
      path,
      remotePort: request.socket.remotePort,
      headers: request.headers,
      body,
      prompt,
      state: 'open' as 'open' | 'finished' | 'aborted',
      closed,
    }
    requests.push(recorded)
    for (const wake of waiting) wake()
    const script = {
      commands: commandsOfCall(
        parseScript(scriptOf(prompt)) ?? [{ name: 'json', text: `You said: ${prompt}` }],
        call,
      ),
      messages,
      authorization: String(request.headers.authorization ?? request.headers['x-api-key']),
      earlierCalls,
      released: releases.whenReleased,
    }
    await runScript(script, createDialect(modelOf(body)), response, socketClosed.signal)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A waiting script is aborted when its socket closes; other errors are mistakes in the script.
      if (error instanceof Error && error.name === 'AbortError') return
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${boundPort}/v1`,
    requests,
    async requestWith(text) {
      for (;;) {
        const found = requests.find(({ prompt }) => prompt.includes(text))
        if (found) return found
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    teach: (question, script) => void taught.set(question, script),
    release: releases.release,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function modelOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('model' in body)) return 'unknown'
  return String(body.model)
}
