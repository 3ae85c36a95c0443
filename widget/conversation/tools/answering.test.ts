import { expect, test, vi } from 'vitest'
import type { Interrupt } from '../../../shared/thread/interrupt.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { answerOf, call, createWorld, runTool, WAITING } from './tool-runner.test-support.ts'

const notWaiting = (id: string) => `Tool call ${id} is not waiting for human input`

test('a tool asks the person, waits for the answer without a limit, and goes on with it (4.27)', async () => {
  const { run, runner, requests, outcomes, busy, clock } = createWorld({
    look: runTool(async (_, { human }) => ({ said: await human({ question: 'Which?' }) })),
  })

  await run(call())
  expect(requests).toEqual([
    [
      {
        kind: 'input',
        toolCallId: 'call-1',
        toolName: 'look',
        payload: { question: 'Which?' },
      },
    ],
  ])
  expect({ busy, isBusy: runner.isBusy }).toEqual({ busy: [true, false], isBusy: false })
  await clock.advance(3_600_000)
  runner.answer('call-1', { type: 'human', value: 'the red one' })
  await settle()

  expect(outcomes()).toMatchObject([{ type: 'output', output: { said: 'the red one' } }])
  expect(requests.at(-1)).toEqual([])
})

test('a newer question takes the place of the older one, which rejects (4.28, 8.34)', async () => {
  const rejected: unknown[] = []
  const { run, runner, requests, outcomes } = createWorld({
    look: runTool(async (_, { human }) => {
      human('first').catch((error: unknown) => rejected.push((error as Error).message))
      return human('second')
    }),
  })

  await run(call())
  expect(rejected).toEqual(['Human input request was superseded by a new request'])
  expect(requests.at(-1)).toMatchObject([{ payload: 'second' }])
  runner.answer('call-1', { type: 'human', value: 2 })
  await settle()

  expect(outcomes()).toMatchObject([{ output: 2 }])
})

test('stopping ends what a tool asks (8.35)', async () => {
  const rejected: unknown[] = []
  const { run, runner, requests, outcomes } = createWorld({
    look: runTool((_, { human }) =>
      human('first').catch((error: unknown) => rejected.push((error as Error).message)),
    ),
  })
  await run(call())

  runner.abort()
  await settle()

  expect(rejected).toEqual(['Tool execution aborted'])
  expect(outcomes()).toMatchObject([{ type: 'error', errorText: 'Tool execution aborted' }])
  expect(requests.at(-1)).toEqual([])
})

test('others are told of while one call waits for a person', async () => {
  const { run, told } = createWorld({
    look: runTool(() => 'seen'),
    ask: runTool((_, { human }) => human('?')),
  })

  await run(call(), call({ toolCallId: 'call-2', toolName: 'ask' }))

  expect(told).toMatchObject([['answer-1', [{ toolCallId: 'call-1', output: 'seen' }]]])
  expect(told[0]?.[1]).toHaveLength(1)
})

test('a call that is itself a question survives a reload (B03)', async () => {
  const { runner, requests, outcomes } = createWorld({
    choose: { type: 'human', parameters: {} },
  })

  await runner.settle(answerOf([call({ toolName: 'choose', args: { from: ['a', 'b'] } })], WAITING))
  expect(requests.at(-1)).toEqual([
    {
      kind: 'input',
      toolCallId: 'call-1',
      toolName: 'choose',
      payload: { from: ['a', 'b'] },
    },
  ])
  runner.answer('call-1', { type: 'human', value: 'b' })

  expect(outcomes()).toEqual([
    {
      toolCallId: 'call-1',
      toolName: 'choose',
      args: { from: ['a', 'b'] },
      type: 'output',
      output: 'b',
    },
  ])
  expect(requests.at(-1)).toEqual([])
})

test('a tool that asks first runs when it is allowed, with its arguments shown', async () => {
  const execute = vi.fn<() => unknown>(() => 'done')
  const { run, runner, requests, outcomes } = createWorld({
    look: runTool(execute, { approval: 'ask' }),
  })

  await run(call())
  expect(execute).not.toHaveBeenCalled()
  expect(requests).toEqual([
    [{ kind: 'approval', toolCallId: 'call-1', toolName: 'look', payload: { id: 1 } }],
  ])
  runner.answer('call-1', { type: 'approval', isApproved: true })
  await settle()

  expect(execute).toHaveBeenCalledOnce()
  expect(outcomes()).toMatchObject([{ type: 'output', output: 'done' }])
  expect(requests.at(-1)).toEqual([])
})

test.each([
  [undefined, 'The person did not allow it.'],
  ['Too dear', 'The person did not allow it. Too dear'],
])('denied with the reason %s, it does not run', async (reason, errorText) => {
  const execute = vi.fn<() => unknown>()
  const { run, runner, outcomes } = createWorld({ look: runTool(execute, { approval: 'ask' }) })
  await run(call())

  runner.answer('call-1', {
    type: 'approval',
    isApproved: false,
    ...(reason === undefined ? {} : { reason }),
  })

  expect(execute).not.toHaveBeenCalled()
  expect(outcomes()).toMatchObject([{ type: 'error', errorText }])
})

test.each([
  ['allowed', 'ask', { type: 'approval', isApproved: true }],
  ['run again', 'never', { type: 'run' }],
] as const)('nobody has %s what they were not shown', async (_, approval, answer) => {
  const execute = vi.fn<() => unknown>(() => 'done')
  const { runner, failures } = createWorld({ look: runTool(execute, { approval }) })
  // A row that was loaded meanwhile has other arguments.
  await runner.settle(answerOf([call({ args: { id: 1 } })], WAITING))
  await runner.settle(answerOf([call({ args: { id: 99 } })], WAITING))

  runner.answer('call-1', { ...answer, args: { id: 1 } })
  await settle()
  expect(execute).not.toHaveBeenCalled()
  expect(failures).toEqual([notWaiting('call-1')])

  runner.answer('call-1', { ...answer, args: { id: 99 } })
  await settle()
  expect(execute).toHaveBeenCalledExactlyOnceWith({ id: 99 }, expect.anything())
})

test('an allowed run is reported with its arguments, also if a row has others meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { run, runner, outcomes } = createWorld({
    look: runTool(() => promise, { approval: 'ask' }),
  })
  await run(call({ args: { id: 1 } }))
  runner.answer('call-1', { type: 'approval', isApproved: true, args: { id: 1 } })
  await settle()

  void runner.settle(answerOf([call({ args: { id: 99 } })], WAITING))
  resolve('done')
  await settle()

  expect(outcomes()).toMatchObject([{ type: 'output', output: 'done', args: { id: 1 } }])
})

const asked: Partial<ToolCallPart> = {
  state: 'approval-requested',
  approval: { id: 'approval-1' },
}

test.each([true, false])('allowing a tool of the server (%s) is told, once', async (isApproved) => {
  const { runner, outcomes, told, failures } = createWorld()
  await runner.settle(answerOf([call(asked)], WAITING))

  runner.answer('call-1', { type: 'approval', isApproved, reason: 'Because' })
  runner.answer('call-1', { type: 'approval', isApproved: !isApproved })

  expect(outcomes()).toEqual([
    {
      toolCallId: 'call-1',
      toolName: 'look',
      args: { id: 1 },
      type: 'approval',
      approvalId: 'approval-1',
      isApproved,
      reason: 'Because',
    },
  ])
  expect(told).toHaveLength(1)
  expect(failures).toEqual([notWaiting('call-1')])
})

const interrupt = (behavior: Interrupt['behavior']): Interrupt => ({
  code: 'TokenVaultError',
  kind: 'token-vault',
  flow: 'token-vault',
  message: 'Authorization required',
  behavior,
  toolCall: { id: 'call-1', name: 'look' },
})

test('an interrupt resumes the call or makes the answer again, as it says (4.30)', async () => {
  const { runner, told, reloaded } = createWorld()

  await runner.settle(answerOf([call({ interrupt: interrupt('resume') })], WAITING, 'a'))
  runner.answer('call-1', { type: 'interrupt' })
  expect(told).toEqual([
    ['a', [{ toolCallId: 'call-1', toolName: 'look', args: { id: 1 }, type: 'interrupt' }]],
  ])
  const failed = { type: 'incomplete', reason: 'error' } as const
  await runner.settle(answerOf([call({ interrupt: interrupt('reload') })], failed, 'b'))
  runner.answer('call-1', { type: 'interrupt' })

  expect(reloaded).toEqual(['b'])
  expect(told).toHaveLength(1)
})

test('a call that an interrupt holds does not run in this browser', async () => {
  const execute = vi.fn<() => unknown>()
  const { run, told } = createWorld({ look: runTool(execute) })

  await run(call({ interrupt: interrupt('resume') }))

  expect(execute).not.toHaveBeenCalled()
  expect(told).toEqual([])
})

test('a step that is skipped fails with a text, and a running tool stops', async () => {
  const signals: AbortSignal[] = []
  const { run, runner, outcomes } = createWorld({
    look: runTool((_, { signal, human }) => {
      signals.push(signal)
      return human('?')
    }),
  })
  await run(call(), call({ toolCallId: 'call-2', toolName: 'nobody' }))

  runner.answer('call-1', { type: 'skip' })
  await runner.settle(answerOf([call({ toolCallId: 'call-2', toolName: 'nobody' })], WAITING))
  expect(signals[0]?.aborted).toBe(true)
  expect(outcomes()).toMatchObject([{ type: 'error', errorText: 'User skipped this step.' }])
  runner.answer('call-2', { type: 'skip' })

  expect(outcomes()).toEqual([
    {
      toolCallId: 'call-2',
      toolName: 'nobody',
      args: { id: 1 },
      type: 'error',
      errorText: 'User skipped this step.',
    },
  ])
})

test('skipping a tool of the server that asks is a no', async () => {
  const { runner, outcomes } = createWorld()
  await runner.settle(answerOf([call(asked)], WAITING))

  runner.answer('call-1', { type: 'skip' })

  expect(outcomes()).toMatchObject([
    { type: 'approval', isApproved: false, reason: 'User skipped this step.' },
  ])
})

test.each([
  [{ type: 'human', value: 1 }],
  [{ type: 'approval', isApproved: true }],
  [{ type: 'interrupt' }],
  [{ type: 'run' }],
  [{ type: 'skip' }],
] as const)(
  '%j for a call that does not wait is a failure, and nothing throws (8.33)',
  async (answer) => {
    const { run, runner, told, failures } = createWorld()
    await run(call({ state: 'output-available', result: 1 }))

    runner.answer('call-1', answer)
    runner.answer('nobody', answer)

    expect(failures).toEqual([notWaiting('call-1'), notWaiting('nobody')])
    expect(told).toEqual([])
  },
)

test('questions are reported only when they change', async () => {
  const { runner, requests, registry } = createWorld({ choose: { type: 'human', parameters: {} } })
  const waiting = answerOf([call({ toolName: 'choose', args: {} })], WAITING)
  const sameAgain = answerOf([call({ toolName: 'choose', args: {} })], WAITING)

  await runner.settle(waiting)
  await runner.settle(sameAgain)
  registry.register('other', { type: 'human', parameters: {} })

  expect(requests).toHaveLength(1)
})
