import { expect, test, vi } from 'vitest'
import { ARGUMENTS_DIFFER_TEXT } from '../../shared/thread/settle-args.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { BackendTool } from './backend-tool.ts'
import { call, connectMock as connect, finish, type ProviderPart } from './testing/connect-mock.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const parameters = { type: 'object' } as const

/** The outcome of one step with these parts of the model, with one server-side tool. */
async function answerTo(parts: readonly ProviderPart[], change: Partial<BackendTool> = {}) {
  const execute = vi.fn<BackendTool['execute']>(() => 'paid')
  const refund: BackendTool = { name: 'refund', parameters, execute, ...change }
  const { ask, provider } = connect([[...parts, finish('tool-calls')]])
  const { message, chunks } = await ask({
    backend: { tools: [refund], caller, argsBytes: 1_000, resultBytes: 1_000 },
    tools: [{ name: 'pick', parameters }],
  })
  return {
    ran: execute.mock.calls.map(([args]) => args),
    call: callOf(message),
    message,
    asked: chunks.filter(({ type }) => type === 'tool-approval-request').length,
    /** The end of the prompt of the next model call. */
    prompt: provider.doStreamCalls[1]?.prompt.slice(-2).map(({ content }) => content),
  }
}

const callOf = ({ content }: Message) => content.find((part) => part.type === 'tool-call')

/** A call whose text streams, and which then comes whole with other arguments, or under another name. */
const streamed = (name: string, text: string, value: string, said = name): ProviderPart[] => [
  ...call(name, text).slice(0, 3),
  { type: 'tool-call', toolCallId: 'c1', toolName: said, input: value },
]
const again = (toolName: string, input: string): ProviderPart => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName,
  input,
})
const WRONG = { state: 'output-error', isError: true, result: { error: ARGUMENTS_DIFFER_TEXT } }
const TOLD = expect.arrayContaining([
  [expect.objectContaining({ output: { type: 'error-text', value: ARGUMENTS_DIFFER_TEXT } })],
])

test.each<[string, readonly ProviderPart[]]>([
  ['streamed others', streamed('refund', '{"n":1}', '{"n":99}')],
  ['was announced as another tool', streamed('pick', '{"n":1}', '{"n":1}', 'refund')],
  ['comes twice with others', [...call('refund', '{"n":1}'), again('refund', '{"n":99}')]],
  ['comes twice for other tools', [...call('refund', '{"n":1}'), again('pick', '{"n":1}')]],
  ['comes twice, then unreadable', [...call('refund', '{"n":1}'), again('refund', '{"n":')]],
])('a call of the server’s that %s never runs, and the model is told (5.23)', async (_, parts) => {
  for (const needsApproval of [false, true]) {
    const { ran, call: seen, prompt, message } = await answerTo(parts, { needsApproval })

    expect(ran).toEqual([])
    expect(seen).toMatchObject(WRONG)
    expect(prompt).toEqual(TOLD)
    // The model continues: no call waits for a person.
    expect(message.status).toEqual({ type: 'complete', reason: 'stop' })
  }
})

test('asks nobody about a call whose streamed arguments were others', async () => {
  const parts = streamed('refund', '{"n":1}', '{"n":99}')

  expect((await answerTo(parts, { needsApproval: true })).asked).toBe(0)
  const same = streamed('refund', '{"n":99}', '{ "n": 99.0 }')
  expect(await answerTo(same, { needsApproval: true })).toMatchObject({
    asked: 1,
    call: { state: 'approval-requested', args: { n: 99 } },
  })
})

test.each([
  ['streamed others', streamed('pick', '{"n":1}', '{"n":99}')],
  ['comes twice with others', [...call('pick', '{"n":1}'), again('pick', '{"n":99}')]],
])('a call of the page’s that %s waits for no browser', async (_, parts) => {
  const { call: seen, prompt } = await answerTo(parts)

  expect(seen).toMatchObject(WRONG)
  expect(prompt).toEqual(TOLD)
  expect((await answerTo(call('pick', '{"n":1}'))).call?.state).toBe('input-available')
})

test.each([
  ['was cut', '{"n":1', '{"n":99}'],
  ['never came', '', '{"n":99}'],
  ['says the same', '{"n":99.0}', ' { "n" : 99 }'],
])('runs with the whole arguments where the streamed text %s', async (_, text, value) => {
  const { ran, call: seen, prompt } = await answerTo(streamed('refund', text, value))

  expect(ran).toEqual([{ n: 99 }])
  expect(seen).toMatchObject({ args: { n: 99 }, result: 'paid' })
  expect(JSON.stringify(prompt)).toContain('"input":{"n":99}')
})

test('runs a call once that comes twice and says the same', async () => {
  const {
    ran,
    call: seen,
    prompt,
  } = await answerTo([...call('refund', '{"n":1,"m":2}'), again('refund', '{"m":2,"n":1}')])

  expect(ran).toEqual([{ n: 1, m: 2 }])
  expect(seen).toMatchObject({ result: 'paid' })
  expect(prompt?.[0]).toHaveLength(1)
})

test('keeps what a provider gave that ran its call by itself, whatever streamed', async () => {
  const ran = { toolCallId: 'c1', toolName: 'search', dynamic: true } as const
  const { call: seen } = await answerTo([
    ...call('search', '{"q":"a"}').slice(0, 3),
    { type: 'tool-call', ...ran, input: '{"q":"b"}', providerExecuted: true },
    { type: 'tool-result', ...ran, result: { hits: 2 } },
  ])

  expect(seen).toMatchObject({ state: 'output-available', args: { q: 'b' }, result: { hits: 2 } })
})
