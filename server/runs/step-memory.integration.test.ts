import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import { createAssistantMessage, createUserMessage } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import { createModel } from '../models/create-assistants.ts'
import { createInterrupt } from '../models/interrupt.ts'
import { applyAnswerChunk, type MessageWithMemory } from '../models/step-memory.ts'
import { answerBody, chatBody, type RunsWorld } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'
import { THOUGHTLESS } from '../testing/signature-keepers/chat-keepers.ts'
import type { Keeper } from '../testing/signature-keepers/keeper.ts'
import {
  KEEPER_NAMES,
  KEEPERS,
  startKeepers,
  type KeepersServer,
} from '../testing/signature-keepers/start-keepers.ts'

type Part = UiMessage['parts'][number]

const openWorld = createRunsWorlds()

let keepers: KeepersServer
beforeAll(async () => {
  keepers = await startKeepers()
})
afterAll(() => keepers.stop())

/** A page's tool, whose result comes from the browser. */
const PAGE_TOOLS = { pick: { description: 'Lets the person pick', parameters: { type: 'object' } } }

/** The browser's answer to a call of each kind. */
const WAITS = {
  approval: [
    'refund',
    ({ approval }: SavedCall) => ({
      state: 'approval-responded',
      approval: { id: approval?.id, approved: true },
    }),
  ],
  'page tool': ['pick', () => ({ state: 'output-available', output: { picked: 'red' } })],
  'sign-in': [
    'calendar',
    () => ({
      state: 'output-available',
      output: { continueInterruption: true },
    }),
  ],
} as const

interface SavedCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly approval?: { readonly id: string }
}

/** Tools of this server: one asks a person first, one needs a sign-in at its first call. */
function createTools(): readonly BackendTool[] {
  let isSignedIn = false
  const parameters = { type: 'object' }
  return [
    { name: 'refund', parameters, needsApproval: true, execute: () => ({ refunded: true }) },
    { name: 'stock', parameters, execute: () => ({ left: 3 }) },
    {
      name: 'calendar',
      parameters,
      execute() {
        if (isSignedIn) return { isFree: true }
        isSignedIn = true
        throw createInterrupt({ code: 'TokenVaultError', connection: 'google' })
      },
    },
  ]
}

const connect = ({ model }: Pick<Keeper, 'model'>) =>
  createModel({ model, providers: keepers.providers })

/** Does what the test says, and returns the refusals meanwhile. */
async function refusalsOf(task: () => Promise<unknown>): Promise<readonly string[]> {
  const before = keepers.refusals.length
  await task()
  return keepers.refusals.slice(before)
}

test.each(KEEPER_NAMES)('%s refuses its own answer without what it wants back', async (keeper) => {
  const model = connect(KEEPERS[keeper])
  const tools = [{ name: 'pick', parameters: { type: 'object' } }]
  const stream = (messages: readonly MessageWithMemory[]) =>
    Array.fromAsync(model.stream({ messages, tools, maxSteps: 3 }, new AbortController().signal))
  const asked = createUserMessage('q', '', 'tool pick {}')
  const chunks = await stream([asked])
  const answer = chunks.reduce(applyAnswerChunk, createAssistantMessage('a', ''))
  const { toolCallId } = answer.content.find((part) => part.type === 'tool-call')!
  const result: Chunk = { type: 'tool-output-available', toolCallId, output: 1 }
  const whole = applyAnswerChunk({ ...answer, status: { type: 'running' } }, result)
  const { memory: _, ...bare } = whole

  expect(await refusalsOf(() => stream([asked, bare]))).toHaveLength(1)
  expect(await refusalsOf(() => stream([asked, whole]))).toEqual([])
})

describe.each(ENGINES)('what models want back, on %s', (engine) => {
  /** The matrix is of models; what differs between engines has tests in the store. */
  const often = { tags: engine === 'sqlite' ? [] : ['nightly'] }

  async function open(keeper: Keeper) {
    const assistant = { model: connect(keeper), tools: createTools(), maxSteps: 4 }
    const world = await openWorld({ engine, assistant })
    async function send(body: ChatBody): Promise<string> {
      const reader = await world.submit({ ...body, tools: PAGE_TOOLS })
      const bytes = reader.stream(new AbortController().signal)
      return new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).text()
    }
    const ask = (id: string, text: string, before?: string) =>
      send(chatBody('t', id, [{ type: 'text', text }], before))
    return { ...world, send, ask }
  }

  const lastRow = async (world: RunsWorld) => (await world.rows('t')).at(-1)!

  test.each(
    KEEPER_NAMES.flatMap((keeper) =>
      (Object.keys(WAITS) as (keyof typeof WAITS)[]).map((wait) => [keeper, wait] as const),
    ),
  )('%s gets it after a wait for %s, and in the next turns', often, async (keeper, wait) => {
    const world = await open(KEEPERS[keeper])
    const [tool, answerTo] = WAITS[wait]

    const refusals = await refusalsOf(async () => {
      await world.ask('m1', `tool ${tool} {"order":"A-1"}`)
      const row = await lastRow(world)
      const call = (row.content['content'] as unknown as readonly SavedCall[]).find(
        ({ toolName }) => toolName === tool,
      )!
      const part = { type: `tool-${tool}`, toolCallId: call.toolCallId, ...answerTo(call) } as Part
      expect(await world.send(answerBody('t', row.id, part))).toContain('Done.')
      expect(await world.ask('m2', 'Hello?', row.id)).toContain('Hello.')
      expect(await world.ask('m3', 'Hello?', (await lastRow(world)).id)).toContain('Hello.')
    })

    expect(refusals).toEqual([])
  })

  test.each(KEEPER_NAMES)(
    'a later turn tells %s the same as the run before it did',
    often,
    async (keeper) => {
      const world = await open(KEEPERS[keeper])
      const first = keepers.requests.length
      await world.ask('m1', 'tool stock {}')
      await world.ask('m2', 'Hello?', (await lastRow(world)).id)

      const [, within, later] = keepers.requests
        .slice(first)
        .map(({ messages = [], input = [] }) => [...messages, ...input].map(withoutCacheMarks))
      expect(later!.length).toBeGreaterThan(within!.length)
      expect(later!.slice(0, within!.length)).toEqual(within)
    },
  )

  test('a server that refuses thoughts is asked once more without them, and then never with them', async () => {
    const world = await open(THOUGHTLESS)

    const refusals = await refusalsOf(async () => {
      expect(await world.ask('m1', 'tool stock {}')).toContain('Done.')
      expect(await world.ask('m2', 'tool stock {}', (await lastRow(world)).id)).toContain('Done.')
    })

    expect(refusals).toHaveLength(1)
  })

  test('each of two answers to one question has its own', async () => {
    const world = await open(KEEPERS.anthropic)

    const refusals = await refusalsOf(async () => {
      await world.ask('m1', 'tool stock {}')
      const first = await lastRow(world)
      await world.send({
        id: 't',
        messages: [],
        trigger: 'regenerate-message',
        messageId: first.id,
      })
      const answers = (await world.rows('t')).filter(({ content }) => content['role'] !== 'user')
      const again = answers.find(({ id }) => id !== first.id)!
      for (const [id, before] of [
        ['m2', first.id],
        ['m3', again.id],
      ] as const) {
        expect(await world.ask(id, 'Hello?', before)).toContain('Hello.')
      }
    })

    expect(refusals).toEqual([])
  })
})

/** Marks of caches move to the newest messages with each call. */
const withoutCacheMarks = (message: unknown): unknown =>
  JSON.parse(JSON.stringify(message, (key, value) => (key === 'cache_control' ? undefined : value)))
