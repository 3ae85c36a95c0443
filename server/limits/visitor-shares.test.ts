import { expect, test } from 'vitest'
import { createAddressKey } from './address-key.ts'
import { parseLimits } from './limit-table.ts'
import { createLimits, type Subject } from './limits.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createShareAlarm } from './share-alarm.ts'
import { visitorsPart } from './visitor-shares.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MIB = 1_048_576
const FARM = '203.0.113.7'
const OTHER = '198.51.100.9'
const addressKey = createAddressKey(Buffer.from('a key of the tests'))
const visitor = (userId: string, address = FARM): Subject => ({
  projectId: 'shop',
  userId,
  kind: 'anonymous',
  address,
})
const ada: Subject = { projectId: 'shop', userId: 'ada', kind: 'host', address: FARM }

function createWorld(text?: string) {
  const clock = { ms: 0 }
  const shares: object[] = []
  const counters = createMemoryCounters(() => clock.ms)
  const tellShareUsedUp = createShareAlarm({
    counters,
    addressKey,
    onUsedUp: (share) => shares.push(share),
  })
  const table = parseLimits(text)
  const limits = createLimits({ tableOf: () => table, counters, tellShareUsedUp })
  return { clock, limits, shares }
}

/** Number of `max` calls that pass, each a minute after the one before. */
async function countPasses(
  clock: { ms: number },
  call: (index: number) => Promise<void>,
  max: number,
  stepMs = 0,
): Promise<number> {
  let passes = 0
  for (let index = 0; index < max; index++) {
    passes += await call(index).then(
      () => 1,
      () => 0,
    )
    clock.ms += stepMs
  }
  return passes
}

test('an address gets a tenth of the new visitors of an hour, however slowly it takes them', async () => {
  const { clock, limits } = createWorld()
  const mint = () => limits.takeAnonymous('shop', FARM)

  // 30 a minute pass the limit of a minute, so 3 seconds between two.
  const passes = await countPasses(clock, mint, 600, 3_000)

  // A full bucket of 100 and the inflow of half an hour.
  expect(passes).toBeGreaterThanOrEqual(100)
  expect(passes).toBeLessThanOrEqual(151)
  await limits.takeAnonymous('shop', OTHER)
})

test('an address gets 500 new visitors a day', async () => {
  const { clock, limits } = createWorld()
  const mint = () => limits.takeAnonymous('shop', FARM)

  const passes = await countPasses(clock, mint, 24 * 60, 60_000)

  expect(passes).toBeGreaterThanOrEqual(500)
  expect(passes).toBeLessThanOrEqual(1_000)
})

test('visitors of one address upload 300 MiB a day, and everybody else is served', async () => {
  const { clock, limits } = createWorld()
  const upload = (index: number) => limits.takeUploadBytes(visitor(`v${index}`), 5 * MIB)

  expect(await countPasses(clock, upload, 100)).toBe(60)
  await limits.takeUploadBytes(visitor('elsewhere', OTHER), 5 * MIB)
  expect(await countPasses(clock, () => limits.takeUploadBytes(ada, 20 * MIB), 100)).toBe(100)
  clock.ms += DAY_MS
  expect(await countPasses(clock, upload, 100)).toBe(60)
})

test('an office of 50 behind one address sends a file of 5 MB each', async () => {
  const { clock, limits } = createWorld()
  const send = async (index: number) => {
    await limits.takeUpload(visitor(`v${index}`))
    await limits.takeUploadBytes(visitor(`v${index}`), 5 * MIB)
  }

  expect(await countPasses(clock, send, 50)).toBe(50)
})

test('written bytes end for an address, at n and n + 1', async () => {
  const { limits } = createWorld('{"anonymousWrittenBytesPerAddressPerDay":1000}')
  await limits.takeWrittenBytes(visitor('a'), 999)
  await limits.takeWrittenBytes(visitor('b'), 1)

  await expect(limits.takeWrittenBytes(visitor('c'), 1)).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Visitors of your network have used up their share. Try again in 87 seconds.',
  })
  await limits.takeWrittenBytes(visitor('c', OTHER), 1_000)
})

test('a share follows what all visitors have, and its setting', async () => {
  const passes = async (text: string) => {
    const { clock, limits } = createWorld(text)
    return countPasses(clock, (n) => limits.takeWrittenBytes(visitor(`v${n}`), 10), 100)
  }

  // A tenth of three quarters of 4,000 bytes.
  expect(await passes('{"projectMessageBytes":4000}')).toBe(30)
  expect(await passes('{"projectMessageBytes":4000,"addressSharePercent":20}')).toBe(60)
  // The address's own limit, if that is less.
  expect(
    await passes('{"projectMessageBytes":4000,"anonymousWrittenBytesPerAddressPerDay":100}'),
  ).toBe(10)
})

test('a file larger than the share takes all of it, so that small projects take files too', async () => {
  const { limits } = createWorld('{"projectStorageBytes":1000000}')
  await limits.takeUploadBytes(visitor('a'), 5 * MIB)

  await expect(limits.takeUploadBytes(visitor('b'), 1)).rejects.toThrow('their share')
})

test('threads of an address end, while each visitor has their own limit as well', async () => {
  const { clock, limits } = createWorld('{"anonymousThreadsPerAddressPerDay":45}')
  const begin = (index: number) => limits.takeThread(visitor(`v${Math.floor(index / 20)}`))

  expect(await countPasses(clock, begin, 60)).toBe(45)
  await limits.takeThread(visitor('elsewhere', OTHER))
  await limits.takeThread(ada)
})

test('the operator hears once an hour of a share that was used up, with the key of the address', async () => {
  const { clock, limits, shares } = createWorld('{"anonymousWrittenBytesPerAddressPerDay":10}')
  const write = (address: string) =>
    limits.takeWrittenBytes(visitor('a', address), 10).catch(() => {})
  const told = (address: string) => ({
    projectId: 'shop',
    limit: 'anonymousWrittenBytesPerAddressPerDay',
    addressKey: addressKey(address),
  })
  await write(FARM)
  expect(shares).toEqual([])

  for (let again = 0; again < 3; again++) await write(FARM)
  expect(shares).toEqual([told(FARM)])

  await write(OTHER)
  await write(OTHER)
  expect(shares).toEqual([told(FARM), told(OTHER)])

  clock.ms += HOUR_MS
  await write(FARM)
  expect(shares).toHaveLength(3)
})

test.each([
  [1, 1],
  [3, 2],
  [4, 3],
  [100, 75],
])('of a pool of %i visitors take %i', (pool, part) => {
  expect(visitorsPart(pool)).toBe(part)
})

test.each([0, 101, 1.5, '10'])('an address share of %j percent is refused', (percent) => {
  expect(() => parseLimits(JSON.stringify({ addressSharePercent: percent }))).toThrow(
    'expected a whole number of percent from 1 to 100, such as 10.',
  )
})

test.each([
  ['calls', 'callsPerAddressPerMinute', 600, 'takeAddressCall'],
  ['new visitors', 'anonymousPerAddressPerMinute', 30, 'takeAnonymous'],
] as const)(
  'a flood of %s is told once an hour, by the key of its address',
  async (_, limit, count, take) => {
    const { clock, limits, shares } = createWorld()
    const told = { projectId: 'shop', limit, addressKey: addressKey(FARM) }

    expect(await countPasses(clock, () => limits[take]('shop', FARM), count)).toBe(count)
    expect(shares).toEqual([])
    expect(await countPasses(clock, () => limits[take]('shop', FARM), 3)).toBe(0)
    expect(shares).toEqual([told])
    expect(await countPasses(clock, () => limits[take]('shop', OTHER), 1)).toBe(1)
  },
)
