// @vitest-environment node
import { expect, test } from 'vitest'
import { settle } from '../../api/manual-clock.test-support.ts'
import { createAssistantTransport, toPrompt } from './assistant-transport.ts'
import { createFakeCloud } from '../fake-cloud.test-support.ts'
import { createSessionWorld } from '../session.test-support.ts'

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`
const END = line('d', { finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } })

/** A thread with an assistant's answers, which the test controls. */
function createRunWorld() {
  const cloud = createFakeCloud()
  const transport = createAssistantTransport('shop', cloud)
  const world = createSessionWorld({
    cloud,
    transport,
    threadId: 'thread_1',
    readContext: () => ({ system: 'Be kind.', callSettings: { temperature: 0 }, tools: {} }),
  })
  return { cloud, world }
}

async function run(world: { settle(): Promise<void> }) {
  await import('./assistant-transport.ts')
  await import('../history-keeper.ts')
  await world.settle()
  await settle()
}

test('asks an assistant and folds its data stream; the frame saves the turn (7.26)', async () => {
  const { cloud, world } = createRunWorld()
  world.session.send({ text: 'Hello', runConfig: { mode: 'fast' } })
  await run(world)
  const [call] = cloud.to('streamRun')
  expect(call?.args[0]).toEqual({
    assistantId: 'shop',
    threadId: 'thread_1',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    settings: {
      system: 'Be kind.',
      temperature: 0,
      tools: {},
      unstable_assistantMessageId: world.path[1]?.id,
      runConfig: { mode: 'fast' },
    },
  })

  const text = line('0', 'It is ') + line('0', 'here.') + END
  await call?.answer({ protocol: 'data-stream', body: new Blob([text]).stream() })
  await run(world)

  expect(world.lines).toEqual(['user: Hello', 'assistant: It is here.'])
  expect(world.path[1]?.status).toEqual({ type: 'complete', reason: 'stop' })
  expect(cloud.to('createMessage')[0]?.args[0]).toBe('thread_1')
})

test('reads UI messages where the server answers with those', async () => {
  const { cloud, world } = createRunWorld()
  world.session.send({ text: 'Hello' })
  await run(world)

  const events = [
    { type: 'text-delta', id: 't', delta: 'Hi' },
    { type: 'finish', finishReason: 'stop' },
  ]
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  await cloud
    .to('streamRun')[0]
    ?.answer({ protocol: 'ui-message-stream', body: new Blob([text]).stream() })
  await run(world)

  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

test('marks an answer with the stream’s error, and one whose stream was cut', async () => {
  const { cloud, world } = createRunWorld()
  world.session.send({ text: 'Hello' })
  await run(world)
  const failed = line('0', 'Half') + line('3', 'Busy.')
  await cloud
    .to('streamRun')[0]
    ?.answer({ protocol: 'data-stream', body: new Blob([failed]).stream() })
  await run(world)
  expect(world.lines[1]).toBe('assistant: Half')
  expect(world.path[1]?.status).toMatchObject({ reason: 'error', error: 'Busy.' })

  world.session.retry(world.path[1]?.id ?? '')
  await run(world)
  const cut = `${line('0', 'Half')}0:"and`
  await cloud
    .to('streamRun')[1]
    ?.answer({ protocol: 'data-stream', body: new Blob([cut]).stream() })
  await run(world)

  expect(world.lines[1]).toBe('assistant: Half')
  expect(world.path[1]?.status).toMatchObject({ error: { code: 'interrupted' } })
})

test('writes the results of tools in messages of their own, step by step', () => {
  const part = {
    type: 'tool-call',
    toolCallId: 'c',
    toolName: 'look',
    argsText: '{}',
    args: {},
  } as const
  const base = { createdAt: '', metadata: { custom: {} } }

  const prompt = toPrompt([
    { ...base, id: 'u', role: 'user', content: [{ type: 'text', text: 'Where?' }] },
    {
      ...base,
      id: 'a',
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Let me look.' },
        { ...part, state: 'output-available', result: { at: 'home' } },
        {
          ...part,
          toolCallId: 'd',
          state: 'output-error',
          result: { error: 'No.' },
          isError: true,
        },
        { ...part, toolCallId: 'e', state: 'input-available' },
        { type: 'text', text: 'At home.' },
      ],
    },
  ])

  const call = { type: 'tool-call', toolName: 'look', input: {} }
  const result = { type: 'tool-result', toolName: 'look' }
  expect(prompt).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Where?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { ...call, toolCallId: 'c' },
        { ...call, toolCallId: 'd' },
      ],
    },
    {
      role: 'tool',
      content: [
        { ...result, toolCallId: 'c', output: { type: 'json', value: { at: 'home' } } },
        { ...result, toolCallId: 'd', output: { type: 'error-text', value: 'No.' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'At home.' }] },
  ])
})
