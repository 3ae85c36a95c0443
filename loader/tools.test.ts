import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToolReply } from '../shared/bridge/contract.ts'
import type { ChatInstance, RunToolDefinition, ToolContext } from './chat-instance.ts'
import { createGlobal } from './queue.ts'
import { createStage } from './testing/create-stage.ts'
import type { FakeFrame, FrameBehaviour } from './testing/create-stage.ts'

const chats: ChatInstance[] = []
const errors = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  for (const chat of chats.splice(0)) chat.destroy()
  vi.restoreAllMocks()
  errors.mockReset()
})

const look = (run: RunToolDefinition['run'] = () => 1): RunToolDefinition => ({
  description: 'Looks something up',
  parameters: { type: 'object' },
  run,
})

async function openStage() {
  const stage = createStage()
  chats.push(stage.chat)
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())
  /** Opens the chat and loads its frame. */
  const connect = async (behaviour?: FrameBehaviour) => {
    const opened = stage.chat.open()
    const frame = await stage.loadFrame(behaviour)
    await opened
    return frame
  }
  return { ...stage, connect }
}

const namesOf = ({ setups }: FakeFrame) => setups.at(-1)?.tools?.map(({ name }) => name)
const runIn = ({ channel }: FakeFrame, name: string, args = {}, callId = 'call-1') =>
  channel.call('runTool', { name, callId, args }) as Promise<ToolReply>

test('tools of before and after the frame are declared to it, replaced and taken back', async () => {
  const { chat, connect } = await openStage()
  chat.tool('early', look())
  const frame = await connect()
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['early']))
  const { name, schema, approval, timeoutMs } = frame.setups.at(-1)!.tools![0]!
  expect({ name, schema, approval, timeoutMs }).toEqual({
    name: 'early',
    schema: '{"type":"object"}',
    approval: 'ask',
    timeoutMs: 60_000,
  })

  const removeLate = chat.tool('late', look())
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['early', 'late']))
  chat.tool('late', { ...look(), description: 'Another' })
  await vi.waitFor(() =>
    expect(frame.setups.at(-1)?.tools?.map(({ description }) => description)).toEqual([
      'Looks something up',
      'Another',
    ]),
  )
  // The tool replaced the first, whose owner can no longer remove it.
  removeLate()
  await expect(runIn(frame, 'late')).resolves.toEqual({ output: 1 })
  chat.tool('early', look())()
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['late']))
})

test('a reloaded frame gets the tools with its first setup', async () => {
  const { chat, connect, loadFrame } = await openStage()
  chat.tool('look', look())
  await connect({ nonce: 'one' })

  const second = await loadFrame({ nonce: 'two' })

  expect(second.setups[0]?.tools?.map(({ name }) => name)).toEqual(['look'])
  await expect(runIn(second, 'look')).resolves.toEqual({ output: 1 })
})

test('the queue’s form works too, and returns how to take the tool back', async () => {
  const { chat, connect } = await openStage()
  let remove: unknown
  createGlobal(chat, [[['tool', 'look', look()], (value: unknown) => (remove = value), () => {}]])
  const frame = await connect()
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['look']))

  ;(remove as () => void)()

  await vi.waitFor(() => expect(namesOf(frame)).toEqual([]))
})

test('the frame runs a tool with its arguments, and hears of results and errors', async () => {
  const { chat, connect } = await openStage()
  const run = vi.fn<(args: unknown, context: ToolContext) => unknown>(() => ({ stock: 3 }))
  chat.tool('look', look(run))
  chat.tool(
    'fail',
    look(() => Promise.reject(new TypeError('Sold out'))),
  )
  chat.tool(
    'nothing',
    look(() => undefined),
  )
  chat.tool(
    'lossy',
    look(() => ({ at: new Date(0) })),
  )
  const frame = await connect()

  expect(await runIn(frame, 'look', { sku: 'a' })).toEqual({ output: { stock: 3 } })
  expect(run).toHaveBeenCalledExactlyOnceWith(
    { sku: 'a' },
    expect.objectContaining({ toolCallId: 'call-1', signal: expect.any(AbortSignal) }),
  )
  expect(await runIn(frame, 'fail')).toEqual({ errorText: 'TypeError: Sold out' })
  expect(await runIn(frame, 'nothing')).toEqual({})
  expect(await runIn(frame, 'lossy')).toEqual({
    output: { at: '1970-01-01T00:00:00.000Z' },
    isLossy: true,
  })
})

test('only what the page declared can be run, and only with the contract’s arguments (T07)', async () => {
  const { chat, connect } = await openStage()
  const run = vi.fn<() => unknown>()
  chat.tool('look', look(run))
  chat.tool('ask', { description: 'Asks', parameters: {}, kind: 'human' })
  const frame = await connect()

  for (const name of ['toString', '__proto__', 'ask', 'gone']) {
    await expect(runIn(frame, name)).rejects.toMatchObject({ code: 'not_found' })
  }
  for (const bad of [null, { name: 'look' }, { name: 'look', callId: 'c', args: [] }]) {
    await expect(frame.channel.call('runTool', bad as never)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  expect(run).not.toHaveBeenCalled()
  await runIn(frame, 'look')
  expect(run).toHaveBeenCalledOnce()
})

test('invalid arguments reach only the handler that wants them', async () => {
  const { chat, connect } = await openStage()
  const run = vi.fn<() => unknown>()
  chat.tool('look', { ...look(run), onInvalid: (args, issues) => ({ args, issues }) })
  const { channel } = await connect()
  const issues = [{ path: ['id'], message: 'is missing' }]

  await expect(
    channel.call('runTool', { name: 'look', callId: 'c', args: { a: 1 }, issues }),
  ).resolves.toEqual({ output: { args: { a: 1 }, issues } })
  expect(run).not.toHaveBeenCalled()
})

test('a tool is aborted when the frame gives up, and when the frame goes away (8.35)', async () => {
  const { chat, connect, loadFrame } = await openStage()
  const signals: AbortSignal[] = []
  chat.tool(
    'wait',
    look((_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    }),
  )
  const frame = await connect({ nonce: 'one' })
  const controller = new AbortController()
  const first = frame.channel.call(
    'runTool',
    { name: 'wait', callId: '1', args: {} },
    { signal: controller.signal },
  )
  runIn(frame, 'wait', {}, '2').catch(() => {})
  await vi.waitFor(() => expect(signals).toHaveLength(2))

  controller.abort(new Error('Stopped'))
  await expect(first).rejects.toThrow('Stopped')
  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
  expect(signals[1]?.aborted).toBe(false)
  await loadFrame({ nonce: 'two' })

  expect(signals[1]?.aborted).toBe(true)
  for (const { reason } of signals) {
    expect(reason).toMatchObject({ code: 'interrupted', message: 'Tool execution aborted' })
  }
})

test('a tool asks the person through the frame', async () => {
  const { chat, connect } = await openStage()
  const questions: unknown[] = []
  chat.tool(
    'ask',
    look(async (_, { human }) => ({ said: await human({ question: 'Sure?' }) })),
  )
  const frame = await connect({
    askHuman(question) {
      questions.push(question)
      return 'yes'
    },
  })

  expect(await runIn(frame, 'ask')).toEqual({ output: { said: 'yes' } })
  expect(questions).toEqual([{ callId: 'call-1', payload: { question: 'Sure?' } }])
})

test('a result that is larger than a message is an error', async () => {
  const { chat, connect } = await openStage()
  chat.tool(
    'large',
    look(({ count }) => 'x'.repeat(Number(count))),
  )
  const frame = await connect()
  const overhead = JSON.stringify({ k: 'ok', i: 1, d: { output: '' } }).length

  await expect(runIn(frame, 'large', { count: 65_536 - overhead })).resolves.toMatchObject({})
  await expect(runIn(frame, 'large', { count: 65_537 - overhead })).rejects.toMatchObject({
    code: 'too_large',
  })
})

test('an invalid tool is reported once and left out', async () => {
  const { chat, connect } = await openStage()
  const told: string[] = []
  chat.on('error', ({ code, message }) => told.push(`${code} ${message}`))
  chat.tool('two words', look())
  chat.tool('nothing', { parameters: {} } as never)
  chat.tool('right', look())

  const frame = await connect()
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['right']))
  chat.tool('more', look())
  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['right', 'more']))

  expect(told).toEqual([
    expect.stringMatching(/^config_invalid tool two words: expected a name/),
    expect.stringMatching(/^config_invalid tool nothing: expected a description/),
  ])
})

test('the thirty-third tool is left out until there is room', async () => {
  const { chat, connect } = await openStage()
  const told: string[] = []
  chat.on('error', ({ message }) => told.push(message))
  const removers = Array.from({ length: 32 }, (_, index) => chat.tool(`tool-${index}`, look()))
  const frame = await connect()
  await vi.waitFor(() => expect(namesOf(frame)).toHaveLength(32))
  expect(told).toEqual([])

  chat.tool('one-more', look())
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('at most 32 tools')]))
  removers[0]!()

  await vi.waitFor(() => expect(namesOf(frame)).toContain('one-more'))
  expect(namesOf(frame)).toHaveLength(32)
  expect(told).toHaveLength(1)
})

test('all tools together have to fit into one message', async () => {
  const { chat, connect } = await openStage()
  const frame = await connect()
  const large = { ...look(), parameters: { title: 'x'.repeat(16_000) } }
  for (const name of ['one', 'two', 'three', 'four']) chat.tool(name, large)

  await vi.waitFor(() => expect(namesOf(frame)).toEqual(['one', 'two', 'three']))
})

test('after destroy a tool cannot be given any more', async () => {
  const { chat } = await openStage()

  chat.destroy()

  expect(() => chat.tool('look', look())).toThrow(expect.objectContaining({ code: 'destroyed' }))
})

test('without the code for its tools there is a chat all the same, and one word about it', async () => {
  const panel = await import('./panel/main.ts')
  const asked = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('No such file')))
  const stage = createStage({}, async () => ({
    ...panel,
    startChat: (page) => panel.startChat(page, asked),
  }))
  const { chat } = stage
  chats.push(chat)
  const heard = vi.fn<() => void>()
  chat.on('error', heard)
  chat.tool('look', look())
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())

  const opened = chat.open()
  const { setups } = await stage.loadFrame()
  await opened

  // Without their description, the frame gets no tools of the page.
  expect(setups[0]?.tools).toBeUndefined()
  expect(asked).toHaveBeenCalledOnce()
  expect(heard).toHaveBeenCalledOnce()
})
