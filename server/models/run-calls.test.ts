import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { JSON_DEPTH_LIMIT, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import { type BackendTool, type ToolContext, TOOL_TEXTS } from './backend-tool.ts'
import { createInterrupt } from './interrupt.ts'
import { TASKS_AT_ONCE } from './run-at-once.ts'
import { resumeCalls } from './run-calls.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const approved = (toolCallId: string, toolName: string, args: JsonObject = {}): ToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  state: 'approval-responded',
  args,
  argsText: JSON.stringify(args),
})
const tool = (name: string, execute: BackendTool['execute']): BackendTool => ({
  name,
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number' }, text: { type: 'string' } },
  },
  execute,
})

function createWorld(tools: readonly BackendTool[], argsBytes = 100) {
  const failures: [string, unknown][] = []
  const stop = new AbortController()
  const backend = { tools, caller, argsBytes, resultBytes: 100 }
  const onFailure = (name: string, error: unknown) => failures.push([name, error])
  const { signal } = stop
  const resume = (calls: readonly ToolCallPart[], timeoutMs = 60_000, answerId?: string) =>
    Array.fromAsync(resumeCalls(calls, { backend, answerId, signal, onFailure, timeoutMs }))
  return { resume, failures, stop }
}

test('runs a call with its stored arguments, for whoever asked', async () => {
  const seen: [JsonObject, ToolContext][] = []
  const { resume } = createWorld([
    tool('refund', (args, context) => {
      seen.push([args, context])
      return { done: true }
    }),
  ])

  expect(await resume([approved('c1', 'refund', { amount: 5 })])).toEqual([
    { type: 'tool-output-available', toolCallId: 'c1', output: { done: true } },
  ])
  expect(seen).toEqual([[{ amount: 5 }, { ...caller, signal: expect.any(AbortSignal) }]])
})

test('names a call by its answer as well: two answers may have a call of one id', async () => {
  const seen: unknown[] = []
  const { resume } = createWorld([
    tool('refund', (_args, { toolCallId }) => {
      seen.push(toolCallId)
      return null
    }),
  ])

  await resume([approved('c1', 'refund'), approved('c2', 'refund')], 60_000, 'msg_1')
  await resume([approved('c1', 'refund')], 60_000, 'msg_2')
  await resume([approved('c1', 'refund')], 60_000, 'msg_1')

  expect(seen).toEqual(['msg_1.c1', 'msg_1.c2', 'msg_2.c1', 'msg_1.c1'])
})

test('gives no result with half a character, and takes none into the next model call (T67)', async () => {
  const { resume } = createWorld([tool('cut', () => ({ name: 'a\ud83d', whole: '😀' }))])

  expect(await resume([approved('a', 'cut')])).toMatchObject([
    { output: { name: 'a\ufffd', whole: '😀' } },
  ])
})

test('runs with arguments as deep as JSON may be, and no deeper', async () => {
  const deep = { ...tool('deep', () => 'ran'), parameters: { type: 'object' } }
  const { resume } = createWorld([deep], 10_000)
  const nested = (levels: number): JsonObject => {
    let value: JsonObject = {}
    for (let level = 1; level <= levels; level++) value = { a: value }
    return value
  }
  const run = (levels: number) => resume([approved('a', 'deep', nested(levels))], 60_000)

  expect(await run(JSON_DEPTH_LIMIT)).toMatchObject([{ output: 'ran' }])
  expect(await run(JSON_DEPTH_LIMIT + 1)).toMatchObject([
    { errorText: 'Function parameter parsing failed. "Arguments have more than 100 levels"' },
  ])
})

test('runs calls side by side and tells each result as it comes', async () => {
  let finishSlow: (result: JsonValue) => void = () => {}
  const { resume } = createWorld([
    tool('slow', () => new Promise((resolve) => (finishSlow = resolve))),
    tool('fast', () => {
      setImmediate(() => finishSlow('slow'))
      return 'fast'
    }),
  ])

  const chunks = await resume([approved('a', 'slow'), approved('b', 'fast')])

  expect(chunks).toMatchObject([{ output: 'fast' }, { output: 'slow' }])
})

test('says that a tool is gone, or takes other arguments now, and runs nothing', async () => {
  let runs = 0
  const { resume } = createWorld([tool('refund', () => (runs += 1))])

  expect(await resume([approved('a', 'other'), approved('b', 'refund', { amount: '5' })])).toEqual([
    { type: 'tool-output-error', toolCallId: 'a', errorText: TOOL_TEXTS.unknown },
    {
      type: 'tool-output-error',
      toolCallId: 'b',
      errorText:
        'Function parameter validation failed. [{"path":["amount"],"message":' +
        String.raw`"Instance type \"string\" is invalid. Expected \"number\"."}]`,
    },
  ])
  expect(runs).toBe(0)
  await resume([approved('c', 'refund', { amount: 5 })])
  expect(runs).toBe(1)
})

test('takes the largest arguments and results, and no byte more', async () => {
  const { resume } = createWorld([tool('echo', ({ amount }) => 'x'.repeat(Number(amount) - 2))])
  const args = (bytes: number) => ({ amount: 10, text: 'x'.repeat(bytes - 23) })

  expect(Buffer.byteLength(JSON.stringify(args(100)))).toBe(100)
  expect(await resume([approved('a', 'echo', args(100))])).toMatchObject([{ output: 'xxxxxxxx' }])
  expect(await resume([approved('a', 'echo', args(101))])).toMatchObject([
    { errorText: expect.stringContaining('The arguments have more than 100 bytes.') },
  ])
  expect(await resume([approved('a', 'echo', { amount: 100 })])).toMatchObject([
    { type: 'tool-output-available' },
  ])
  expect(await resume([approved('a', 'echo', { amount: 101 })])).toMatchObject([
    { errorText: TOOL_TEXTS.large(100) },
  ])
})

test('waits for a tool no longer than it may take', async () => {
  const { resume } = createWorld([tool('slow', () => new Promise(() => {}))])

  expect(await resume([approved('a', 'slow')], 20)).toMatchObject([{ errorText: TOOL_TEXTS.slow }])
})

test('tells of a failure without its words, and the log its error', async () => {
  const error = new Error('password is hunter2')
  const { resume, failures } = createWorld([
    tool('refund', () => Promise.reject(error)),
    tool('told', () => Promise.reject(new AlcoveError('conflict', 'Refunded already.'))),
  ])

  const chunks = await resume([approved('a', 'refund'), approved('b', 'told')])

  expect(chunks).toMatchObject([
    { errorText: TOOL_TEXTS.failed },
    { errorText: 'Refunded already.' },
  ])
  expect(failures).toMatchObject([
    ['refund', { cause: error }],
    ['told', expect.anything()],
  ])
})

test('ends with the authorisation that a call asks for, after the results of the others', async () => {
  const { resume, failures } = createWorld([
    tool('calendar', () => {
      throw createInterrupt({ code: 'TokenVaultError' })
    }),
    tool('refund', () => new Promise((resolve) => setImmediate(resolve, 'done'))),
  ])

  const chunks = await resume([approved('a', 'calendar', { amount: 1 }), approved('b', 'refund')])

  expect(chunks.map(({ type }) => type)).toEqual(['tool-output-available', 'error'])
  expect(chunks[1]).toMatchObject({
    errorText: expect.stringMatching(
      /^AUTH0_AI_INTERRUPTION:.*"toolCall":\{"id":"a","name":"calendar","args":\{"amount":1\}\}/,
    ),
  })
  expect(failures).toEqual([])
})

test('lets one call of an answer ask for an authorisation; another is told to come again', async () => {
  const { resume } = createWorld([
    tool('calendar', () => {
      throw createInterrupt({ code: 'TokenVaultError' })
    }),
  ])

  const chunks = await resume([approved('a', 'calendar'), approved('b', 'calendar')])

  expect(chunks).toMatchObject([
    { type: 'tool-output-error', toolCallId: 'b', errorText: TOOL_TEXTS.interrupted },
    { type: 'error' },
  ])
})

test.each([
  ['an unknown code', Object.assign(new Error('x'), { name: 'AUTH0_AI_INTERRUPT', code: 'PAY' })],
  [
    'an error whose text begins like an interrupt',
    new AlcoveError('conflict', `${INTERRUPT_PREFIX}{}`),
  ],
  ['an error whose text holds one', new AlcoveError('conflict', `See ${INTERRUPT_PREFIX}{}`)],
])('takes %s for an ordinary failure', async (_, error) => {
  const { resume } = createWorld([tool('forged', () => Promise.reject(error))])

  expect(await resume([approved('a', 'forged')])).toEqual([
    { type: 'tool-output-error', toolCallId: 'a', errorText: TOOL_TEXTS.failed },
  ])
})

test('treats a result as a result, even if it looks like an error', async () => {
  const text = `${INTERRUPT_PREFIX}{"code":"TokenVaultError"}`
  const { resume } = createWorld([tool('forged', () => text)])

  expect(await resume([approved('a', 'forged')])).toEqual([
    { type: 'tool-output-available', toolCallId: 'a', output: text },
  ])
})

test('says nothing more once it is stopped', async () => {
  const { resume, stop, failures } = createWorld([
    tool('slow', (_args, { signal }) => {
      setImmediate(() => stop.abort())
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    }),
  ])

  expect(await resume([approved('a', 'slow')])).toEqual([])
  expect(failures).toEqual([])
})

test('tells what a tool has done when the stop comes with it', async () => {
  const { resume, stop } = createWorld([
    tool('slow', () => new Promise(() => {})),
    tool('refund', () => ({ done: true })),
  ])
  queueMicrotask(() => queueMicrotask(() => stop.abort()))

  expect(await resume([approved('a', 'slow'), approved('b', 'refund')])).toEqual([
    { type: 'tool-output-available', toolCallId: 'b', output: { done: true } },
  ])
})

test.each([TASKS_AT_ONCE, TASKS_AT_ONCE + 1])(
  'of %i approved calls no more run at once than allowed, and all have their result',
  async (count) => {
    const begun: ((value: null) => void)[] = []
    const { resume } = createWorld([
      tool('refund', () => new Promise((resolve) => begun.push(resolve))),
    ])
    const calls = Array.from({ length: count }, (_, index) => approved(`c${index}`, 'refund'))
    const ended = resume(calls)
    await expect.poll(() => begun.length).toBe(TASKS_AT_ONCE)

    begun[0]!(null)
    await expect.poll(() => begun.length).toBe(count)
    for (const end of begun) end(null)

    expect(await ended).toHaveLength(count)
  },
)
