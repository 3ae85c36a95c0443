import { expect, test } from 'vitest'
import { callOperator, HOOK_TIMEOUT_MS } from './operator-call.ts'
import { OperatorCallError } from './operator-call-error.ts'

const forever = () => new Promise<never>(() => {})
const call = {
  hook: 'afterModel',
  timeoutMs: HOOK_TIMEOUT_MS,
  signal: new AbortController().signal,
}

test('a function of the operator returns its value', async () => {
  expect(await callOperator(call, () => 1)).toBe(1)
  expect(await callOperator(call, async () => 2)).toBe(2)
})

test('a function of the operator has its time, and not more', async () => {
  let isAborted = false
  const late = callOperator({ ...call, timeoutMs: 20 }, (signal) => {
    signal.addEventListener('abort', () => (isAborted = true))
    return forever()
  })

  await expect(late).rejects.toThrow(new OperatorCallError('afterModel', 'no answer within 20 ms'))
  expect(isAborted).toBe(true)
})

test.each([
  () => {
    throw new TypeError('words of a person')
  },
  () => Promise.reject(new TypeError('words of a person')),
])('an error is told by its name alone', async (task) => {
  const failure = callOperator(call, task)

  await expect(failure).rejects.toBeInstanceOf(OperatorCallError)
  await expect(failure).rejects.toMatchObject({ hook: 'afterModel', message: 'TypeError' })
})

test('a stop ends the wait, and is no failure of the function', async () => {
  const stop = new AbortController()
  const stopped = callOperator({ ...call, signal: stop.signal }, forever)
  stop.abort(new Error('stopped'))

  await expect(stopped).rejects.toThrow('stopped')
  await expect(callOperator({ ...call, signal: stop.signal }, () => 1)).rejects.toThrow('stopped')
})
