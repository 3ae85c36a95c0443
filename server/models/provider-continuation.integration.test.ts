import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool } from './backend-tool.ts'
import { createModel } from './create-assistants.ts'
import { applyAnswerChunk } from './step-memory.ts'
import { createInstantClock, joinDeltas, question } from './testing/ask-model.ts'

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic'] as const
/** Providers whose tool calls the scripted server speaks. */
const CALLERS = ['openai-compatible', 'anthropic'] as const

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.stop())

const tool = (name: string, rest: Partial<BackendTool> = {}): BackendTool => ({
  name,
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
  execute: ({ order }) => ({ order: order ?? null, by: name }),
  ...rest,
})

async function ask(provider: string, messages: readonly Message[], tools: readonly BackendTool[]) {
  const model = createModel(
    {
      model: `${provider}/scripted`,
      providers: {
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: 'key',
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'key',
      },
    },
    { clock: createInstantClock() },
  )
  const caller = { projectId: 'p', workspaceId: 'w', userId: 'u' }
  const backend = { tools, caller, argsBytes: 1_000, resultBytes: 1_000 }
  const signal = new AbortController().signal
  return Array.fromAsync(model.stream({ messages, backend, maxSteps: 5 }, signal))
}

/** An answer with three pending calls, and their outcomes. */
function createContinued(): Message {
  const called = (id: string): Chunk[] => [
    { type: 'tool-input-available', toolCallId: id, toolName: 'refund', input: { order: id } },
  ]
  const chunks: Chunk[] = [
    { type: 'text-delta', id: 't', delta: 'Let me refund that.' },
    { type: 'text-end', id: 't' },
    ...['a', 'b', 'c'].flatMap(called),
    { type: 'text-delta', id: 'u', delta: 'Please allow it.' },
    { type: 'text-end', id: 'u' },
    { type: 'tool-approval-request', toolCallId: 'b', approvalId: 'x' },
    { type: 'tool-approval-response', approvalId: 'x', approved: false, reason: 'Too dear' },
    { type: 'tool-output-available', toolCallId: 'a', output: { done: 'refund of a' } },
    { type: 'tool-output-denied', toolCallId: 'b' },
    { type: 'tool-output-error', toolCallId: 'c', errorText: 'The tool failed.' },
  ]
  return chunks.reduce(applyAnswerChunk, createAssistantMessage('m', ''))
}

/** Messages after the question, in each dialect. */
const CONTINUED: Readonly<Record<(typeof PROVIDERS)[number], readonly object[]>> = {
  'openai-compatible': [
    { role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
    { role: 'tool', tool_call_id: 'a', content: '{"done":"refund of a"}' },
    { role: 'tool', tool_call_id: 'b', content: expect.stringContaining('Too dear') },
    { role: 'tool', tool_call_id: 'c', content: 'The tool failed.' },
  ],
  openai: [
    { role: 'assistant' },
    { type: 'function_call', call_id: 'a' },
    { type: 'function_call', call_id: 'b' },
    { type: 'function_call', call_id: 'c' },
    { type: 'function_call_output', call_id: 'a', output: '{"done":"refund of a"}' },
    {
      type: 'function_call_output',
      call_id: 'b',
      output: expect.stringContaining('did not allow this call'),
    },
    {
      type: 'function_call_output',
      call_id: 'c',
      output: expect.stringContaining('The tool failed.'),
    },
  ],
  anthropic: [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me refund that.\n\nPlease allow it.' },
        { type: 'tool_use', id: 'a' },
        { type: 'tool_use', id: 'b' },
        { type: 'tool_use', id: 'c' },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a' },
        { type: 'tool_result', tool_use_id: 'b', is_error: true },
        { type: 'tool_result', tool_use_id: 'c', is_error: true },
      ],
    },
  ],
}

test.each(PROVIDERS)(
  'an answer goes on with %s: its calls and their outcomes are last',
  async (provider) => {
    const prompt = `say Done with ${provider}.`

    const chunks = await ask(provider, [question(prompt), createContinued()], [tool('refund')])

    expect(joinDeltas(chunks, 'text-delta')).toBe(`Done with ${provider}.`)
    const body = (await server.requestWith(prompt)).body as Record<string, unknown>
    const sent = (body['messages'] ?? body['input']) as readonly { role?: string }[]
    const asked = sent.findIndex(({ role }) => role === 'user')
    expect(sent.slice(asked + 1)).toMatchObject(CONTINUED[provider])
  },
)

test.each(CALLERS)('%s stops at a call that a person has to allow', async (provider) => {
  let runs = 0
  const refund = tool('refund', { needsApproval: true, execute: () => (runs += 1) })
  const prompt = `say One moment; tool refund {"order":"${provider}"}; next; say Never`

  const chunks = await ask(provider, [question(prompt)], [refund])

  expect(chunks.map(({ type }) => type).slice(-4)).toEqual([
    'tool-input-available',
    'tool-approval-request',
    'finish-step',
    'finish',
  ])
  expect(chunks.at(-1)).toMatchObject({ messageMetadata: { finishReason: 'tool-calls' } })
  expect(runs).toBe(0)
  expect(server.requests.filter((request) => request.prompt === prompt)).toHaveLength(1)
})

test.each(CALLERS)('two steps of one answer of %s use two tools', async (provider) => {
  const prompt = `tool product_search {"order":"mug"}; next; tool order_status {"order":"${provider}"}; next; say Both`

  const chunks = await ask(
    provider,
    [question(prompt)],
    [tool('product_search'), tool('order_status')],
  )

  const answer = chunks.reduce(applyAnswerChunk, createAssistantMessage('m', ''))
  expect(answer.content).toMatchObject([
    { toolName: 'product_search', result: { order: 'mug', by: 'product_search' } },
    { toolName: 'order_status', result: { order: provider, by: 'order_status' } },
    { type: 'text', text: 'Both' },
  ])
})
