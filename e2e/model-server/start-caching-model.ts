import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createChatCompletions } from './chat-completions.ts'
import type { Dialect } from './dialect.ts'
import { createMessages } from './messages.ts'
import { createResponses } from './responses.ts'
import {
  createMarkCache,
  createPrefixCache,
  promptParts,
  type CallBody,
  type CachedCall,
  type PromptCache,
} from './prompt-cache.ts'

export interface CachingModel {
  readonly url: string
  /** Every call that was answered. */
  readonly calls: readonly (CachedCall & { readonly body: CallBody })[]
  /** Number of calls that were refused as too long. */
  readonly refused: () => number
  stop(): Promise<void>
}

export interface CachingModelOptions {
  /** Longer prompts are refused; default: none. */
  readonly windowTokens?: number
  readonly answer?: string
}

const APIS: Readonly<Record<string, { open: () => Dialect; createCache: () => PromptCache }>> = {
  '/v1/chat/completions': {
    open: () => createChatCompletions('scripted'),
    createCache: createPrefixCache,
  },
  '/v1/responses': { open: () => createResponses('scripted'), createCache: createPrefixCache },
  '/v1/messages': { open: () => createMessages('scripted'), createCache: createMarkCache },
}
const TOO_LONG = {
  error: {
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: 'The prompt is too long for the context window of this model.',
  },
}
const REASONING_TOKENS = 3

/**
 * A model with a window and a cache like those of the providers. It answers a question that contains "look
 * up" with a call of the first tool, and everything else with a text.
 */
export async function startCachingModel({
  windowTokens = Infinity,
  answer = 'Yes.',
}: CachingModelOptions = {}): Promise<CachingModel> {
  const calls: (CachedCall & { readonly body: CallBody })[] = []
  const caches = new Map(Object.entries(APIS).map(([path, api]) => [path, api.createCache()]))
  let refused = 0

  function reply(path: string, body: CallBody, response: ServerResponse): void {
    const api = APIS[path]
    if (!api) return void response.writeHead(404).end()
    const call = caches.get(path)!.take(body)
    if (call.input > windowTokens) {
      refused += 1
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(TOO_LONG))
      return
    }
    calls.push({ ...call, body })
    const dialect = api.open()
    const isCall = asksForCall(body)
    const input = JSON.stringify({ number: calls.length })
    const said = isCall
      ? dialect.tool(`call_${calls.length}`, 'look_up', input, input)
      : dialect.text(answer)
    const usage = { ...call, output: 10, reasoning: REASONING_TOKENS }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      [...dialect.open(), ...said, ...dialect.finish(isCall ? 'tool_calls' : 'stop', usage)].join(
        '',
      ),
    )
  }

  const server = createServer((request, response) => {
    json(request).then(
      (body) => reply(request.url ?? '', body as CallBody, response),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    refused: () => refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Results of calls have no such words. */
function asksForCall(body: CallBody): boolean {
  const parts = promptParts(body).map((part) => JSON.stringify(part))
  const asked = parts.findLastIndex((part) => part.includes('look up'))
  return asked !== -1 && !parts.slice(asked).some((part) => part.includes('call_'))
}
