import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createModel } from '../models/create-assistants.ts'
import type { ModelLogEntry } from '../models/model-log.ts'
import type { Assistants } from '../models/model.ts'
import { createInstantClock } from '../models/testing/ask-model.ts'
import { openStore, type Store } from '../store/store.ts'
import { createTestBudgets } from '../testing/create-test-budgets.ts'
import { startStreamReplay, type StreamReply } from '../testing/replay-streams.ts'
import { readStreamCases } from '../testing/stream-cases.ts'
import { createShortAnswers } from './short-answers.ts'
import { createTitles } from './titles.ts'

interface TitleCase {
  readonly id: string
  readonly kind: string
  readonly question: string
  readonly stream: readonly (string | { readonly reasoning: string })[]
  readonly finish?: string
  /** Thoughts before the first word: a smaller limit leaves no word. */
  readonly reasoningTokens?: number
  readonly expected: {
    readonly title: string | readonly string[]
    readonly neverShown: readonly string[]
  }
}

interface Asked {
  readonly max_tokens: number
  readonly reasoning_effort?: string
  readonly reasoning?: { readonly effort: string }
}

const { cases } = JSON.parse(
  await readFile(new URL('../../e2e/fixtures/titles.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly TitleCase[] }

const ADA = { projectId: 'default', workspaceId: 'ada', userId: 'ada', kind: 'host' } as const
const NEVER = new AbortController().signal

let dataDir: string
let store: Store
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alcove-titles-'))
  store = await openStore({ dataDir })
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

let asked: Asked[]
let log: ModelLogEntry[]
let errors: unknown[]
beforeEach(() => {
  asked = []
  log = []
  errors = []
})

/** Titles of a model behind a server on this machine. */
async function createWorld(
  replyTo: (body: Asked) => StreamReply,
  name = 'openai-compatible/test-model',
) {
  const server = await startStreamReplay(
    (body) => {
      asked.push(body as Asked)
      return replyTo(body as Asked)
    },
    () => Promise.resolve(),
  )
  const model = createModel(
    {
      model: name,
      providers: {
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: 'k',
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'k',
      },
    },
    { log: (entry) => log.push(entry), clock: createInstantClock(), limits: {} },
  )
  const assistant = { tools: [], maxSteps: 1, takesClientSystem: false } as const
  const assistants: Assistants = {
    find: async () => ({ ...assistant, model, system: undefined, maxOutputTokens: undefined }),
  }
  const onError = (error: unknown) => void errors.push(error)
  const titles = createTitles({
    store,
    ask: createShortAnswers({ assistants, budgets: createTestBudgets(store), onError }),
    limits: { takeTitle: () => Promise.resolve() },
    onError,
  })
  /** Every state of the name as it grows, and the stored one. */
  async function ask(question: string) {
    const { id } = await store.threads.create(ADA, { lastMessageAt: '2026-11-21T05:00:00.000Z' })
    const messages = [{ role: 'user', content: [{ type: 'text', text: question }] }]
    const body = { assistant_id: 'system/thread_title', thread_id: id, messages }
    const shown: string[] = []
    try {
      for await (const piece of await titles.stream(ADA, body, NEVER)) {
        shown.push((shown.at(-1) ?? '') + new TextDecoder().decode(piece))
      }
    } catch (error) {
      // Words that turned out to be a thought: the reader asks again.
      expect(String(error)).toContain('another name')
    }
    return { shown, title: (await store.threads.find(ADA, id))?.title }
  }
  return { ask, [Symbol.asyncDispose]: () => server.stop() }
}

const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const say = (chunks: readonly string[]): StreamReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  chunks: [...chunks, 'data: [DONE]\n\n'],
})

function answer({ stream, finish = 'stop', reasoningTokens = 0 }: TitleCase, body: Asked) {
  if (body.max_tokens < reasoningTokens) return say([event({}, 'length')])
  const pieces = stream.map((piece) =>
    event(typeof piece === 'string' ? { content: piece } : piece),
  )
  return say([...pieces, event({}, finish)])
}

test.each(cases.map((each) => [each.kind, each.id, each] as const))(
  'a title is the words that a model means: %s, %s',
  async (_kind, _id, each) => {
    await using world = await createWorld((body) => answer(each, body))

    const { shown, title } = await world.ask(each.question)

    expect([each.expected.title].flat()).toContain(title)
    for (const hidden of each.expected.neverShown) {
      expect(shown.filter((state) => state.includes(hidden))).toEqual([])
    }
    expect(asked).toMatchObject([{ reasoning_effort: 'low' }])
    expect([log, errors]).toEqual([[], []])
  },
)

test('a model that takes no effort is asked without, and later never with one', async () => {
  await using world = await createWorld((body) =>
    body.reasoning_effort === undefined
      ? say([event({ content: 'Refund window' }, 'stop')])
      : {
          status: 400,
          headers: { 'content-type': 'application/json' },
          chunks: ['{"error":{"message":"Unrecognized request argument: reasoning_effort"}}'],
        },
  )

  expect((await world.ask('How long?')).title).toBe('Refund window')
  expect((await world.ask('How long?')).title).toBe('Refund window')

  expect(asked.map((body) => body.reasoning_effort)).toEqual(['low', 'none', undefined, undefined])
  expect([log, errors]).toEqual([[], []])
})

test('a model that refuses the question itself is asked with the effort again later', async () => {
  await using world = await createWorld(() => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    chunks: ['{"error":{"message":"Flagged by moderation","code":"moderation"}}'],
  }))

  expect((await world.ask('How long?')).title).toBe('How long?')
  await world.ask('How long?')

  expect(asked.map((body) => body.reasoning_effort)).toEqual([
    'low',
    'none',
    undefined,
    'low',
    'none',
    undefined,
  ])
  expect(log).toHaveLength(2)
})

const { afterTools } = readStreamCases().protocolNotes

test.each([
  ['openai/gpt-5', afterTools.responses, { reasoning: { effort: 'minimal' } }],
  ['openai/gpt-5.2', afterTools.responses, { reasoning: { effort: 'none' } }],
  ['anthropic/claude-sonnet-4-5', afterTools.anthropic, { thinking: { type: 'disabled' } }],
  ['anthropic/claude-opus-4-6', afterTools.anthropic, { thinking: { type: 'disabled' } }],
])('%s is asked for its lowest effort, and the log is silent', async (name, chunks, effort) => {
  await using world = await createWorld(() => ({ ...say([]), chunks }), name)

  expect((await world.ask('How long?')).title).toBe('It is sunny there.')

  expect(asked).toMatchObject([effort])
  expect([log, errors]).toEqual([[], []])
})

test('a model that refuses the lowest effort is asked for the next one', async () => {
  await using world = await createWorld((body) => {
    const { effort } = body.reasoning ?? {}
    if (effort === 'low') return { ...say([]), chunks: afterTools.responses }
    return {
      status: 400,
      headers: { 'content-type': 'application/json' },
      chunks: [`{"error":{"message":"Unsupported value: '${effort}'","code":"unsupported_value"}}`],
    }
  }, 'openai/o3')

  expect((await world.ask('How long?')).title).toBe('It is sunny there.')
  await world.ask('How long?')

  expect(asked.map(({ reasoning }) => reasoning?.effort)).toEqual(['none', 'low', 'low'])
  expect([log, errors]).toEqual([[], []])
})

test('a model without reasoning gets no word of it', async () => {
  await using world = await createWorld(
    () => ({ ...say([]), chunks: afterTools.responses }),
    'openai/gpt-4o',
  )

  await world.ask('How long?')

  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toHaveProperty('reasoning')
  expect(log).toEqual([])
})
