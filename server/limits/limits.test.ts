import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { amountName, createLimits, RUN_SLOT_SECONDS, type Limits, type Subject } from './limits.ts'
import { parseLimits, type LimitTable } from './limit-table.ts'
import { BUSY_RETRY_SECONDS } from './busy-error.ts'
import { createMemoryCounters } from './memory-counters.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const ada: Subject = { projectId: 'default', userId: 'ada', kind: 'host' }
const nameless: Subject = { ...ada, userId: 'usr_anon_a', kind: 'anonymous' }
const claimed: Subject = { ...ada, userId: 'usr_key_1_ada', kind: 'claimed' }

function createWorld(text?: string, ofProject: Readonly<Record<string, LimitTable>> = {}) {
  const clock = { ms: 0 }
  const alarms: string[] = []
  const table = parseLimits(text)
  const limits = createLimits({
    tableOf: (projectId) => ofProject[projectId] ?? table,
    counters: createMemoryCounters(() => clock.ms),
    onVisitorsUsedUp: (projectId) => alarms.push(projectId),
  })
  return { clock, limits, alarms }
}

/** Number of calls that pass before the first refusal; at most `max`. */
async function countPasses(call: () => Promise<unknown>, max = 2_000): Promise<number> {
  for (let passes = 0; passes < max; passes++) {
    try {
      await call()
    } catch {
      return passes
    }
  }
  return max
}

const kindCases: [string, (limits: Limits, subject: Subject) => Promise<void>, number, number][] = [
  ['runs', (limits, subject) => limits.takeRun(subject), 20, 10],
  ['new threads', (limits, subject) => limits.takeThread(subject), 120, 20],
  ['uploads', (limits, subject) => limits.takeUpload(subject), 60, 10],
]

test.each(kindCases)(
  '%s: a user whom a host names has a count of their own, all others that of visitors',
  async (_title, call, named, anonymous) => {
    const { limits } = createWorld()

    expect(await countPasses(() => call(limits, ada))).toBe(named)
    expect(await countPasses(() => call(limits, nameless))).toBe(anonymous)
    expect(await countPasses(() => call(limits, claimed))).toBe(anonymous)
  },
)

test.each([
  ['a nameless visitor', nameless, 10, 100],
  ['a signed-in user', ada, 20, 1_000],
])('runs of %s end for the day', async (_title, subject, perMinute, perDay) => {
  const { clock, limits } = createWorld()
  let total = 0
  for (let minute = 0; minute < 120; minute++) {
    total += await countPasses(() => limits.takeRun(subject))
    clock.ms += MINUTE_MS
  }

  // The day's bucket fills while it is used: a twelfth of a day has passed.
  expect(total).toBeGreaterThanOrEqual(perDay)
  expect(total).toBeLessThanOrEqual(perDay + Math.ceil(perDay / 12))
  expect(total).toBeLessThan(120 * perMinute)
})

test('150 refreshes pass in five minutes when they come evenly', async () => {
  const { clock, limits } = createWorld()
  let passes = 0
  for (let second = 0; second < 300; second += 2) {
    passes += await countPasses(() => limits.takeRefresh('default', '1.2.3.4'), 1)
    clock.ms += 2_000
  }

  expect(passes).toBe(150)
})

test('one address, user or project does not use up another’s', async () => {
  const { limits } = createWorld()
  await countPasses(() => limits.takeAnonymous('default', '1.2.3.4'))
  await countPasses(() => limits.takeRun(ada))
  await expect(limits.takeRun(ada)).rejects.toThrow('Too many requests')

  await limits.takeAnonymous('default', '1.2.3.5')
  await limits.takeAnonymous('other', '1.2.3.4')
  await limits.takeRun({ ...ada, userId: 'grace' })
  await limits.takeRun({ ...ada, projectId: 'other' })
})

test('a refusal says how long to wait, and waiting so long is enough', async () => {
  const { clock, limits } = createWorld()
  await countPasses(() => limits.takeRun(nameless))

  await expect(limits.takeRun(nameless)).rejects.toEqual(
    new AlcoveError('rate_limited', 'Too many requests. Try again in 6 seconds.', {
      data: { retryAfter: 6 },
    }),
  )
  clock.ms += 5_000
  await expect(limits.takeRun(nameless)).rejects.toThrow('Try again in 1 second.')
  clock.ms += 1_000
  await limits.takeRun(nameless)
})

test('a call that one rule refuses uses up nothing of the others', async () => {
  const { clock, limits } = createWorld('{"runsPerUserPerMinute":1,"runsPerUserPerDay":2}')
  expect(await countPasses(() => limits.takeRun(ada))).toBe(1)
  for (let i = 0; i < 5; i++) await expect(limits.takeRun(ada)).rejects.toThrow('60 seconds')
  clock.ms += MINUTE_MS

  expect(await countPasses(() => limits.takeRun(ada))).toBe(1)
  clock.ms += MINUTE_MS
  await expect(limits.takeRun(ada)).rejects.toThrow('Too many requests')
})

test('each project has the numbers of its own table', async () => {
  const { limits } = createWorld(undefined, {
    shop: parseLimits('{"runsPerUserPerMinute":3,"fileBytes":9}'),
    open: parseLimits('off'),
  })

  expect(await countPasses(() => limits.takeRun({ ...ada, projectId: 'shop' }))).toBe(3)
  expect(await countPasses(() => limits.takeRun({ ...ada, projectId: 'open' }))).toBe(2_000)
  expect(await countPasses(() => limits.takeRun(ada))).toBe(20)
  expect(limits.amount('shop', 'fileBytes')).toBe(9)
  expect(limits.amount('default', 'fileBytes')).toBe(20 * 1_048_576)
})

test('off counts neither calls nor running answers', async () => {
  const { limits } = createWorld('off')

  expect(await countPasses(() => limits.takeRun(ada), 50)).toBe(50)
  expect(await countPasses(() => limits.holdRun(ada, '1.2.3.4'), 50)).toBe(50)
  expect(limits.amount('default', 'partsPerMessage')).toBe(200)
})

test('a third running answer of a user waits until one ends', async () => {
  const { limits } = createWorld()
  const release = await limits.holdRun(ada, '1.1.1.1')
  await limits.holdRun(ada, '2.2.2.2')

  await expect(limits.holdRun(ada, '3.3.3.3')).rejects.toEqual(
    new AlcoveError(
      'rate_limited',
      'Too many answers are still being written. Try again in 5 seconds.',
      { data: { retryAfter: BUSY_RETRY_SECONDS } },
    ),
  )
  release()
  release()

  expect(await countPasses(() => limits.holdRun(ada, '3.3.3.3'))).toBe(1)
})

test('as many readers follow answers at once as a user may have', async () => {
  const { limits } = createWorld()
  const release = await limits.holdReader(ada)
  expect(await countPasses(() => limits.holdReader(ada), 25)).toBe(19)

  await expect(limits.holdReader(ada)).rejects.toEqual(
    new AlcoveError('rate_limited', 'Too many readers follow answers. Try again in 5 seconds.', {
      data: { retryAfter: BUSY_RETRY_SECONDS },
    }),
  )
  release()

  expect(await countPasses(() => limits.holdReader(ada))).toBe(1)
})

test('a running answer that is refused for its user takes no place of the address', async () => {
  const { limits } = createWorld('{"activeRunsPerUser":1,"activeRunsPerAddress":2}')
  const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ ...nameless, userId: name }))
  await limits.holdRun(first!, '1.1.1.1')
  expect(await countPasses(() => limits.holdRun(first!, '1.1.1.1'), 5)).toBe(0)

  await limits.holdRun(second!, '1.1.1.1')
  await expect(limits.holdRun(third!, '1.1.1.1')).rejects.toThrow('answers')
  await limits.holdRun(third!, '2.2.2.2')
  // Named users behind that address have their own places.
  await limits.holdRun(ada, '1.1.1.1')
})

test('a place that nobody gives back ends with the longest time of an answer', async () => {
  const { clock, limits } = createWorld('{"activeRunsPerUser":1}')
  await limits.holdRun(ada, '1.1.1.1')

  clock.ms = RUN_SLOT_SECONDS * 1000 - 1
  expect(await countPasses(() => limits.holdRun(ada, '1.1.1.1'))).toBe(0)
  clock.ms = RUN_SLOT_SECONDS * 1000
  expect(await countPasses(() => limits.holdRun(ada, '1.1.1.1'))).toBe(1)
})

test('a project whose visitors are used up is told of once an hour', async () => {
  const { clock, limits, alarms } = createWorld('{"anonymousPerProjectPerHour":2}')
  let address = 0
  const mint = () => limits.takeAnonymous('default', `10.0.0.${address++}`)
  await mint()
  await mint()
  expect(alarms).toEqual([])

  for (let i = 0; i < 3; i++) await expect(mint()).rejects.toThrow('Too many requests')
  expect(alarms).toEqual(['default'])

  clock.ms += HOUR_MS
  expect(await countPasses(mint)).toBe(2)
  expect(alarms).toEqual(['default', 'default'])
})

test('an address that is used up raises no alarm for its project', async () => {
  const { limits, alarms } = createWorld()

  expect(await countPasses(() => limits.takeAnonymous('default', '1.2.3.4'))).toBe(30)
  expect(alarms).toEqual([])
})

test.each([
  ['host', 'threadsPerUser'],
  ['anonymous', 'threadsPerAnonymousUser'],
  ['claimed', 'threadsPerAnonymousUser'],
] as const)('of two amounts, %s users have %s', (kind, name) => {
  expect(amountName({ ...ada, kind }, 'threadsPerAnonymousUser', 'threadsPerUser')).toBe(name)
})

const countedCases: [string, (limits: Limits, subject: Subject) => Promise<unknown>, number][] = [
  ['runs', (limits, subject) => limits.takeRun(subject), 10],
  ['new threads', (limits, subject) => limits.takeThread(subject), 20],
  ['uploads', (limits, subject) => limits.takeUpload(subject), 10],
  ['titles', (limits, subject) => limits.takeTitle(subject), 10],
  ['feedback', (limits, subject) => limits.takeFeedback(subject), 60],
  ['events', (limits, subject) => limits.takeEvents(subject, 1), 600],
  ['active runs', (limits, subject) => limits.holdRun(subject, '192.0.2.1'), 2],
  ['active readers', (limits, subject) => limits.holdReader(subject), 20],
]

test.each(countedCases)(
  '%s are counted for whom a subject names in its place',
  async (_title, call, count) => {
    const { limits } = createWorld()
    let names = 0
    const passes = (countedAs: string) =>
      countPasses(() => call(limits, { ...claimed, userId: `usr_key_1_${names++}`, countedAs }))

    expect(await passes('key one, here')).toBe(count)
    expect(await passes('key one, here')).toBe(0)
    expect(await passes('key one, there')).toBe(count)
  },
)

test('single calls are counted for each user all the same', async () => {
  const { limits } = createWorld()
  const call = (userId: string) => limits.takeUserCall({ ...claimed, userId, countedAs: 'key' })

  expect(await countPasses(() => call('usr_key_1_a'))).toBe(120)
  expect(await countPasses(() => call('usr_key_1_b'))).toBe(120)
})
