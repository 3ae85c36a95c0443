import { expect, test } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import { createAssistantMessage, messageText, type Message } from '../../shared/thread/message.ts'
import { parseChunk, type Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool } from './backend-tool.ts'
import { demoGuide } from './demo-guide.ts'
import { createDemoModel } from './demo-model.ts'
import { CANCEL_ORDER, ORDER_STATUS, planShop, PRODUCT_SEARCH } from './demo-shop.ts'
import { createInterrupt } from './interrupt.ts'
import type { ModelLogEntry } from './model-log.ts'
import { applyAnswerChunk, type AnswerChunk } from './step-memory.ts'
import { createInstantClock, question } from './testing/ask-model.ts'

const ALL = new Set([ORDER_STATUS, PRODUCT_SEARCH, CANCEL_ORDER])

const status = (order: string) => ({ toolName: ORDER_STATUS, args: { order } })
const search = (words: string) => ({ toolName: PRODUCT_SEARCH, args: { words } })
const cancel = (order: string) => ({ toolName: CANCEL_ORDER, args: { order } })

test.each([
  ['Where is my order 1042?', [status('1042')]],
  ['Order 1043', [status('1043')]],
  ['When does my parcel with the number #1017 arrive', [status('1017')]],
  ['Find my order 1042', [status('1042')]],
  ['Find a mug', [search('mug')]],
  ['I am looking for something warm.', [search('something warm')]],
  ['Do you sell kettles?', [search('kettles')]],
  ['What does a mug cost?', [search('mug')]],
  ['what a mug costs', [search('mug')]],
  ['Find a mug and tell me when order 1042 comes', [search('mug'), status('1042')]],
  [
    'Search for salt and pepper mills, and where is order 1042?',
    [search('salt and pepper mills'), status('1042')],
  ],
  ['Cancel order 1042', [cancel('1042')]],
  ['Please cancel my order 1042!', [cancel('1042')]],
  ['When does order 1042 come? If not today, cancel it.', [status('1042'), cancel('1042')]],
])('understands “%s”', (question, calls) => {
  expect(planShop(question, ALL)).toEqual({ type: 'calls', calls })
})

test.each(['Where is my order?', 'cancel the order'])('asks for the number: %s', (question) => {
  expect(planShop(question, ALL)).toMatchObject({ type: 'ask' })
})

test.each([
  ...demoGuide.map(({ example }) => example),
  'How do I find a key for OpenAI?',
  'Search the guide for Postgres, please',
  'In what order do the scripts load?',
  'Hello!',
  '',
])('leaves “%s” to the guide', (question) => {
  expect(planShop(question, ALL)).toBeUndefined()
})

test('plans only calls of tools that are declared', () => {
  const question = 'Find a mug and tell me when order 1042 comes'

  expect(planShop(question, new Set([ORDER_STATUS]))).toEqual({
    type: 'calls',
    calls: [status('1042')],
  })
  expect(planShop(question, new Set(['other']))).toBeUndefined()
  expect(planShop('Where is my order?', new Set())).toBeUndefined()
})

const orderSchema: JsonObject = {
  type: 'object',
  properties: { order: { type: 'string', pattern: '^10' } },
  required: ['order'],
}

function createShop(overrides: Partial<Record<string, BackendTool['execute']>> = {}) {
  const calls: [string, JsonObject][] = []
  const log: ModelLogEntry[] = []
  const results: Readonly<Record<string, JsonObject>> = {
    order_status: {
      order: '1042',
      state: 'on its way',
      items: [{ name: 'Mug', quantity: 2 }],
      delivery: '2026-11-24',
    },
    product_search: { products: [{ name: 'Mug', price: '€18', link: 'https://shop.test/#mug' }] },
    cancel_order: { order: '1042', state: 'cancelled', refund: '€36' },
  }
  const tools = Object.keys(results).map((name): BackendTool => ({
    name,
    parameters: name === 'product_search' ? { type: 'object' } : orderSchema,
    needsApproval: name === 'cancel_order',
    execute: (args, context) => {
      calls.push([name, args])
      return overrides[name]?.(args, context) ?? results[name]!
    },
  }))
  const caller = { projectId: 'p', workspaceId: 'w', userId: 'u' }
  const model = createDemoModel({ clock: createInstantClock(), log: (entry) => log.push(entry) })

  /** The answer, or its continuation. */
  async function ask(text: string, continued?: Message, maxSteps = 10) {
    const messages = [question(text), ...(continued ? [continued] : [])]
    const backend = { tools, caller, argsBytes: 1_000, resultBytes: 1_000 }
    const chunks: AnswerChunk[] = await Array.fromAsync(
      model.stream(
        { messages, backend, maxSteps, answerId: 'msg_1' },
        new AbortController().signal,
      ),
    )
    const start: Message = continued
      ? { ...continued, status: { type: 'running' } }
      : createAssistantMessage('a', '')
    return { chunks, message: chunks.reduce(applyAnswerChunk, start) }
  }
  return { ask, calls, log }
}

test('uses two tools in two steps of one answer, and answers from their results', async () => {
  const { ask, calls } = createShop()

  const { chunks, message } = await ask('Find a mug and tell me when order 1042 comes')

  expect(calls).toEqual([
    ['product_search', { words: 'mug' }],
    ['order_status', { order: '1042' }],
  ])
  expect(chunks.map(parseChunk)).toEqual(chunks)
  expect(chunks.filter(({ type }) => type === 'start-step')).toHaveLength(3)
  expect(chunks.filter(({ type }) => type === 'finish-step')).toHaveLength(3)
  expect(message.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(message.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-call', 'text'])
  expect(messageText(message)).toContain('[Mug](https://shop.test/#mug), €18')
  expect(messageText(message)).toContain('Order **1042** is **on its way**')
  expect(messageText(message)).toContain('24 November 2026')
})

test('tells a tool which call of which answer it is', async () => {
  const ids: unknown[] = []
  const order_status: BackendTool['execute'] = (_args, { toolCallId }) => (ids.push(toolCallId), 1)
  const { ask } = createShop({ order_status })

  await ask('Find a mug and tell me when order 1042 comes')

  expect(ids).toEqual(['msg_1.shop-2'])
})

test('waits for a person before it cancels, and goes on when they allowed it', async () => {
  const { ask, calls } = createShop()

  const { chunks, message } = await ask('Cancel order 1042')

  expect(calls).toEqual([])
  expect(message.status).toMatchObject({ type: 'requires-action' })
  expect(message.content).toMatchObject([
    { toolName: 'cancel_order', args: { order: '1042' }, state: 'approval-requested' },
  ])
  expect(chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'tool-calls' } })

  const outcome: Chunk = {
    type: 'tool-output-available',
    toolCallId: 'shop-1',
    output: { order: '1042', state: 'cancelled', refund: '€36' },
  }
  const next = await ask('Cancel order 1042', applyAnswerChunk(message, outcome))

  expect(next.message.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(messageText(next.message)).toContain('Order **1042** is cancelled. You get €36 back.')
})

test('accepts a denial', async () => {
  const { ask, calls } = createShop()
  const { message } = await ask('Cancel order 1042')
  const asked = message.content.find((part) => part.type === 'tool-call')
  const answers: Chunk[] = [
    {
      type: 'tool-approval-response',
      approvalId: asked?.approval?.id ?? '',
      approved: false,
      reason: 'Wrong *order*',
    },
    { type: 'tool-output-denied', toolCallId: 'shop-1' },
  ]

  const next = await ask('Cancel order 1042', answers.reduce(applyAnswerChunk, message))

  expect(calls).toEqual([])
  expect(messageText(next.message)).toContain('Order 1042 stays as it is')
  expect(messageText(next.message)).toContain('You said: “Wrong \\*order\\*”')
})

test('says what a tool says of its failure, and nothing of a crash', async () => {
  const { ask, log } = createShop({
    order_status: () => {
      throw new Error('password is hunter2')
    },
  })

  const { message, chunks } = await ask('Where is my order 1042?')

  expect(messageText(message)).toContain('That did not work. The tool failed.')
  expect(JSON.stringify([chunks, log])).not.toContain('hunter2')
  expect(log).toMatchObject([{ event: 'tool_failed', detail: 'order_status: Error' }])
})

test('has its arguments checked like those of any model', async () => {
  const { ask, calls } = createShop()

  const { message } = await ask('Where is my order 9999?')

  expect(calls).toEqual([])
  expect(message.content[0]).toMatchObject({ state: 'output-error' })
})

test('ends with the authorisation that a tool asks for', async () => {
  const { ask } = createShop({
    order_status: () => {
      throw createInterrupt({ code: 'TokenVaultError', connection: 'orders' })
    },
  })

  const { chunks } = await ask('Where is my order 1042?')

  expect(chunks.at(-1)).toMatchObject({
    type: 'error',
    errorText: expect.stringMatching(/^AUTH0_AI_INTERRUPTION:\{.*"id":"shop-1"/),
  })
})

test('makes no more steps than the assistant may, and says so by how it ends', async () => {
  const { ask, calls } = createShop()
  const text = 'Find a mug and tell me when order 1042 comes'

  const two = await ask(text, undefined, 2)
  expect(calls).toHaveLength(2)
  expect(messageText(two.message)).toBe('')
  expect(two.chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'tool-calls' } })

  const three = await ask(text, undefined, 3)
  expect(messageText(three.message)).toContain('Order **1042**')
  expect(three.chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'stop' } })
})

test('shows the result of a tool that is not the demo’s own', async () => {
  const { ask } = createShop({ order_status: () => ({ anything: 1 }) })

  expect(messageText((await ask('Where is my order 1042?')).message)).toContain('"anything": 1')
})

test('offers what its tools are for, and then what the guide knows', async () => {
  const { message } = await createShop().ask('What is the capital of France?')

  expect(messageText(message)).toContain(
    '- Where is my order 1042?\n- Find a mug and tell me when order 1042 comes.\n- Cancel order 1042.\n- What is Alcove?',
  )
})

test('asks which order is meant', async () => {
  const { ask, calls } = createShop()

  expect(messageText((await ask('Where is my order?')).message)).toContain(
    'Which order do you mean?',
  )
  expect(calls).toEqual([])
})
