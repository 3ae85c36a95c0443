import { expect, test } from 'vitest'
import { JSON_DEPTH_LIMIT } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { BackendTool } from './backend-tool.ts'
import { createCallIds } from './tool-set.ts'
import { createInterrupt } from './interrupt.ts'
import { resumeCalls } from './run-calls.ts'
import { call, connectMock as connect, finish, say } from './testing/connect-mock.ts'

test('keeps an id as long as it is new, and within its step', () => {
  const ids = createCallIds()
  ids.startStep()

  expect([ids.of('call_1'), ids.of('call_2'), ids.of('call_1')]).toEqual([
    'call_1',
    'call_2',
    'call_1',
  ])
})

test('gives a call of a later step a name of its own', () => {
  const ids = createCallIds()
  ids.startStep()
  ids.of('call_1')
  ids.startStep()
  const second = ids.of('call_1')
  ids.startStep()
  const third = ids.of('call_1')

  expect(new Set(['call_1', second, third]).size).toBe(3)
  expect(ids.of('call_1')).toBe(third)
})

test('no made-up name meets a given one', () => {
  const ids = createCallIds()
  ids.startStep()
  const first = [ids.of('call_1'), ids.of('call_1-2')]
  ids.startStep()

  expect(first).not.toContain(ids.of('call_1'))
})

const stock = (execute: BackendTool['execute'] = () => null): BackendTool => ({
  name: 'stock',
  parameters: { type: 'object' },
  execute,
})
const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const backendOf = (...tools: BackendTool[]) => ({
  backend: { tools, caller, argsBytes: 1_000, resultBytes: 1_000 },
})
const callStock = [...call('stock', '{"for":"cups"}'), finish('tool-calls')]

test('tells the tool an id that no other call has, also when the provider counts anew', async () => {
  const seen: unknown[] = []
  const tool = stock((_args, { toolCallId }) => {
    seen.push(toolCallId)
    return null
  })
  const own = backendOf(tool)

  const first = await connect([callStock, callStock, callStock]).ask({ ...own, answerId: 'msg_1' })
  await connect([callStock]).ask({ ...own, answerId: 'msg_2' })
  await connect([callStock]).ask(own)
  const going = { ...first.message, content: first.message.content.slice(0, 1) }
  await connect([callStock]).ask({ ...own, answerId: 'msg_1' }, undefined, going)

  expect(seen).toEqual([
    'msg_1.c1',
    'msg_1.c1-2',
    'msg_1.c1-3',
    'msg_2.c1',
    undefined,
    'msg_1.c1-1',
  ])
  expect(callsIn(first.message)).toEqual(['c1', 'c1-2', 'c1-3'])
})

const callsIn = ({ content }: Message) =>
  content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : []))

test('a call that was interrupted runs again under the same id', async () => {
  const seen: unknown[] = []
  const tool = stock((_args, { toolCallId }) => {
    seen.push(toolCallId)
    if (seen.length === 2) throw createInterrupt({ code: 'TokenVaultError' })
    return null
  })
  const answerId = 'msg_1'
  const { message } = await connect([callStock, callStock]).ask({ ...backendOf(tool), answerId })
  const waiting = message.content.filter((part) => part.type === 'tool-call').slice(-1)
  const { signal } = new AbortController()

  const setup = { ...backendOf(tool), answerId, signal, onFailure() {} }
  await Array.fromAsync(resumeCalls(waiting, setup))

  expect(seen).toEqual(['msg_1.c1', 'msg_1.c1-2', 'msg_1.c1-2'])
})

test('repeats no half character of a call to the provider (T67)', async () => {
  const cut = [...call('stock', '{"for":"a\\ud83d"}'), finish('tool-calls')]
  const wrong = [...call('nothing', '{"for":"b\\uD83D"}'), finish('tool-calls')]
  const { ask, provider } = connect([cut, wrong, say('Done.')])

  const { message } = await ask(backendOf(stock()))

  const prompt = JSON.stringify(provider.doStreamCalls[2]?.prompt)
  expect(prompt).toContain('a\ufffd')
  expect(prompt).toContain('b\ufffd')
  expect(prompt).not.toMatch(/\\ud83d/i)
  expect(message.content[0]).toMatchObject({ args: { for: 'a\ufffd' } })
})

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`

test.each(['stock', 'page'])(
  'requests no approval of a call of %s that is nested too deeply',
  async (name) => {
    const approved: BackendTool = {
      ...stock(),
      parameters: { type: 'object' },
      needsApproval: true,
    }
    const own = {
      ...backendOf(approved),
      tools: [{ name: 'page', parameters: { type: 'object' } }],
    }
    const run = async (levels: number) => {
      const { ask } = connect([
        [...call(name, nested(levels)), finish('tool-calls')],
        say('Sorry.'),
      ])
      return (await ask(own)).message
    }

    expect((await run(JSON_DEPTH_LIMIT)).status).toMatchObject({ type: 'requires-action' })
    const refused = await run(JSON_DEPTH_LIMIT + 1)
    expect(refused.status).toMatchObject({ type: 'complete' })
    expect(refused.content).toMatchObject([{ state: 'output-error' }, { text: 'Sorry.' }])
  },
)
