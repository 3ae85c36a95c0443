import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRedisGuard, PROBE_INTERVAL_MS } from './redis-guard.ts'

const OUT = 'Redis does not work: out, Error: no Redis'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createWorld() {
  const told: string[] = []
  const world = { works: true, probes: 0, asks: 0, told, trouble: undefined as unknown }
  const guard = createRedisGuard({
    probe() {
      world.probes += 1
      return answer()
    },
    connection: world,
    log: {
      warn: ({ err }, text) => told.push(`${text}, ${String(err)}`),
      info: (_, text) => told.push(text),
    },
    texts: { out: 'out', back: 'back' },
    onReturn: () => told.push('returned'),
  })
  async function answer() {
    if (!world.works) throw new Error('no Redis')
    return 'redis'
  }
  const ask = () => {
    world.asks += 1
    return answer()
  }
  return { world, told, guard, call: () => guard.call(ask, async () => 'memory') }
}

test('calls go to Redis while it works', async () => {
  const { world, told, call } = createWorld()

  expect(await call()).toBe('redis')
  expect(await call()).toBe('redis')
  expect(world).toMatchObject({ asks: 2, probes: 0 })
  expect(told).toEqual([])
})

test('the call that fails is answered from memory, and the next ones ask no more', async () => {
  const { world, told, call } = createWorld()
  world.works = false

  expect(await Promise.all([call(), call()])).toEqual(['memory', 'memory'])
  expect(await call()).toBe('memory')
  expect(world.asks).toBe(2)
  expect(told).toEqual([OUT])
})

test('what broke the connection is told in place of what a call says of it', async () => {
  const { world, told, call } = createWorld()
  Object.assign(world, { works: false, trouble: new Error('refused') })

  await call()

  expect(told).toEqual(['Redis does not work: out, Error: refused'])
})

test('a probe after each interval ends the outage, and a new one is told again', async () => {
  const { world, told, call } = createWorld()
  world.works = false
  await call()

  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS - 1)
  expect(world.probes).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(world.probes).toBe(1)
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS)
  expect(world.probes).toBe(2)
  expect(await call()).toBe('memory')

  world.works = true
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS)
  expect(await call()).toBe('redis')
  world.works = false
  await call()

  expect(told).toEqual([OUT, 'Redis works again: back', 'returned', OUT])
  expect(vi.getTimerCount()).toBe(1)
})

test('after close it looks no more and tells nothing', async () => {
  const { world, told, guard, call } = createWorld()
  world.works = false
  await call()
  expect(vi.getTimerCount()).toBe(1)

  guard.close()

  expect(vi.getTimerCount()).toBe(0)
  expect(await call()).toBe('memory')
  expect(told).toHaveLength(1)
})

test('a probe under way when it is closed changes nothing', async () => {
  const { world, told, guard, call } = createWorld()
  world.works = false
  await call()
  world.works = true

  vi.advanceTimersByTime(PROBE_INTERVAL_MS)
  guard.close()
  await vi.advanceTimersByTimeAsync(PROBE_INTERVAL_MS)

  expect(world.probes).toBe(1)
  expect(told).toHaveLength(1)
})
