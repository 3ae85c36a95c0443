import { inject, onTestFinished, expect, test, describe } from 'vitest'
import { connectRedis } from '../redis/connect-redis.ts'
import type { Counters } from './counters.ts'
import { createLimits, type Limits, type Subject } from './limits.ts'
import { LIMIT_DEFAULTS, RATE_DEFAULTS, type RateName, type RateRule } from './limit-table.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createRedisCounters } from './redis-counters.ts'

/** The clock of a Redis cannot be stopped: in so long a window the inflow is negligible. */
const STILL_SECONDS = 1e9
const MANY_EVENTS = 1_000
const MIB = 1_048_576
/** Calls beyond a limit. */
const MORE = 20
const PLENTY: RateRule = { count: 1e9, windowSeconds: 1 }

const rateNames = Object.keys(RATE_DEFAULTS) as RateName[]
/** Tests share a Redis, and each uses its own project there. */
const newProject = (): string => `p-${crypto.randomUUID()}`

async function openRedis(): Promise<Counters> {
  const connection = await connectRedis(inject('redisUrl'))
  const counters = createRedisCounters({
    connection,
    fallback: createMemoryCounters(() => 0),
    log: {
      info: () => {},
      warn: (_fields, text) => expect.unreachable(text),
    },
  })
  onTestFinished(async () => {
    await counters.close()
    connection.close()
  })
  return counters
}

const openers: readonly (readonly [string, () => Promise<Counters>])[] = [
  ['memory', async () => createMemoryCounters(() => 0)],
  ['redis', openRedis],
]

async function countPasses(call: (index: number) => Promise<unknown>, max: number) {
  let passes = 0
  for (let index = 0; index < max; index++) {
    passes += await call(index).then(
      () => 1,
      () => 0,
    )
  }
  return passes
}

const countFulfilled = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length

/** The call that each rule counts; its other rules have ample room. */
type Call = (limits: Limits, subject: Subject, index: number) => Promise<void>
const address = '1.2.3.4'
const calls: Readonly<Record<RateName, Call>> = {
  anonymousPerAddressPerMinute: (limits, { projectId }) => limits.takeAnonymous(projectId, address),
  anonymousPerAddressPerDay: (limits, { projectId }) => limits.takeAnonymous(projectId, address),
  anonymousThreadsPerAddressPerDay: (limits, subject) => limits.takeThread(subject),
  anonymousUploadBytesPerAddressPerDay: (limits, subject) => limits.takeUploadBytes(subject, MIB),
  anonymousWrittenBytesPerAddressPerDay: (limits, subject) => limits.takeWrittenBytes(subject, MIB),
  anonymousPerProjectPerHour: (limits, { projectId }, index) =>
    limits.takeAnonymous(projectId, `10.0.0.${index}`),
  refreshesPerAddressPer5Minutes: (limits, { projectId }) => limits.takeRefresh(projectId, address),
  callsPerUserPerMinute: (limits, subject) => limits.takeUserCall(subject),
  callsPerAddressPerMinute: (limits, { projectId }) => limits.takeAddressCall(projectId, address),
  runsPerAnonymousUserPerMinute: (limits, subject) => limits.takeRun(subject),
  runsPerAnonymousUserPerDay: (limits, subject) => limits.takeRun(subject),
  runsPerUserPerMinute: (limits, subject) => limits.takeRun(subject),
  runsPerUserPerDay: (limits, subject) => limits.takeRun(subject),
  threadsPerAnonymousUserPerHour: (limits, subject) => limits.takeThread(subject),
  threadsPerUserPerHour: (limits, subject) => limits.takeThread(subject),
  searchesPerUserPerMinute: (limits, subject) => limits.takeSearch(subject),
  titlesPerUserPerHour: (limits, subject) => limits.takeTitle(subject),
  suggestionsPerUserPerHour: (limits, subject) => limits.takeSuggestions(subject),
  feedbackPerUserPerMinute: (limits, subject) => limits.takeFeedback(subject),
  uploadsPerAnonymousUserPerHour: (limits, subject) => limits.takeUpload(subject),
  uploadsPerUserPerHour: (limits, subject) => limits.takeUpload(subject),
  eventsPerUserPerMinute: (limits, subject) => limits.takeEvents(subject, 1),
  eventsPerUserPerDay: (limits, subject) => limits.takeEvents(subject, MANY_EVENTS),
  eventsPerProjectPerDay: (limits, subject) => limits.takeEvents(subject, MANY_EVENTS),
  deskOpenCallsPerAddressPerMinute: (limits, { projectId }) => limits.takeDeskOpenCall(projectId),
  deskCallsPerPersonPerMinute: (limits, { projectId }) => limits.takeDeskCall(projectId),
}

/** Amounts of one call, where single calls would be too many. */
const taken: Readonly<Partial<Record<RateName, number>>> = {
  anonymousUploadBytesPerAddressPerDay: MIB,
  anonymousWrittenBytesPerAddressPerDay: MIB,
  eventsPerUserPerDay: MANY_EVENTS,
  eventsPerProjectPerDay: MANY_EVENTS,
}

function tableOfOne(name: RateName) {
  const plenty = Object.fromEntries(rateNames.map((other) => [other, PLENTY]))
  const rates = { ...RATE_DEFAULTS, ...plenty }
  const rule = { ...RATE_DEFAULTS[name], windowSeconds: STILL_SECONDS }
  return { ...LIMIT_DEFAULTS, rates: { ...rates, [name]: rule } }
}

const subjectOf = (name: RateName): Subject => ({
  projectId: newProject(),
  userId: 'ada',
  kind: /anonymous/i.test(name) ? 'anonymous' : 'host',
  address,
})

describe.each(openers)('%s', (_kind, open) => {
  test.each(rateNames)('%s lets as many through as it says, and not one more', async (name) => {
    const limits = createLimits({ tableOf: () => tableOfOne(name), counters: await open() })
    const subject = subjectOf(name)
    const rule: RateRule = RATE_DEFAULTS[name]
    const count = (rule.burst ?? rule.count) / (taken[name] ?? 1)

    const passes = await countPasses((index) => calls[name](limits, subject, index), count)
    const oneMore = await countPasses(() => calls[name](limits, subject, count), 1)

    expect(passes).toBe(count)
    expect(oneMore).toBe(0)
  })

  test.each(rateNames)('%s lets no more through when all come at once', async (name) => {
    const limits = createLimits({ tableOf: () => tableOfOne(name), counters: await open() })
    const subject = subjectOf(name)
    const rule: RateRule = RATE_DEFAULTS[name]
    const count = (rule.burst ?? rule.count) / (taken[name] ?? 1)

    const all = Array.from({ length: count + MORE }, (_, index) =>
      calls[name](limits, subject, index),
    )

    expect(await countFulfilled(all)).toBe(count)
  })

  test('no more places are held when all come at once', async () => {
    const limits = createLimits({ tableOf: () => LIMIT_DEFAULTS, counters: await open() })
    const subject: Subject = { projectId: newProject(), userId: 'ada', kind: 'host' }
    const { activeRunsPerUser, activeReadersPerUser } = LIMIT_DEFAULTS.amounts
    const many = Array.from({ length: activeReadersPerUser + MORE })

    const runs = await countFulfilled(many.map(() => limits.holdRun(subject, address)))
    const readers = await countFulfilled(many.map(() => limits.holdReader(subject)))

    expect([runs, readers]).toEqual([activeRunsPerUser, activeReadersPerUser])
  })

  test.each([
    ['activeRunsPerUser', 2],
    ['activeRunsPerAddress', 10],
  ] as const)('%s lets %i answers run, and another when one has ended', async (name, max) => {
    const limits = createLimits({ tableOf: () => LIMIT_DEFAULTS, counters: await open() })
    const projectId = newProject()
    const hold = (index: number) =>
      name === 'activeRunsPerUser'
        ? limits.holdRun({ projectId, userId: 'ada', kind: 'host' }, `10.0.0.${index}`)
        : limits.holdRun({ projectId, userId: `user ${index}`, kind: 'anonymous' }, address)
    const releases: (() => void)[] = []

    expect(await countPasses(async (index) => releases.push(await hold(index)), max)).toBe(max)
    await expect(hold(max)).rejects.toThrow('Too many answers are still being written.')
    releases[0]?.()
    releases[0]?.()

    await expect.poll(() => countPasses(hold, 1)).toBe(1)
    await expect(hold(max)).rejects.toThrow('Too many answers are still being written.')
  })

  test('all are taken, or none', async () => {
    const counters = await open()
    const projectId = newProject()
    const one = { name: 'one', rule: { count: 1, windowSeconds: STILL_SECONDS }, key: 'a' }
    const two = { name: 'two', rule: { count: 2, windowSeconds: STILL_SECONDS }, key: 'a' }

    expect(await counters.take(projectId, [one, two])).toBeUndefined()
    expect(await counters.take(projectId, [two, one])).toEqual({
      name: 'one',
      waitSeconds: STILL_SECONDS,
    })
    expect(await counters.take(projectId, [two])).toBeUndefined()
    expect(await counters.take(projectId, [one, two])).toMatchObject({ name: 'one' })
    expect(await counters.take(projectId, [])).toBeUndefined()
  })

  test('of several tokens all are taken, or none', async () => {
    const counters = await open()
    const projectId = newProject()
    const rule = { count: 10, windowSeconds: STILL_SECONDS }
    const take = (count: number) =>
      counters.take(projectId, [{ name: 'events', rule, key: 'a', count }])

    expect(await take(4)).toBeUndefined()
    expect(await take(7)).toEqual({ name: 'events', waitSeconds: STILL_SECONDS / 10 })
    expect(await take(6)).toBeUndefined()
    expect(await take(1)).toMatchObject({ name: 'events' })
  })

  test('the rule that takes longest is the one that is told', async () => {
    const counters = await open()
    const projectId = newProject()
    const short = { name: 'short', rule: { count: 1, windowSeconds: 60 }, key: 'a' }
    const long = { name: 'long', rule: { count: 1, windowSeconds: 3_600 }, key: 'a' }
    await counters.take(projectId, [short, long])

    const refusal = { name: 'long', waitSeconds: 3_600 }
    expect(await counters.take(projectId, [short, long])).toEqual(refusal)
    expect(await counters.take(projectId, [long, short])).toEqual(refusal)
  })

  test('all places are held, or none', async () => {
    const counters = await open()
    const projectId = newProject()
    const one = { name: 'one', key: 'a', max: 1 }
    const two = { name: 'two', key: 'a', max: 2 }

    expect(await counters.hold(projectId, [one, two], 60)).toBeTypeOf('function')
    expect(await counters.hold(projectId, [two, one], 60)).toBeUndefined()
    expect(await counters.hold(projectId, [two], 60)).toBeTypeOf('function')
    expect(await counters.hold(projectId, [two], 60)).toBeUndefined()
  })

  test('projects, names and keys count each for themselves', async () => {
    const counters = await open()
    const projectId = newProject()
    const wanted = { name: 'one', rule: { count: 1, windowSeconds: STILL_SECONDS }, key: 'a' }
    const strange = ['', ' ', 'a:b', '}{', 'ä😀', '\0', 'x'.repeat(1_000)]
    await counters.take(projectId, [wanted])
    expect(await counters.take(projectId, [wanted])).toBeDefined()

    expect(await counters.take(newProject(), [wanted])).toBeUndefined()
    expect(await counters.take(projectId, [{ ...wanted, name: 'two' }])).toBeUndefined()
    for (const key of strange) {
      expect(await counters.take(projectId, [{ ...wanted, key }])).toBeUndefined()
      expect(await counters.take(projectId, [{ ...wanted, key }])).toBeDefined()
    }
  })
})
