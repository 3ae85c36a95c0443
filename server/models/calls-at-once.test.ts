import { expect, test } from 'vitest'
import { runCalls } from './calls-at-once.ts'
import { TASKS_AT_ONCE } from './run-at-once.ts'
import type { CallOutcome } from './run-calls.ts'
import type { OwnCall } from './step-parts.ts'

const tool = { name: 'look', parameters: { type: 'object' }, execute: () => null }
const callsOf = (count: number): OwnCall[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'own',
    toolCallId: `c${index}`,
    toolName: tool.name,
    input: {},
    providerOptions: undefined,
    args: {},
    tool,
  }))

/** Runs calls that end when the test says so. */
function start(count: number) {
  const begun: ((outcome: CallOutcome) => void)[] = []
  const stop = new AbortController()
  const ended = Array.fromAsync(
    runCalls(callsOf(count), {
      runCall: () => new Promise((resolve) => begun.push(resolve)),
      signal: stop.signal,
    }),
  )
  // The test may look at the calls alone.
  ended.catch(() => {})
  return { begun, stop, ended }
}

const DONE: CallOutcome = { type: 'result', output: 1 }

test.each([TASKS_AT_ONCE, TASKS_AT_ONCE + 1])(
  'of %i calls no more run at once than allowed, and all have their outcome',
  async (count) => {
    const { begun, ended } = start(count)
    await expect.poll(() => begun.length).toBe(TASKS_AT_ONCE)

    begun[0]!(DONE)
    await expect.poll(() => begun.length).toBe(count)
    for (const end of begun) end(DONE)

    expect(await ended).toHaveLength(count)
  },
)

test('calls that wait do not start after a stop', async () => {
  const { begun, stop, ended } = start(TASKS_AT_ONCE + 1)
  await expect.poll(() => begun.length).toBe(TASKS_AT_ONCE)

  stop.abort(new Error('stopped'))
  for (const end of begun) end(DONE)

  await expect(ended).rejects.toThrow('stopped')
  expect(begun).toHaveLength(TASKS_AT_ONCE)
})
