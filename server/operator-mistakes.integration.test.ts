import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../scripts/find-free-port.ts'
import { createEventDecoder } from '../shared/wire/sse.ts'
import { FAILURE_TEXTS, type FailureKind } from './models/provider-failure.ts'
import type { ModelLogEntry } from './models/model-log.ts'
import type { AlcoveConfig } from './projects/define-config.ts'
import type { Environment } from './settings.ts'
import { createTestApp, jsonCall } from './testing/create-test-app.ts'

/** More than the first byte may take where a mistake lowers that to a second. */
const SLOW_MS = 2_000
const ANSWER = 'Here I am.'

type Json = Readonly<Record<string, unknown>>

/** A server of models: its path names how it behaves, and it answers once all is right. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces = await Array.fromAsync(request as AsyncIterable<Buffer>)
  const body = JSON.parse(Buffer.concat(pieces).toString() || '{}') as Json
  const [, kind = '', ...path] = (request.url ?? '').split('/')
  const { authorization } = request.headers
  const refuse = (status: number, error: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error }))
  if (path.join('/') !== 'v1/chat/completions') return void refuse(404, 'Not Found')
  if (authorization === 'Bearer wrong-key') return void refuse(401, { message: 'Wrong API key' })
  if (authorization === 'Bearer poor-key') return void refuse(402, { message: 'No balance' })
  if (body['model'] === 'none') {
    return void refuse(404, { message: 'no such model', code: 'model_not_found' })
  }
  if (body['model'] === 'plain' && body['tools'] !== undefined) {
    return void refuse(400, { message: 'plain does not support tools' })
  }
  if (kind === 'gateway' && request.headers['x-provider'] === undefined) {
    return void refuse(400, { message: 'A header is required: x-provider' })
  }
  if (kind === 'silent') return
  if (kind === 'slow') setTimeout(() => answer(response), SLOW_MS)
  // A proxy that passes the answer on only when it is whole.
  else if (kind === 'pausing') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': loading\n\n')
    setTimeout(() => response.end(EVENTS), SLOW_MS)
  } else if (kind === 'collecting') setTimeout(() => answer(response), 2 * SLOW_MS)
  else answer(response)
}

const CHOICES = [{ index: 0, delta: { content: ANSWER }, finish_reason: 'stop' }]
const EVENTS = `data: ${JSON.stringify({ choices: CHOICES })}\n\ndata: [DONE]\n\n`

const answer = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(EVENTS)

const server = createServer((request, response) => void serve(request, response))
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

interface Asked {
  /** The answer, or the error of its card. */
  readonly text: string
  readonly entry: ModelLogEntry | undefined
}

/** Asks a service of these settings one question. */
async function ask(env: Environment, config: AlcoveConfig | undefined): Promise<Asked> {
  const app = await createTestApp({ env, ...(config === undefined ? {} : { config }) })
  try {
    const { authorization } = await app.signIn()
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Are you there?' }] }]
    const call = jsonCall({ assistant_id: 'default', messages }, authorization)
    const headers = { ...(call.headers as Record<string, string>), accept: 'text/event-stream' }
    const response = await app.request('/v1/runs/stream', { ...call, headers })
    const events = await Array.fromAsync(response.body!.pipeThrough(createEventDecoder()))
    const chunks = events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
    const error = chunks.find((chunk) => chunk.type === 'error')
    const said = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
    const entries = app.lines.map((line) => JSON.parse(line) as ModelLogEntry)
    return {
      text: error?.errorText ?? said,
      entry: entries.find(({ event }) => event === 'model_failed'),
    }
  } finally {
    await app.close()
  }
}

const TOOLS: AlcoveConfig = {
  projects: {
    default: {
      assistants: {
        default: {
          tools: [{ name: 'stock', parameters: { type: 'object' }, execute: () => 1 }],
        },
      },
    },
  },
}

interface Mistake {
  readonly env: () => Environment | Promise<Environment>
  readonly config?: AlcoveConfig
  readonly kind: FailureKind
  /** The provider's words in the log. */
  readonly detail: string
  /** Part of the remedy in the log. */
  readonly remedy: string | RegExp
  /** The change that the remedy asks for. */
  readonly change: (remedy: string) => Environment
}

const right = () => ({
  ALCOVE_MODEL: 'openai-compatible/able',
  OPENAI_BASE_URL: `${origin}/plain/v1`,
})
/** The value of a setting as the remedy writes it. */
const valueIn = (remedy: string, name: string) => new RegExp(`${name}=(\\S+)\\.`).exec(remedy)?.[1]

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a wrong key': {
    env: () => ({ ...right(), OPENAI_API_KEY: 'wrong-key' }),
    kind: 'key',
    detail: 'Wrong API key',
    remedy: 'Set OPENAI_API_KEY to a key that the provider accepts',
    change: () => ({ OPENAI_API_KEY: 'right-key' }),
  },
  'no credit': {
    env: () => ({ ...right(), OPENAI_API_KEY: 'poor-key' }),
    kind: 'credit',
    detail: 'No balance',
    remedy: 'or set OPENAI_API_KEY to the key of another one',
    change: () => ({ OPENAI_API_KEY: 'right-key' }),
  },
  'a wrong name of the model': {
    env: () => ({ ...right(), ALCOVE_MODEL: 'openai-compatible/none' }),
    kind: 'model',
    detail: 'model_not_found no such model',
    remedy: 'Name a model that the provider has (ALCOVE_MODEL',
    change: () => ({ ALCOVE_MODEL: 'openai-compatible/able' }),
  },
  'an address without /v1': {
    env: () => ({ ...right(), OPENAI_BASE_URL: `${origin}/plain` }),
    kind: 'address',
    detail: 'Not Found',
    remedy: /OPENAI_BASE_URL=http:\S+\/plain\/v1\./,
    change: (remedy) => ({ OPENAI_BASE_URL: valueIn(remedy, 'OPENAI_BASE_URL') }),
  },
  'an address where no server is': {
    env: async () => ({
      ...right(),
      OPENAI_BASE_URL: `http://127.0.0.1:${await findFreePort()}/v1`,
    }),
    kind: 'unreachable',
    detail: 'ECONNREFUSED',
    remedy:
      /set OPENAI_BASE_URL to an address that this machine reaches .+ It asks 127\.0\.0\.1:\d+/,
    change: right,
  },
  'a model without tools': {
    env: () => ({ ...right(), ALCOVE_MODEL: 'openai-compatible/plain' }),
    config: TOOLS,
    kind: 'setup',
    detail: 'plain does not support tools',
    remedy: 'Name a model that takes tools (ALCOVE_MODEL',
    change: () => ({ ALCOVE_MODEL: 'openai-compatible/able' }),
  },
  'another protocol': {
    env: () => ({ ...right(), ALCOVE_MODEL: 'openai/able', OPENAI_API_KEY: 'right-key' }),
    kind: 'address',
    detail: 'Not Found',
    remedy: 'for a server of chat completions write ALCOVE_MODEL=openai-compatible/<model>.',
    change: (remedy) => ({
      ALCOVE_MODEL: valueIn(remedy, 'ALCOVE_MODEL')?.replace('<model>', 'able'),
    }),
  },
  'a header that a gateway misses': {
    env: () => ({ ...right(), OPENAI_BASE_URL: `${origin}/gateway/v1` }),
    kind: 'setup',
    detail: 'A header is required: x-provider',
    remedy: 'Set OPENAI_HEADERS to the header that is missing, as JSON: {"name":"value"}',
    change: () => ({ OPENAI_HEADERS: '{"x-provider":"openai"}' }),
  },
  'a server that stays silent': {
    env: () => ({
      ...right(),
      OPENAI_BASE_URL: `${origin}/silent/v1`,
      ALCOVE_MODEL_FIRST_BYTE_SECONDS: '1',
    }),
    kind: 'timeout',
    detail: 'no first byte in time',
    remedy: 'name the server behind it in OPENAI_BASE_URL. If it never answers, look at the log',
    change: right,
  },
  'a server that is slow': {
    env: () => ({
      ...right(),
      OPENAI_BASE_URL: `${origin}/slow/v1`,
      ALCOVE_MODEL_FIRST_BYTE_SECONDS: '1',
    }),
    kind: 'timeout',
    detail: 'no first byte in time',
    remedy: 'Raise ALCOVE_MODEL_FIRST_BYTE_SECONDS if the model needs longer',
    change: () => ({ ALCOVE_MODEL_FIRST_BYTE_SECONDS: '60' }),
  },
  'a server that pauses': {
    env: () => ({
      ...right(),
      OPENAI_BASE_URL: `${origin}/pausing/v1`,
      ALCOVE_MODEL_GAP_SECONDS: '1',
    }),
    kind: 'stalled',
    detail: 'the stream paused for too long',
    remedy: 'Raise ALCOVE_MODEL_GAP_SECONDS if the model makes longer pauses',
    change: () => ({ ALCOVE_MODEL_GAP_SECONDS: '60' }),
  },
  'a proxy that does not stream': {
    env: () => ({
      ...right(),
      OPENAI_BASE_URL: `${origin}/collecting/v1`,
      ALCOVE_MODEL_FIRST_BYTE_SECONDS: '1',
    }),
    kind: 'timeout',
    detail: 'no first byte in time',
    remedy: 'A proxy that collects the answer delays it, too',
    change: right,
  },
}

test.concurrent.each(Object.entries(MISTAKES))(
  'the log of %s has a remedy, and with it the next answer comes',
  async (_, { env, config, kind, detail, remedy, change }) => {
    const wrong = await env()

    const failed = await ask(wrong, config)

    expect(failed.text).toBe(FAILURE_TEXTS[kind])
    expect(failed.entry).toMatchObject({ kind, detail, address: expect.stringMatching(/:\d+$/) })
    expect(failed.entry?.remedy).toMatch(remedy)
    const mended = await ask({ ...wrong, ...change(failed.entry?.remedy ?? '') }, config)
    expect(mended).toEqual({ text: ANSWER, entry: undefined })
  },
)
