import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from './identity.ts'
import { LIMIT_DEFAULTS, LIMIT_NAMES, parseLimits } from './limit-table.ts'
import { createLimits, type Limits } from './limits.ts'
import { BUCKETS_MAX, createTokenBuckets } from './token-buckets.ts'

const MINUTE_MS = 60_000
const ada: Identity = { projectId: 'default', workspaceId: 'ada', userId: 'ada', kind: 'host' }
const nameless: Identity = { ...ada, userId: 'usr_anon_a', kind: 'anonymous' }

function createWorld(text?: string) {
  const clock = { ms: 0 }
  return { clock, limits: createLimits(parseLimits(text), () => clock.ms) }
}

/** How often a call passes before it is refused; at most 5,000. */
function countPasses(call: () => void): number {
  for (let passes = 0; passes < 5_000; passes++) {
    try {
      call()
    } catch {
      return passes
    }
  }
  return 5_000
}

const cases: [string, number, (limits: Limits) => void][] = [
  ['new visitors of an address', 30, (limits) => limits.takeAnonymous('default', '1.2.3.4')],
  ['refreshes of an address at once', 30, (limits) => limits.takeRefresh('1.2.3.4')],
  ['calls of an address', 600, (limits) => limits.takeAddressCall('1.2.3.4')],
  ['calls of a user', 120, (limits) => limits.takeUserCall(ada)],
  ['runs of a signed-in user', 20, (limits) => limits.takeRun(ada)],
  ['runs of a nameless visitor', 10, (limits) => limits.takeRun(nameless)],
]

test.each(cases)('%s pass %i times and not once more', (_title, count, call) => {
  const { limits } = createWorld()

  expect(countPasses(() => call(limits))).toBe(count)
})

test.each(cases)('%s are all refused no longer after a minute', (_title, count, call) => {
  const { clock, limits } = createWorld()
  countPasses(() => call(limits))

  clock.ms += MINUTE_MS

  expect(countPasses(() => call(limits))).toBe(count)
})

test('new visitors of a project pass 1,000 times from many addresses, and not once more', () => {
  const { limits } = createWorld()
  let address = 0

  expect(countPasses(() => limits.takeAnonymous('default', `10.0.0.${address++}`))).toBe(1_000)
  expect(() => limits.takeAnonymous('other', '10.0.0.1')).not.toThrow()
})

test.each([
  ['a nameless visitor', nameless, 10, 100],
  ['a signed-in user', ada, 20, 1_000],
])('runs of %s end for the day', (_title, identity, perMinute, perDay) => {
  const { clock, limits } = createWorld()
  let total = 0
  for (let minute = 0; minute < 120; minute++) {
    total += countPasses(() => limits.takeRun(identity))
    clock.ms += MINUTE_MS
  }

  // The day's bucket fills while it is used: a twelfth of a day has passed.
  expect(total).toBeGreaterThanOrEqual(perDay)
  expect(total).toBeLessThanOrEqual(perDay + Math.ceil(perDay / 12))
  expect(total).toBeLessThan(120 * perMinute)
})

test('150 refreshes pass in five minutes when they come evenly', () => {
  const { clock, limits } = createWorld()
  let passes = 0
  for (let second = 0; second < 300; second += 2) {
    passes += countPasses(() => limits.takeRefresh('1.2.3.4')) > 0 ? 1 : 0
    clock.ms += 2_000
  }

  expect(passes).toBe(150)
})

test('one address, user or project does not use up another’s', () => {
  const { limits } = createWorld()
  countPasses(() => limits.takeAnonymous('default', '1.2.3.4'))
  countPasses(() => limits.takeRun(ada))

  expect(() => limits.takeAnonymous('default', '1.2.3.5')).not.toThrow()
  expect(() => limits.takeRun({ ...ada, userId: 'grace' })).not.toThrow()
})

test('a refusal says how long to wait, and waiting so long is enough', () => {
  const { clock, limits } = createWorld()
  countPasses(() => limits.takeRun(nameless))

  const refuse = () => limits.takeRun(nameless)
  expect(refuse).toThrow(
    new AlcoveError('rate_limited', 'Too many requests. Try again in 6 seconds.', {
      data: { retryAfter: 6 },
    }),
  )
  clock.ms += 5_000
  expect(refuse).toThrow('Try again in 1 second.')
  clock.ms += 1_000
  expect(refuse).not.toThrow()
})

test('a call that one rule refuses uses up nothing of the others', () => {
  const { limits } = createWorld(
    '{"anonymousPerProjectPerHour":1,"anonymousPerAddressPerMinute":2}',
  )
  limits.takeAnonymous('default', '1.1.1.1')
  for (let i = 0; i < 5; i++) {
    expect(() => limits.takeAnonymous('default', '2.2.2.2')).toThrow('Too many requests')
  }

  expect(countPasses(() => limits.takeAnonymous('other', '2.2.2.2'))).toBe(1)
})

test('ALCOVE_LIMITS replaces one count and keeps the rest', () => {
  const { limits } = createWorld('{"runsPerUserPerMinute":3}')

  expect(countPasses(() => limits.takeRun(ada))).toBe(3)
  expect(countPasses(() => limits.takeRun(nameless))).toBe(10)
})

test('ALCOVE_LIMITS=off limits nothing', () => {
  const { limits } = createWorld('off')

  expect(countPasses(() => limits.takeRun(ada))).toBe(5_000)
})

test.each(['on', '7', '[]', 'null', '{', '{"runs":1}', '{"__proto__":1}'])(
  'ALCOVE_LIMITS=%s is refused, and the names are listed',
  (text) => {
    expect(() => parseLimits(text)).toThrow(LIMIT_NAMES.join(', '))
  },
)

test.each(['0', '-1', '1.5', '"3"', 'null', '1e400'])('a count of %s is refused', (count) => {
  expect(() => parseLimits(`{"runsPerUserPerDay":${count}}`)).toThrow('ALCOVE_LIMITS')
})

test('without ALCOVE_LIMITS the defaults hold', () => {
  expect(parseLimits(undefined)).toBe(LIMIT_DEFAULTS)
})

test('memory is bounded, and who was quiet longest is forgotten first', () => {
  const buckets = createTokenBuckets({ count: 1, windowSeconds: 60 }, () => 0)
  for (let key = 0; key < BUCKETS_MAX; key++) buckets.take(String(key))
  expect(buckets.size()).toBe(BUCKETS_MAX)

  buckets.take('one more')

  expect(buckets.size()).toBe(BUCKETS_MAX)
  expect(buckets.waitSeconds('0')).toBe(0)
  expect(buckets.waitSeconds('1')).toBe(60)
})

test('a clock that goes back neither fills nor empties a bucket', () => {
  const clock = { ms: MINUTE_MS }
  const buckets = createTokenBuckets({ count: 2, windowSeconds: 60 }, () => clock.ms)
  buckets.take('a')
  clock.ms = 0

  expect(buckets.waitSeconds('a')).toBe(0)
  buckets.take('a')
  expect(buckets.waitSeconds('a')).toBeGreaterThan(0)
})
