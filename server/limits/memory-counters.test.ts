import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUCKETS_MAX, createLeases, createTokenBuckets, LEASE_KEYS_MAX } from './memory-counters.ts'

const MINUTE_MS = 60_000
const rule = { count: 2, windowSeconds: 60 }

test('a new key has its whole burst at once, and no more', () => {
  const buckets = createTokenBuckets(() => 0)
  const burst = { count: 10, windowSeconds: 60, burst: 2 }
  for (const _ of [1, 2]) {
    expect(buckets.waitSeconds(burst, 'a')).toBe(0)
    buckets.take(burst, 'a')
  }

  expect(buckets.waitSeconds(burst, 'a')).toBe(6)
  expect(buckets.waitSeconds(burst, 'b')).toBe(0)
})

test('a burst above the count means the count', () => {
  const buckets = createTokenBuckets(() => 0)
  const wide = { count: 1, windowSeconds: 60, burst: 5 }
  buckets.take(wide, 'a')

  expect(buckets.waitSeconds(wide, 'a')).toBe(60)
})

test('waiting as long as told is enough, and a millisecond less is not', () => {
  const clock = { ms: 0 }
  const buckets = createTokenBuckets(() => clock.ms)
  buckets.take(rule, 'a')
  buckets.take(rule, 'a')
  const wait = buckets.waitSeconds(rule, 'a')

  clock.ms = wait * 1000 - 1
  expect(buckets.waitSeconds(rule, 'a')).toBe(1)
  clock.ms = wait * 1000
  expect(buckets.waitSeconds(rule, 'a')).toBe(0)
})

test('a rule that changes holds for a known key from the next call on', () => {
  const buckets = createTokenBuckets(() => 0)
  buckets.take({ count: 100, windowSeconds: 60 }, 'a')
  buckets.take(rule, 'a')
  buckets.take(rule, 'a')

  expect(buckets.waitSeconds(rule, 'a')).toBe(30)
})

test('memory is bounded, and who was quiet longest is forgotten first', () => {
  const one = { count: 1, windowSeconds: 60 }
  const buckets = createTokenBuckets(() => 0)
  for (let key = 0; key < BUCKETS_MAX; key++) buckets.take(one, String(key))
  expect(buckets.size()).toBe(BUCKETS_MAX)
  expect(buckets.waitSeconds(one, '0')).toBe(60)

  buckets.take(one, 'one more')

  expect(buckets.size()).toBe(BUCKETS_MAX)
  expect(buckets.waitSeconds(one, '0')).toBe(0)
  expect(buckets.waitSeconds(one, '1')).toBe(60)
})

test('a clock that goes back neither fills nor empties a bucket', () => {
  const clock = { ms: MINUTE_MS }
  const buckets = createTokenBuckets(() => clock.ms)
  buckets.take(rule, 'a')
  clock.ms = 0

  expect(buckets.waitSeconds(rule, 'a')).toBe(0)
  buckets.take(rule, 'a')
  expect(buckets.waitSeconds(rule, 'a')).toBeGreaterThan(0)
})

test('no interleaving lets more through than the burst and what flowed in', () => {
  const call = fc.record({ pauseMs: fc.nat(3_000), key: fc.constantFrom('a', 'b', 'c') })
  const anyRule = fc.record({
    count: fc.integer({ min: 1, max: 20 }),
    windowSeconds: fc.integer({ min: 1, max: 30 }),
    burst: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(anyRule, fc.array(call, { maxLength: 200 }), (any, calls) => {
      const clock = { ms: 0 }
      const buckets = createTokenBuckets(() => clock.ms)
      const passes = new Map<string, number[]>()
      for (const { pauseMs, key } of calls) {
        clock.ms += pauseMs
        if (buckets.waitSeconds(any, key) > 0) continue
        buckets.take(any, key)
        passes.set(key, [...(passes.get(key) ?? []), clock.ms])
      }
      const perMs = any.count / (any.windowSeconds * 1000)
      const capacity = Math.min(any.burst, any.count)
      for (const times of passes.values()) {
        for (const [first, start] of times.entries()) {
          for (const [offset, end] of times.slice(first).entries()) {
            expect(offset + 1).toBeLessThanOrEqual(capacity + (end - start) * perMs + 1e-3)
          }
        }
      }
    }),
  )
})

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

test('a lease that is never removed expires', () => {
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
