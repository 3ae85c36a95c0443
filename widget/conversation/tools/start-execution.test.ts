import { expect, test } from 'vitest'
import { ISSUES_MAX } from '../../../shared/bridge/contract.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import { RESULT_LIMIT_BYTES } from './tool-outcome.ts'
import type { RunTool } from './tool-registry.ts'
import { call, createWorld, runTool } from './tool-runner.test-support.ts'

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { id: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } },
  required: ['id'],
}

async function resultOf(
  execute: RunTool['execute'],
  { args = { id: 1 }, ...change }: Partial<RunTool> & { args?: JsonObject } = {},
) {
  const { run, outcomes, warnings } = createWorld({ look: runTool(execute, change) })
  await run(call({ args }))
  const [outcome] = outcomes()
  return { outcome, warnings }
}

test('arguments that the schema does not accept are told with what is wrong (5.25, 8.38)', async () => {
  const { outcome } = await resultOf(() => 'ran', {
    parameters: SCHEMA,
    args: { id: 'one', list: ['a', 2] },
  })

  expect(outcome).toMatchObject({ type: 'error' })
  const { errorText } = outcome as { errorText: string }
  const prefix = 'Function parameter validation failed. '
  expect(errorText.startsWith(`${prefix}[`)).toBe(true)
  expect(JSON.parse(errorText.slice(prefix.length))).toEqual([
    { path: ['id'], message: expect.stringContaining('integer') },
    { path: ['list', '1'], message: expect.stringContaining('string') },
  ])
  // Positive control.
  const right = await resultOf(() => 'ran', { parameters: SCHEMA })
  expect(right.outcome).toMatchObject({ type: 'output', output: 'ran' })
})

test('at most so many issues are told', async () => {
  const list = (count: number) => ({ id: 1, list: Array<number>(count).fill(0) })
  const issuesOf = async (count: number) => {
    const { outcome } = await resultOf(() => 'ran', { parameters: SCHEMA, args: list(count) })
    const { errorText } = outcome as { errorText: string }
    return (JSON.parse(errorText.slice(errorText.indexOf('['))) as unknown[]).length
  }

  expect(await issuesOf(ISSUES_MAX)).toBe(ISSUES_MAX)
  expect(await issuesOf(ISSUES_MAX + 1)).toBe(ISSUES_MAX)
})

test('the tool’s own handler may supply a value, or leave the failure (5.26)', async () => {
  const wrong = { parameters: SCHEMA, args: { id: '1' } }
  const supplied = await resultOf(() => 'ran', {
    ...wrong,
    onInvalid: (args, issues) => ({ args, wrong: issues.map(({ path }) => path) }),
  })
  const left = await resultOf(() => 'ran', { ...wrong, onInvalid: () => undefined })

  expect(supplied.outcome).toMatchObject({ output: { args: { id: '1' }, wrong: [['id']] } })
  expect(left.outcome).toMatchObject({
    errorText: expect.stringMatching(/^Function parameter validation failed\. \[/),
  })
})

test('a schema that is none is an error of this call', async () => {
  const { outcome } = await resultOf(() => 'ran', {
    parameters: { $ref: '#/nowhere' },
  })

  expect(outcome).toMatchObject({ type: 'error', errorText: expect.stringContaining('nowhere') })
})

test('no result has a text of its own, and falsy results are kept', async () => {
  for (const [value, output] of [
    [undefined, '<no result>'],
    [null, null],
    [0, 0],
    ['', ''],
    [false, false],
  ]) {
    const { outcome, warnings } = await resultOf(() => value)
    expect(outcome).toMatchObject({ type: 'output', output })
    expect(warnings).toEqual([])
  }
})

test('what a tool throws is its result', async () => {
  const thrown = await resultOf(() => {
    throw new TypeError('Not today')
  })
  const rejected = await resultOf(() => Promise.reject('later'))

  expect(thrown.outcome).toMatchObject({ type: 'error', errorText: 'TypeError: Not today' })
  expect(rejected.outcome).toMatchObject({ type: 'error', errorText: 'later' })
})

const circle: Record<string, unknown> = {}
circle['self'] = circle

test.each([
  ['NaN', { a: Number.NaN }, { a: null }],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a circle', circle, '[object Object]'],
  ['a big integer', 7n, '7'],
  ['a function', () => 1, '() => 1'],
  ['too deep', JSON.parse('['.repeat(102) + ']'.repeat(102)), '['.repeat(102) + ']'.repeat(102)],
])('a result that is no JSON is only warned of: %s (5.6, B10)', async (_, value, output) => {
  const { outcome, warnings } = await resultOf(() => value)

  expect(outcome).toMatchObject({ type: 'output', output })
  expect(warnings).toEqual([expect.stringMatching(/^tool-call result is not JSON! /)])
})

test('a result may be as large as the limit, and no larger', async () => {
  // Two quotes are part of the JSON text.
  const exact = await resultOf(() => 'x'.repeat(RESULT_LIMIT_BYTES - 2))
  const over = await resultOf(() => 'x'.repeat(RESULT_LIMIT_BYTES - 1))

  expect(exact.outcome).toMatchObject({ type: 'output' })
  expect(over.outcome).toMatchObject({
    type: 'error',
    errorText: 'The result has more than 262144 bytes.',
  })
})

test.each([
  [undefined, 60_000],
  [500, 500],
])('a tool with the limit %s ms is stopped after %s', async (timeoutMs, limitMs) => {
  const signals: AbortSignal[] = []
  const { run, outcomes, clock } = createWorld({
    look: runTool(
      (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      timeoutMs === undefined ? {} : { timeoutMs },
    ),
  })
  void run(call())
  await settle()

  await clock.advance(limitMs - 1)
  expect(outcomes()).toEqual([])
  await clock.advance(1)

  expect(signals[0]?.aborted).toBe(true)
  expect(outcomes()).toMatchObject([
    { type: 'error', errorText: `The tool did not answer within ${limitMs} ms.` },
  ])
})

test('the time that a person is asked does not count', async () => {
  const { run, runner, outcomes, clock } = createWorld({
    look: runTool(
      async (_, { human }) => {
        await human('?')
        return new Promise(() => {})
      },
      { timeoutMs: 1_000 },
    ),
  })
  await run(call())

  await clock.advance(5_000)
  runner.answer('call-1', { type: 'human', value: null })
  await clock.advance(999)
  expect(outcomes()).toEqual([])
  await clock.advance(1)

  expect(outcomes()).toMatchObject([{ type: 'error' }])
})

test('a tool that is over cannot ask any more', async () => {
  const late: unknown[] = []
  const { run, requests } = createWorld({
    look: runTool((_, { human }) => {
      setTimeout(() => human('late').catch((error: unknown) => late.push(error)))
      return 'done'
    }),
  })

  await run(call())
  await new Promise((resolve) => setTimeout(resolve, 1))

  expect(late).toMatchObject([{ code: 'interrupted' }])
  expect(requests).toEqual([])
})
