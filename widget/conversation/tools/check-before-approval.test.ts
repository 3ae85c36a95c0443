import { expect, test, vi } from 'vitest'
import { ARGUMENTS_INVALID_TEXT } from '../../../shared/error-texts.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import type { RunTool } from './tool-registry.ts'
import { answerOf, call, createWorld, runTool, WAITING } from './tool-runner.test-support.ts'

const WHOLE = {
  type: 'object',
  properties: { id: { type: 'integer' } },
  required: ['id'],
} as const
const execute = vi.fn<RunTool['execute']>(() => 'bought')
const asking = (change: Partial<RunTool> = {}) =>
  createWorld({ look: runTool(execute, { approval: 'ask', parameters: WHOLE, ...change }) })

test('a person is not asked about arguments that the schema refuses; the model learns why', async () => {
  const { run, requests, outcomes } = asking()

  await run(call({ args: { id: 'seven' } }))
  await settle()

  expect(requests.flat()).toEqual([])
  expect(outcomes()).toMatchObject([
    { type: 'error', errorText: expect.stringContaining(ARGUMENTS_INVALID_TEXT) },
  ])
  expect(execute).not.toHaveBeenCalled()
})

test('a person is asked about right arguments, and the tool runs once it is allowed', async () => {
  const { run, runner, requests, outcomes } = asking()

  await run(call({ args: { id: 7 } }))
  expect(requests.at(-1)).toMatchObject([{ kind: 'approval', payload: { id: 7 } }])
  expect(execute).not.toHaveBeenCalled()
  runner.answer('call-1', { type: 'approval', isApproved: true })
  await settle()

  expect(outcomes()).toMatchObject([{ type: 'output', output: 'bought' }])
  execute.mockClear()
})

test('an approval that comes during the check counts for nothing', async () => {
  const { runner, requests, failures } = asking()

  runner.observe(answerOf([call({ args: { id: 'seven' } })]))
  runner.answer('call-1', { type: 'approval', isApproved: true })
  await settle()

  expect(failures).toHaveLength(1)
  expect(requests.flat()).toEqual([])
  expect(execute).not.toHaveBeenCalled()
})

test('the page’s own check comes before the person, too', async () => {
  const issues = [{ path: ['id'], message: 'There is no such lantern.' }]
  const check = vi.fn<NonNullable<RunTool['check']>>(async ({ id }) => (id === 7 ? [] : issues))
  const { run, requests, outcomes } = asking({ check })

  await run(call({ args: { id: 8 } }))
  await settle()
  expect(requests.flat()).toEqual([])
  expect(outcomes()).toMatchObject([
    { type: 'error', errorText: expect.stringContaining('There is no such lantern.') },
  ])

  await run(call({ toolCallId: 'call-2', args: { id: 7 } }))
  expect(requests.at(-1)).toMatchObject([{ toolCallId: 'call-2' }])
})

test('a tool that handles invalid arguments may act on them, so the person is asked', async () => {
  const onInvalid = vi.fn<NonNullable<RunTool['onInvalid']>>(() => 'mended')
  const { run, runner, requests, outcomes } = asking({ onInvalid })

  await run(call({ args: { id: 'seven' } }))
  expect(requests.at(-1)).toMatchObject([{ payload: { id: 'seven' } }])
  expect(onInvalid).not.toHaveBeenCalled()
  runner.answer('call-1', { type: 'approval', isApproved: true })
  await settle()

  expect(outcomes()).toMatchObject([{ type: 'output', output: 'mended' }])
})

test('a schema that cannot be used fails the call before the person is asked', async () => {
  const { run, requests, outcomes } = asking({ parameters: { $ref: '#/nowhere' } })

  await run(call({ args: { id: 7 } }))
  await settle()

  expect(requests.flat()).toEqual([])
  expect(outcomes()).toMatchObject([{ type: 'error' }])
})

test('a call of a loaded answer asks at once: it was checked when it came', async () => {
  const { runner, requests } = asking()

  await runner.settle(answerOf([call({ args: { id: 7 } })], WAITING))

  expect(requests.at(-1)).toMatchObject([{ kind: 'approval' }])
})
