import { expect, test } from 'vitest'
import { createCallIds } from './call-ids.ts'

test('keeps an id as long as it is new, and within its step', () => {
  const ids = createCallIds()
  ids.startStep()

  expect([ids.of('call_1'), ids.of('call_2'), ids.of('call_1')]).toEqual([
    'call_1',
    'call_2',
    'call_1',
  ])
})

test('gives a call of a later step a name of its own', () => {
  const ids = createCallIds()
  ids.startStep()
  ids.of('call_1')
  ids.startStep()
  const second = ids.of('call_1')
  ids.startStep()
  const third = ids.of('call_1')

  expect(new Set(['call_1', second, third]).size).toBe(3)
  expect(ids.of('call_1')).toBe(third)
})

test('no made-up name meets a given one', () => {
  const ids = createCallIds()
  ids.startStep()
  const first = [ids.of('call_1'), ids.of('call_1-2')]
  ids.startStep()

  expect(first).not.toContain(ids.of('call_1'))
})
