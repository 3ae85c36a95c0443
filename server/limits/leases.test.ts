import { expect, test } from 'vitest'
import { createLeases, LEASE_KEYS_MAX } from './leases.ts'

test('leases of a key count until they are removed', () => {
  const leases = createLeases(() => 0)
  leases.add('ada', 'one', 60)
  leases.add('ada', 'two', 60)
  leases.add('grace', 'three', 60)
  expect(leases.count('ada')).toBe(2)

  leases.remove('ada', 'one')
  leases.remove('ada', 'one')

  expect(leases.count('ada')).toBe(1)
  expect(leases.count('grace')).toBe(1)
  expect(leases.count('nobody')).toBe(0)
})

test('a lease that nobody removes ends when its time is over', () => {
  const clock = { ms: 0 }
  const leases = createLeases(() => clock.ms)
  leases.add('ada', 'one', 60)

  clock.ms = 59_999
  expect(leases.count('ada')).toBe(1)
  clock.ms = 60_000
  expect(leases.count('ada')).toBe(0)
  expect(leases.size()).toBe(0)
})

test('a key without leases is forgotten', () => {
  const leases = createLeases(() => 0)
  leases.add('ada', 'one', 60)
  expect(leases.size()).toBe(1)

  leases.remove('ada', 'one')

  expect(leases.size()).toBe(0)
})

test('memory is bounded, and who was quiet longest is forgotten first', () => {
  const leases = createLeases(() => 0)
  for (let key = 0; key < LEASE_KEYS_MAX; key++) leases.add(String(key), 'one', 60)
  expect(leases.size()).toBe(LEASE_KEYS_MAX)
  expect(leases.count('0')).toBe(1)

  leases.add('one more', 'one', 60)

  expect(leases.size()).toBe(LEASE_KEYS_MAX)
  expect(leases.count('0')).toBe(0)
  expect(leases.count('1')).toBe(1)
})
