// @vitest-environment node
import { expect, test } from 'vitest'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld } from './session.test-support.ts'
import {
  ask,
  call,
  CALLS,
  createToolWorld,
  output,
  partsOf,
  statusOf,
} from './tool-world.test-support.ts'

test('runs a tool of the page and goes on with the same message (7.48)', async () => {
  const world = createToolWorld({ look: () => 'here' })
  await ask(world, ...words('Let me look. '), call('look'))

  expect(world.cloud.chats[1]?.body).toMatchObject({
    id: 'thread_1',
    trigger: 'submit-message',
    messages: [
      {
        id: 'msg_a',
        role: 'assistant',
        parts: [
          { type: 'tool-look', toolCallId: 'call_1', state: 'output-available', output: 'here' },
        ],
      },
    ],
    tools: { look: { parameters: { type: 'object' } } },
  })
  expect(partsOf(world)?.[1]).toMatchObject({ state: 'output-available', result: 'here' })
  expect(world.isRunning).toBe(true)

  await world.cloud.chats[1]?.send(
    start('msg_a', 'msg_u'),
    output('here'),
    { type: 'start-step' },
    { type: 'text-start', id: 't2' },
    { type: 'text-delta', id: 't2', delta: 'It is here.' },
    FINISH,
  )
  await world.settle()

  expect(world.path).toHaveLength(2)
  expect(partsOf(world)).toMatchObject([
    { type: 'text', text: 'Let me look. ' },
    { type: 'tool-call', result: 'here' },
    { type: 'text', text: 'It is here.' },
  ])
  expect(statusOf(world)).toEqual({ type: 'complete', reason: 'stop' })
  expect(world.isRunning).toBe(false)
})

test('is running without a pause from the question to the last word (3.19)', async () => {
  const gate = Promise.withResolvers<string>()
  const world = createToolWorld({ look: () => gate.promise })
  await ask(world, call('look'))
  expect(world.isRunning).toBe(true)
  expect(world.cloud.chats).toHaveLength(1)

  gate.resolve('here')
  await world.settle()
  await world.cloud.chats[1]?.send(start('msg_a', 'msg_u'), output('here'), FINISH)
  await world.settle()

  const told = world.changes.flatMap((change) => (change.type === 'run' ? [change.isRunning] : []))
  expect(told).toEqual([true, false])
})

test('is not running while a person is asked, and goes on with the answer', async () => {
  const world = createToolWorld({})
  await ask(world, call('ask', 'call_1', { question: 'Size?' }))

  expect(world.isRunning).toBe(false)
  expect(world.requests).toMatchObject([{ toolCallId: 'call_1', payload: { question: 'Size?' } }])
  expect(world.cloud.chats).toHaveLength(1)

  world.session.answerTool('call_1', { type: 'human', value: 'M' })
  await world.settle()

  expect(world.isRunning).toBe(true)
  expect(world.requests).toEqual([])
  expect(world.cloud.chats[1]?.body.messages[0]?.parts).toMatchObject([{ output: 'M' }])
})

test('sends an approval, and shows what the server makes of it', async () => {
  const world = createToolWorld({})
  await ask(world, call('refund'), {
    type: 'tool-approval-request',
    approvalId: 'ok_1',
    toolCallId: 'call_1',
  })
  expect(statusOf(world)?.type).toBe('requires-action')

  world.session.answerTool('call_1', { type: 'approval', isApproved: false, reason: 'No.' })
  await world.settle()

  expect(world.cloud.chats[1]?.body.messages[0]?.parts).toEqual([
    {
      type: 'tool-refund',
      toolCallId: 'call_1',
      input: {},
      state: 'approval-responded',
      approval: { id: 'ok_1', approved: false, reason: 'No.' },
    },
  ])
  await world.cloud.chats[1]?.send(
    start('msg_a', 'msg_u'),
    { type: 'tool-output-denied', toolCallId: 'call_1' },
    ...words('Then not.'),
    FINISH,
  )
  await world.settle()
  expect(partsOf(world)).toMatchObject([{ state: 'output-denied' }, { text: 'Then not.' }])
  expect(statusOf(world)?.type).toBe('complete')
})

test('waits again when the server says that something still waits', async () => {
  const world = createToolWorld({})
  await ask(world, call('ask', 'call_1'), call('ask', 'call_2'))
  world.session.answerTool('call_1', { type: 'human', value: 'One' })
  await world.settle()
  await world.cloud.chats[1]?.send(start('msg_a', 'msg_u'), output('One'), CALLS)
  await world.settle()
  expect(statusOf(world)?.type).toBe('requires-action')
  expect(world.isRunning).toBe(false)

  world.session.answerTool('call_2', { type: 'human', value: 'Two' })
  await world.settle()

  expect(world.cloud.chats[2]?.body.messages[0]?.parts).toMatchObject([{ toolCallId: 'call_2' }])
})

test('what could not be sent goes out with a retry; the tool does not run twice', async () => {
  let runs = 0
  const world = createToolWorld({ look: () => `run ${(runs += 1)}` })
  await ask(world, call('look'))
  await world.cloud.chats[1]?.refuse(new AlcoveError('offline', 'No.'))
  await world.settle()
  expect(statusOf(world)).toMatchObject({ type: 'incomplete', error: { code: 'offline' } })
  expect(world.isRunning).toBe(false)

  world.session.retry(world.path[1]?.id ?? '')
  await world.settle()

  expect(world.cloud.chats[2]?.body.messages).toEqual(world.cloud.chats[1]?.body.messages)
  expect(runs).toBe(1)
  await world.cloud.chats[2]?.send(
    start('msg_a', 'msg_u'),
    output('run 1'),
    ...words('Yes'),
    FINISH,
  )
  await world.settle()
  expect(statusOf(world)?.type).toBe('complete')
})

test.each(['conflict', 'run_active'] as const)(
  'where somebody else decided first (%s), it shows what came of it',
  async (code) => {
    const world = createToolWorld({})
    await ask(world, call('ask'))
    const done = {
      ...waitingRow,
      parentId: 'msg_u',
      content: {
        role: 'assistant',
        content: [{ type: 'text', text: 'It is M.' }],
        metadata: {},
        status: { type: 'complete', reason: 'stop' },
      },
    }
    world.cloud.pages.set(null, { rows: [done, userRow], unreadable: [], next: null })

    world.session.answerTool('call_1', { type: 'human', value: 'L' })
    await world.settle()
    await world.cloud.chats[1]?.refuse(new AlcoveError(code, 'Too late.'))
    await world.settle()

    expect(world.lines).toEqual(['user: Where?', 'assistant: It is M.'])
    expect(world.failures).toEqual([])
    expect(world.isRunning).toBe(false)
    expect(world.requests).toEqual([])
    expect(world.history).toBe('ready')
  },
)

test('what somebody else decided is not sent again once the stored answer is shown', async () => {
  const world = createToolWorld({})
  await ask(world, call('ask'))
  world.session.answerTool('call_1', { type: 'human', value: 'M' })
  await world.settle()
  const rows = [{ ...waitingRow, parentId: 'msg_u' }, userRow]
  world.cloud.pages.set(null, new AlcoveError('unavailable', 'No.'))
  await world.cloud.chats[1]?.refuse(new AlcoveError('conflict', 'Decided already.'))
  await world.settle()
  expect(world.history).toBe('ready')
  // The page failed to load, and can be requested again in the same way.
  world.session.retry(world.path[1]?.id ?? '')
  await world.settle()
  expect(world.cloud.chats[2]?.body.messages[0]?.parts).toMatchObject([{ output: 'M' }])

  world.cloud.pages.set(null, { rows, unreadable: [], next: null })
  await world.cloud.chats[2]?.refuse(new AlcoveError('conflict', 'Decided already.'))
  await world.settle()
  world.session.retry(world.path[1]?.id ?? '')
  await world.settle()

  expect(world.cloud.chats[3]?.body.trigger).toBe('regenerate-message')
})

test('an older message that is tried again ends what a tool asks, as a new one does', async () => {
  const world = createToolWorld({ look: (_, { human }) => human('Which?') })
  world.session.send({ text: 'Unsent' })
  const [unsent] = world.path
  await world.cloud.chats[0]?.refuse(new AlcoveError('offline', 'No.'))
  await ask(world, call('look'))
  expect(world.requests).toMatchObject([{ payload: 'Which?' }])

  world.session.retry(unsent?.id ?? '')
  await world.settle()

  expect(world.requests).toEqual([])
  expect(world.cloud.chats.at(-1)?.body.messages.at(-1)?.id).toBe(unsent?.id)
})

test('the next message ends the tools of the one before', async () => {
  const world = createToolWorld({ look: (_, { human }) => human('Which?') })
  await ask(world, call('look'))
  expect(world.isRunning).toBe(false)
  expect(world.requests).toMatchObject([{ payload: 'Which?' }])

  expect(world.session.send({ text: 'Never mind' })).toBe(true)
  await world.settle()

  expect(world.requests).toEqual([])
  expect(world.cloud.chats).toHaveLength(2)
  expect(world.cloud.chats[1]?.body.messages.at(-1)?.role).toBe('user')
})

const waitingRow = {
  id: 'msg_a',
  externalId: null,
  parentId: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'look', args: {} }],
    metadata: {},
    status: { type: 'requires-action', reason: 'tool-calls' },
  },
}
const userRow = {
  ...waitingRow,
  id: 'msg_u',
  content: { role: 'user', content: [{ type: 'text', text: 'Where?' }], metadata: {} },
}

test('a loaded call runs only when a person says so', async () => {
  let runs = 0
  const world = createToolWorld({ look: () => (runs += 1) }, { threadId: 'thread_1', isNew: false })
  const rows = [{ ...waitingRow, parentId: 'msg_u' }, userRow]
  world.cloud.pages.set(null, { rows, unreadable: [], next: null })
  await world.session.load()
  await world.settle()
  expect(runs).toBe(0)
  expect(world.isRunning).toBe(false)

  world.session.answerTool('call_1', { type: 'run' })
  await world.settle()

  expect(runs).toBe(1)
  expect(world.cloud.chats[0]?.body.messages).toMatchObject([
    { id: 'msg_a', parts: [{ toolCallId: 'call_1', output: 1 }] },
  ])
})

test('says so where nothing runs tools (8.28)', () => {
  const world = createSessionWorld()

  world.session.answerTool('call_1', { type: 'skip' })

  expect(world.failures).toMatchObject([
    { during: 'tool', error: { message: THREAD_TEXTS.unsupportedToolResults } },
  ])
})
