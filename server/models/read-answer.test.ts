import { expect, test } from 'vitest'
import type { BackendTool } from './backend-tool.ts'
import { call, connectMock, finish, say } from './testing/connect-mock.ts'

const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
const find: BackendTool = { name: 'find', parameters: { type: 'object' }, execute: () => 'found' }
const own = { backend: { tools: [find], caller, argsBytes: 1_000, resultBytes: 1_000 } }

const text = (...deltas: string[]) => [
  { type: 'text-start' as const, id: '0' },
  ...deltas.map((delta) => ({ type: 'text-delta' as const, id: '0', delta })),
  { type: 'text-end' as const, id: '0' },
]

test.each([
  ['in tags', ['<think>', 'I look. ', '</think>', '\n\n', 'One moment.']],
  ['before an end tag', ['I look. ', '</think>', '\n\n', 'One moment.']],
])('a thought %s is no word of the answer, nor of the next call', async (_, deltas) => {
  const { ask, provider } = connectMock([
    [...text(...deltas), ...call('find', '{}'), finish('tool-calls')],
    say('Done.'),
  ])

  const { message } = await ask(own)

  expect(message.content).toMatchObject([
    { type: 'reasoning', text: 'I look. ' },
    { type: 'text', text: 'One moment.' },
    { type: 'tool-call' },
    { type: 'text', text: 'Done.' },
  ])
  expect(provider.doStreamCalls[1]?.prompt.at(-2)).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'I look. ' },
      { type: 'text', text: 'One moment.' },
      { type: 'tool-call', toolName: 'find' },
    ],
  })
})
