// @vitest-environment node
import { expect, test } from 'vitest'
import { untilAborted, wait, withTimeLimit } from './clock.ts'
import { createManualClock, settle } from './manual-clock.test-support.ts'

test('gives up a task at its limit and not before, also one that ignores the signal', async () => {
  const clock = createManualClock()
  const outcomes: unknown[] = []
  void withTimeLimit(
    { clock, limitMs: 100, operation: 'Waiting' },
    () => new Promise(() => {}),
  ).catch((error: unknown) => outcomes.push(error))

  await clock.advance(99)
  expect(outcomes).toEqual([])

  await clock.advance(1)
  expect(outcomes).toEqual([
    expect.objectContaining({ code: 'call_timeout', message: 'Waiting took longer than 100 ms.' }),
  ])
})

test('leaves no timer behind a task that ends', async () => {
  const clock = createManualClock()

  await expect(
    withTimeLimit({ clock, limitMs: 100, operation: 'Work' }, () => Promise.resolve('done')),
  ).resolves.toBe('done')

  expect(clock.timers).toBe(0)
})

test('passes the caller’s reason on', async () => {
  const clock = createManualClock()
  const caller = new AbortController()
  const reason = new Error('gone')
  const task = withTimeLimit(
    { clock, limitMs: 100, operation: 'Work', signal: caller.signal },
    (signal) => untilAborted(signal, new Promise(() => {})),
  )

  caller.abort(reason)

  await expect(task).rejects.toBe(reason)
})

test('waits, and stops waiting when aborted', async () => {
  const clock = createManualClock()
  const caller = new AbortController()
  const ends: string[] = []
  void wait(clock, 100, caller.signal).then(() => ends.push('first'))
  await clock.advance(100)
  expect(ends).toEqual(['first'])

  void wait(clock, 100, caller.signal).catch(() => ends.push('aborted'))
  caller.abort()
  await settle()

  expect(ends).toEqual(['first', 'aborted'])
  expect(clock.timers).toBe(0)
})
