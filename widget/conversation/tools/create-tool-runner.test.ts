import { expect, test, vi } from 'vitest'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { ARGUMENTS_DIFFER_TEXT } from '../../../shared/thread/settle-args.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import type { ToolContext } from './tool-registry.ts'
import {
  answerOf,
  call,
  createWorld,
  RUNNING,
  runTool,
  WAITING,
} from './tool-runner.test-support.ts'

const DONE = { type: 'complete', reason: 'stop' } as const

test('a tool runs once, while its answer still streams, and is told of when that has settled', async () => {
  const execute = vi.fn<(args: unknown) => unknown>(() => ({ found: true }))
  const { runner, told } = createWorld({ look: runTool(execute) })

  runner.observe(answerOf([call({ state: 'input-streaming', argsText: '{"id"' })]))
  await settle()
  expect(execute).not.toHaveBeenCalled()
  for (let fold = 0; fold < 3; fold += 1) runner.observe(answerOf([call()]))
  await settle()
  expect(execute).toHaveBeenCalledExactlyOnceWith(
    { id: 1 },
    expect.objectContaining({ toolCallId: 'call-1' }),
  )
  expect(told).toEqual([])

  await runner.settle(answerOf([call()], WAITING))

  expect(told).toEqual([
    [
      'answer-1',
      [
        {
          toolCallId: 'call-1',
          toolName: 'look',
          args: { id: 1 },
          type: 'output',
          output: { found: true },
        },
      ],
    ],
  ])
  expect(execute).toHaveBeenCalledOnce()
})

test('all that an answer’s calls gave is told together, when the last one is done', async () => {
  const slow = Promise.withResolvers<string>()
  const { runner, told, busy } = createWorld({
    look: runTool(() => 'quick'),
    wait: runTool(() => slow.promise),
  })
  const calls = [call(), call({ toolCallId: 'call-2', toolName: 'wait' })]
  runner.observe(answerOf(calls))
  let isSettled = false
  void runner.settle(answerOf(calls, WAITING)).then(() => (isSettled = true))

  await settle()
  expect({ told, busy, isSettled, isBusy: runner.isBusy }).toEqual({
    told: [],
    busy: [true],
    isSettled: false,
    isBusy: true,
  })
  slow.resolve('slow')
  await settle()

  expect(told.map(([, outcomes]) => outcomes.map(({ toolCallId }) => toolCallId))).toEqual([
    ['call-1', 'call-2'],
  ])
  expect({ busy, isSettled }).toEqual({ busy: [true, false], isSettled: true })
})

test('the server’s own result wins: the tool is stopped, and what it gives later is dropped', async () => {
  const late = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const { runner, told } = createWorld({
    look: runTool((_, { signal }) => {
      signals.push(signal)
      return late.promise
    }),
  })
  runner.observe(answerOf([call()]))
  await settle()

  const done = call({ state: 'output-available', result: 'of the server' })
  runner.observe(answerOf([done]))
  late.resolve('of the browser')
  await settle()
  await runner.settle(answerOf([done], DONE))

  expect(signals[0]?.aborted).toBe(true)
  expect(told).toEqual([])
  expect(runner.isBusy).toBe(false)
})

test('stopping aborts the tool and says so, and an answer that was stopped goes on with nothing (8.35)', async () => {
  const signals: AbortSignal[] = []
  const wait = runTool((_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const settled = createWorld({ look: wait })
  settled.runner.observe(answerOf([call()]))
  void settled.runner.settle(answerOf([call()], WAITING))
  await settle()

  settled.runner.abort()

  expect(signals[0]?.aborted).toBe(true)
  expect(settled.outcomes()).toMatchObject([{ type: 'error', errorText: 'Tool execution aborted' }])
  expect(settled.runner.isBusy).toBe(false)

  const streaming = createWorld({ look: wait })
  streaming.runner.observe(answerOf([call()]))
  await settle()
  streaming.runner.abort()
  await streaming.runner.settle(answerOf([call()], { type: 'incomplete', reason: 'cancelled' }))
  expect(streaming.told).toEqual([])
})

test('calls of a loaded history never run by themselves', async () => {
  const execute = vi.fn<() => unknown>(() => 'again')
  const { runner, told, outcomes } = createWorld({ look: runTool(execute) })

  await runner.settle(answerOf([call()], WAITING))
  await settle()
  expect(execute).not.toHaveBeenCalled()
  // Nor when the answer continues for another reason; its new calls do run.
  const fresh = call({ toolCallId: 'call-2' })
  runner.observe(answerOf([call(), fresh]))
  await settle()
  expect(execute).toHaveBeenCalledOnce()
  await runner.settle(answerOf([call(), fresh], WAITING))
  expect(told).toHaveLength(1)

  runner.answer('call-1', { type: 'run' })
  await runner.settle(answerOf([call()], WAITING))

  expect(execute).toHaveBeenCalledTimes(2)
  expect(outcomes()).toMatchObject([{ toolCallId: 'call-1', output: 'again' }])
})

test('outcomes that the server did not accept are reported again without a second run', async () => {
  const execute = vi.fn<() => unknown>(() => 'once')
  const { runner, run, told } = createWorld({ look: runTool(execute) })
  await run(call())
  expect(told).toHaveLength(1)

  // The call that reported it failed.
  await runner.settle(answerOf([call()], WAITING))
  expect(told).toHaveLength(1)
  runner.answer('call-1', { type: 'run' })

  expect(execute).toHaveBeenCalledOnce()
  expect(told[1]).toEqual(told[0])
})

test('between what was told and the next end of the answer nothing more is told', async () => {
  const { runner, run, told } = createWorld({ ask: { type: 'human', parameters: {} } })
  const first = call({ toolName: 'ask' })
  const second = call({ toolName: 'ask', toolCallId: 'call-2' })
  await run(first, second)

  runner.answer('call-1', { type: 'human', value: 'a' })
  runner.answer('call-2', { type: 'human', value: 'b' })
  expect(told).toHaveLength(1)
  const done = call({ toolName: 'ask', state: 'output-available', result: 'a' })
  runner.observe(answerOf([done, second], RUNNING))
  await runner.settle(answerOf([done, second], WAITING))

  expect(told.map(([, outcomes]) => outcomes)).toMatchObject([
    [{ toolCallId: 'call-1', output: 'a' }],
    [{ toolCallId: 'call-2', output: 'b' }],
  ])
})

test('a tool that is registered later runs then, a disabled one does not', async () => {
  const execute = vi.fn<() => unknown>(() => 1)
  const { run, runner, registry, outcomes } = createWorld({
    off: runTool(execute, { isDisabled: true }),
  })
  await run(call(), call({ toolCallId: 'call-2', toolName: 'off' }))
  expect(execute).not.toHaveBeenCalled()

  registry.register('look', runTool(execute))
  await settle()

  expect(execute).toHaveBeenCalledOnce()
  expect(outcomes()).toMatchObject([{ toolCallId: 'call-1', output: 1 }])
  expect(runner.isBusy).toBe(false)
})

test('an id that a provider uses again in another answer is another call', async () => {
  const execute = vi.fn<() => unknown>(() => 1)
  const { runner, told } = createWorld({ look: runTool(execute) })

  for (const id of ['answer-1', 'answer-2']) {
    runner.observe(answerOf([call()], RUNNING, id))
    await runner.settle(answerOf([call()], WAITING, id))
  }
  await settle()

  expect(execute).toHaveBeenCalledTimes(2)
  expect(told.map(([id]) => id)).toEqual(['answer-1', 'answer-2'])
})

test('closed, it stops what runs and tells nothing any more', async () => {
  const contexts: ToolContext[] = []
  const { run, runner, closing, told, busy, registry, clock } = createWorld({
    look: runTool((_, context) => {
      contexts.push(context)
      return new Promise(() => {})
    }),
  })
  const settled = run(call())
  await settle()

  closing.abort()
  await settled

  expect(contexts[0]?.signal.aborted).toBe(true)
  registry.register(
    'other',
    runTool(() => 1),
  )
  runner.answer('call-1', { type: 'skip' })
  expect({ told, busy, timers: clock.timers }).toEqual({ told: [], busy: [true], timers: 0 })
})

const refused = (change: Partial<ToolCallPart> = {}) =>
  call({
    state: 'output-error',
    isError: true,
    isUntold: true,
    result: { error: ARGUMENTS_DIFFER_TEXT },
    ...change,
  })

test.each(['never', 'ask'] as const)(
  'a call that was refused does not run (approval: %s), and its server is told once',
  async (approval) => {
    const execute = vi.fn<() => unknown>()
    const { run, runner, requests, told, failures } = createWorld({
      look: runTool(execute, { approval }),
    })

    await run(refused())
    runner.answer('call-1', { type: 'approval', isApproved: true })
    runner.answer('call-1', { type: 'run' })
    await settle()

    expect(execute).not.toHaveBeenCalled()
    expect(requests.flat()).toEqual([])
    expect(told).toMatchObject([
      ['answer-1', [{ toolCallId: 'call-1', type: 'error', errorText: ARGUMENTS_DIFFER_TEXT }]],
    ])
    expect(failures).toHaveLength(2)
    const { isUntold: _, ...known } = refused()
    await run(known)
    expect(told).toHaveLength(1)
  },
)

test('a call that asks is asked about no more once it was refused', async () => {
  const { runner, requests, outcomes } = createWorld({
    look: runTool(() => 1, { approval: 'ask' }),
  })
  runner.observe(answerOf([call()]))
  await settle()
  expect(requests.at(-1)).toHaveLength(1)

  runner.observe(answerOf([refused()]))
  expect(requests.at(-1)).toEqual([])
  await runner.settle(answerOf([refused()], WAITING))
  expect(outcomes()).toMatchObject([{ type: 'error', errorText: ARGUMENTS_DIFFER_TEXT }])
})

test.each(['still runs', 'has run'])(
  'a call that %s when other arguments come for it is told with what it ran with',
  async (how) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const execute = vi.fn<() => unknown>(() => promise)
    const { runner, outcomes } = createWorld({ look: runTool(execute) })
    runner.observe(answerOf([call({ args: { id: 1 } })]))
    await settle()
    if (how === 'has run') resolve('done')
    await settle()

    runner.observe(answerOf([refused({ args: { id: 1 } })]))
    const settled = runner.settle(answerOf([refused({ args: { id: 1 } })], WAITING))
    resolve('done')
    await settled

    expect(execute).toHaveBeenCalledExactlyOnceWith({ id: 1 }, expect.anything())
    expect(outcomes()).toMatchObject([{ type: 'output', output: 'done', args: { id: 1 } }])
  },
)

test('a call that the server runs starts nothing here, asks no question and takes no answer', async () => {
  const execute = vi.fn<() => unknown>(() => 'page')
  const human = { type: 'human', parameters: { type: 'object' } } as const
  const { runner, run, requests, told, failures, registry } = createWorld({
    look: runTool(execute),
    sure: runTool(execute, { approval: 'ask' }),
    ask: human,
  })
  const server = ['look', 'sure', 'ask'].map((toolName) =>
    call({ toolName, toolCallId: toolName, isRunByServer: true }),
  )

  await run(...server)
  registry.register('late', human)
  for (const { toolCallId } of server) {
    runner.answer(toolCallId, { type: 'run' })
    runner.answer(toolCallId, { type: 'approval', isApproved: true })
    runner.answer(toolCallId, { type: 'human', value: 1 })
  }

  expect(execute).not.toHaveBeenCalled()
  expect(requests.flat()).toEqual([])
  expect(told).toEqual([])
  expect(failures).toHaveLength(9)
  await run(...server, call({ toolCallId: 'own' }))
  expect(execute).toHaveBeenCalledOnce()
})

test('a call that the server says to ask about runs once the person allows it, also of a tool that never asks', async () => {
  const execute = vi.fn<() => string>(() => 'moved')
  const { runner, requests, outcomes, run } = createWorld({ look: runTool(execute) })
  await run(call({ asksFirst: true }))
  expect(execute).not.toHaveBeenCalled()
  expect(requests.at(-1)).toMatchObject([{ kind: 'approval', toolCallId: 'call-1' }])

  runner.answer('call-1', { type: 'approval', isApproved: true, args: { id: 1 } })
  await settle()
  expect(execute).toHaveBeenCalledOnce()
  expect(outcomes()).toMatchObject([{ type: 'output', output: 'moved' }])
})

test('such a call asks nobody if the person allowed its tool for the conversation', async () => {
  const execute = vi.fn<() => string>(() => 'moved')
  const { requests, run } = createWorld({ look: runTool(execute, { isAllowed: true }) })
  await run(call({ asksFirst: true }))
  expect(execute).toHaveBeenCalledOnce()
  expect(requests.flat()).toEqual([])
})
