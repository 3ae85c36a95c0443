import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { createEventDecoder } from '../shared/wire/sse.ts'
import type { ModelLogEntry } from './models/model-log.ts'
import { FAILURE_TEXTS } from './models/provider-failure.ts'
import { createChatClient, type ChatClient } from './testing/chat-client.ts'

/** A refusal as real model servers write it; the words are invented. */
interface RefusalCase {
  readonly id: string
  readonly protocol: 'chat' | 'responses' | 'anthropic'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expected: {
    /** The card's sentence for the operator, on their own machine. Absent: an operator has to correct something. */
    readonly visitor?: string
    readonly visitorPublic: string
    readonly operator: { readonly kind?: string; readonly contains: readonly string[] }
    readonly retries: number
  }
}

const { cases } = JSON.parse(
  readFileSync(new URL('../e2e/fixtures/refusals.json', import.meta.url), 'utf8'),
) as { cases: readonly RefusalCase[] }

/** A provider that repeats the question, in the ways that careless ones do. */
const ECHOES: readonly RefusalCase[] = [
  'Not allowed: ${question}',
  'The word “Ann” is not allowed in {\\"text\\":\\"${question}\\"}',
  'not allowed: my secret is the',
].map((message, index) => ({
  id: `echo-${index}`,
  protocol: 'chat',
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message } }),
  expected: {
    visitor: FAILURE_TEXTS.refused,
    visitorPublic: FAILURE_TEXTS.refused,
    operator: { kind: 'refused', contains: ['not allowed', '[quoted]'] },
    retries: 0,
  },
}))
const all = [...cases, ...ECHOES]

const PROVIDERS = {
  chat: 'openai-compatible',
  responses: 'openai',
  anthropic: 'anthropic',
} as const
const QUESTION = 'What is it? My secret is the mill of Ann Bell.'

/** The case is named by the model, and each model by an assistant of its own. */
const assistants = Object.fromEntries(
  all.map(({ id, protocol }) => [id, { model: `${PROVIDERS[protocol]}/${id}` }]),
)
const CONFIG = `export default { projects: { default: { assistants: ${JSON.stringify({
  default: { model: 'demo' },
  ...assistants,
})} } } }`

const provider = createServer(async (request, response) => {
  const { model } = await readJson(request)
  const { status, headers, body } = all.find(({ id }) => id === model)!
  response.writeHead(status, headers).end(body.replace('${question}', QUESTION))
})

async function readJson(request: IncomingMessage): Promise<{ readonly model: string }> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return JSON.parse(Buffer.concat(pieces).toString()) as { model: string }
}

/** The error that a visitor of this server reads. */
async function ask({ call }: ChatClient, id: string): Promise<string | undefined> {
  const messages = [{ role: 'user', content: [{ type: 'text', text: QUESTION }] }]
  const response = await call('/runs/stream', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ assistant_id: id, messages }),
  })
  const events = await Array.fromAsync(response.body!.pipeThrough(createEventDecoder()))
  const chunk = events.findLast((event) => event.type === 'chunk')?.chunk
  return chunk?.type === 'error' ? chunk.errorText : undefined
}

interface World {
  readonly alcove: AlcoveServer
  /** By the id of the case. */
  readonly read: ReadonlyMap<string, string | undefined>
}

async function startWorld(env: Readonly<Record<string, string>>): Promise<World> {
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  const alcove = await startAlcove({
    config: CONFIG,
    env: {
      OPENAI_BASE_URL: url,
      OPENAI_API_KEY: 'k',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'k',
      ...env,
    },
  })
  const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  // Together, because some wait before they are asked again.
  const read = await Promise.all(all.map(async ({ id }) => [id, await ask(client, id)] as const))
  return { alcove, read: new Map(read) }
}

let own: World
let open: World
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  ;[own, open] = await Promise.all([
    startWorld({}),
    startWorld({ NODE_ENV: 'production', ALCOVE_MODEL: 'demo' }),
  ])
})
afterAll(async () => {
  await Promise.all([own?.alcove.stop(), open?.alcove.stop()])
  provider.closeAllConnections()
  provider.close()
})

const entriesOf = (world: World, id: string): readonly ModelLogEntry[] =>
  world.alcove
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`/${id}"`))
    .map((line) => JSON.parse(line) as ModelLogEntry)

test('there are all cases', () => {
  expect(cases).toHaveLength(25)
})

test.each(all.map((each) => [each.id, each] as const))(
  'a refusal is told to visitors in their words, and to the operator in the provider’s: %s',
  (_, { id, expected }) => {
    const { visitor, visitorPublic, operator, retries } = expected

    // Without a given sentence, an operator has to correct something.
    expect(own.read.get(id)).toBe(visitor ?? FAILURE_TEXTS.setup)
    expect(open.read.get(id)).toBe(visitorPublic)
    for (const world of [own, open]) {
      const entries = entriesOf(world, id)
      const last = entries.at(-1)!
      expect(last.event).toBe('model_failed')
      expect(last.attempts).toBe(retries + 1)
      expect(operator.kind ?? last.kind).toBe(last.kind)
      for (const words of operator.contains) {
        expect(`${last.detail} ${last.status}`.toLowerCase()).toContain(words.toLowerCase())
      }
      expect(last.remedy).toMatch(/^[A-Z].{20,}\.$/)
    }
  },
)

test.each([
  ['tools-400-flags', '--enable-auto-tool-choice'],
  ['tools-400-model', 'Name a model that takes tools'],
  ['tools-404-endpoints', 'Name a model that takes tools'],
  ['header-missing', 'Set OPENAI_HEADERS to the header'],
  ['route-404', 'openai/… speaks the Responses API'],
  ['field-422', 'refuses a field'],
  ['size-413-per-minute', 'a limit of the account, not of the model'],
])('the remedy of %s says: %s', (id, words) => {
  expect(entriesOf(own, id).at(-1)?.remedy).toContain(words)
})

test('the log has none of the person’s words, however a provider repeats them', () => {
  for (const { id } of all) {
    for (const world of [own, open]) {
      const told = JSON.stringify(entriesOf(world, id))
      expect(told).not.toMatch(/what is it|my secret|\bmill\b|\bann\b|\bbell\b/i)
    }
  }
})
