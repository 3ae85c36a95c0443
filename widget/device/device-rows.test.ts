import { expect, test } from 'vitest'
import {
  createMemoryRows,
  type DeviceRows,
  createSafeRows,
  STORAGE_TIMEOUT_MS,
} from './device-rows.ts'

const ADA = { base: 'https://chat.example/p/shop', owner: 'ada' }
const BEN = { ...ADA, owner: 'ben' }
const ELSEWHERE = { base: 'https://chat.example/p/help', owner: 'ada' }

test('gives nobody the rows of somebody else, or of another project', async () => {
  const rows = createMemoryRows()
  for (const scope of [ADA, BEN, ELSEWHERE]) {
    await rows.put('drafts', scope, { id: 'one', value: scope.owner + scope.base })
  }

  expect(await rows.list('drafts', ADA)).toEqual([{ id: 'one', value: ADA.owner + ADA.base }])
  expect(await rows.list('outbox', ADA)).toEqual([])
})

test('clears one person, or everybody else of a project', async () => {
  const rows = createMemoryRows()
  for (const scope of [ADA, BEN, ELSEWHERE])
    await rows.put('outbox', scope, { id: 'one', value: 1 })

  await rows.clearOthers(ADA)
  expect(await rows.list('outbox', ADA)).toHaveLength(1)
  expect(await rows.list('outbox', BEN)).toEqual([])
  expect(await rows.list('outbox', ELSEWHERE)).toHaveLength(1)

  await rows.clear(ADA)
  expect(await rows.list('outbox', ADA)).toEqual([])
  expect(await rows.list('outbox', ELSEWHERE)).toHaveLength(1)
})

const SCOPE = { base: 'https://chat.example', owner: 'ada' }
const ROW = { id: 'one', value: { text: 'Hello' } }

/** A clock that the test advances. */
function createTime() {
  let timers: { at: number; task: () => void }[] = []
  let now = 0
  return {
    after(delayMs: number, task: () => void) {
      const timer = { at: now + delayMs, task }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pass(ms: number) {
      now += ms
      for (const { task } of timers.filter(({ at }) => at <= now)) task()
    },
    get isWaiting() {
      return timers.length > 0
    },
  }
}

function createWorld(rows: Partial<DeviceRows>) {
  const device = createMemoryRows()
  const time = createTime()
  let told = 0
  const safe = createSafeRows({
    rows: { ...device, ...rows },
    after: time.after,
    onMemory: () => (told += 1),
    onKept: () => {},
  })
  return {
    device,
    safe,
    time,
    get told() {
      return told
    },
  }
}

const fail = (name: string) => () => Promise.reject(new DOMException('No.', name))

test('keeps what the device takes, and says nothing', async () => {
  const { device, safe, told, time } = createWorld({})

  await safe.put('drafts', SCOPE, ROW)

  expect(await device.list('drafts', SCOPE)).toEqual([ROW])
  expect(await safe.list('drafts', SCOPE)).toEqual([ROW])
  expect(told).toBe(0)
  expect(time.isWaiting).toBe(false)
})

test('goes on in memory where the device is blocked, and says so once (R25)', async () => {
  const blocked = fail('SecurityError')
  const world = createWorld({ list: blocked, put: blocked, remove: blocked, clear: blocked })

  await world.safe.put('drafts', SCOPE, ROW)
  await world.safe.put('outbox', SCOPE, ROW)

  expect(await world.safe.list('drafts', SCOPE)).toEqual([ROW])
  await world.safe.clear(SCOPE)
  expect(await world.safe.list('drafts', SCOPE)).toEqual([])
  expect(world.told).toBe(1)
})

test('keeps in memory what a full device has no room for, and reads what it holds', async () => {
  const old = { id: 'old', value: 'Old' }
  let isFull = false
  const world = createWorld({})
  const { device } = world
  const told: string[] = []
  const safe = createSafeRows({
    rows: {
      ...device,
      put: (...args) => (isFull ? fail('QuotaExceededError')() : device.put(...args)),
    },
    after: world.time.after,
    onMemory: () => told.push('memory'),
    onKept: () => told.push('kept'),
  })
  await safe.put('drafts', SCOPE, old)
  isFull = true
  await safe.put('drafts', SCOPE, ROW)
  await safe.put('drafts', SCOPE, { id: 'old', value: 'Newer' })

  expect(await safe.list('drafts', SCOPE)).toEqual([ROW, { id: 'old', value: 'Newer' }])
  expect(await device.list('drafts', SCOPE)).toEqual([old])

  expect(told).toEqual(['memory'])

  isFull = false
  await safe.put('outbox', SCOPE, ROW)
  expect(await device.list('drafts', SCOPE)).toEqual([{ id: 'old', value: 'Newer' }, ROW])
  expect(told).toEqual(['memory', 'kept'])

  isFull = true
  await safe.put('outbox', SCOPE, { id: 'third', value: 'Late' })
  expect(told).toEqual(['memory', 'kept', 'memory'])
})

test('waits for a device up to its limit, and no longer', async () => {
  const slow = Promise.withResolvers<readonly []>()
  const world = createWorld({ list: () => slow.promise })
  let isDone = false
  const listing = world.safe.list('drafts', SCOPE).then(() => (isDone = true))

  world.time.pass(STORAGE_TIMEOUT_MS - 1)
  await Promise.resolve()
  expect(isDone).toBe(false)
  expect(world.told).toBe(0)
  world.time.pass(1)
  await listing

  expect(world.told).toBe(1)
  await world.safe.put('drafts', SCOPE, ROW)
  expect(await world.device.list('drafts', SCOPE)).toEqual([])
  expect(await world.safe.list('drafts', SCOPE)).toEqual([ROW])
})
