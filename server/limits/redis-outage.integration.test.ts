import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startRedis } from '../../scripts/redis.ts'
import {
  connectRedis,
  REDIS_COMMAND_TIMEOUT_MS,
  REDIS_SILENCE_TIMEOUT_MS,
} from '../redis/connect-redis.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createRedisCounters, UNRELEASED_MAX } from './redis-counters.ts'

const OFTEN = { interval: 20 }
const OUT = 'warn Redis does not work: this server counts its limits for itself'
const BACK = 'info Redis works again: limits are counted there'
const three = { name: 'one', rule: { count: 3, windowSeconds: 1e9 }, key: 'a' }
const place = { name: 'place', key: 'a', max: 1 }

/** A Redis for this test, which it may stop, and a server that counts there. */
async function createWorld() {
  const server = await startRedis()
  const connection = await connectRedis(server.url)
  const lines: string[] = []
  const errors: unknown[] = []
  const counters = createRedisCounters({
    connection,
    fallback: createMemoryCounters(() => Date.now()),
    log: {
      info: (_fields, text) => lines.push(`info ${text}`),
      warn(fields, text) {
        lines.push(`warn ${text}`)
        errors.push(fields['err'])
      },
    },
  })
  // Reads Redis directly, without the time limits.
  const operator = new Redis(server.url)
  operator.on('error', () => {})
  onTestFinished(async () => {
    await counters.close()
    connection.close()
    operator.disconnect()
    await server.stop()
  })
  const take = () => counters.take('p', [three])
  const countKeys = async () => (await operator.keys('alcove:{p}:*')).length
  return { server, connection, counters, operator, lines, errors, take, countKeys }
}

test('Redis is killed under load: no call fails, memory counts, and it comes back (R11)', async () => {
  const { server, lines, take, countKeys } = await createWorld()
  for (let i = 0; i < 3; i++) expect(await take()).toBeUndefined()
  expect(await take()).toBeDefined()
  expect(lines).toEqual([])

  const calls: ReturnType<typeof take>[] = []
  const load = setInterval(() => calls.push(take()), 1)
  onTestFinished(() => clearInterval(load))
  await expect.poll(() => calls.length).toBeGreaterThan(10)
  await server.kill()
  await expect.poll(() => lines, OFTEN).toEqual([OUT])
  clearInterval(load)
  await Promise.all(calls)
  for (let i = 0; i < 3; i++) await take()
  expect(await take()).toBeDefined()

  await server.restart()
  await expect.poll(() => lines, OFTEN).toEqual([OUT, BACK])
  expect(await countKeys()).toBe(0)
  expect(await take()).toBeUndefined()
  expect(await countKeys()).toBe(1)
})

test('memory lets as many through as the rule says, each of them at once', async () => {
  const { server, lines, counters, take } = await createWorld()
  await server.kill()

  const start = performance.now()
  for (let i = 0; i < 3; i++) expect(await take()).toBeUndefined()
  expect(await take()).toMatchObject({ name: 'one' })
  for (let i = 0; i < 100; i++) await take()
  const release = await counters.hold('p', [place], 60)
  expect(await counters.hold('p', [place], 60)).toBeUndefined()
  release?.()
  expect(await counters.hold('p', [place], 60)).toBeTypeOf('function')

  // If each had waited for the time limit, it would be a hundred of them.
  expect(performance.now() - start).toBeLessThan(50 * REDIS_COMMAND_TIMEOUT_MS)
  expect(lines).toEqual([OUT])
})

test('Redis hangs: one call waits for the time limit, the others do not', async () => {
  const { server, lines, errors, take } = await createWorld()
  server.pause()

  const start = performance.now()
  expect(await take()).toBeUndefined()
  expect(performance.now() - start).toBeGreaterThan(REDIS_COMMAND_TIMEOUT_MS - 10)
  for (let i = 0; i < 100; i++) await take()
  expect(performance.now() - start).toBeLessThan(50 * REDIS_COMMAND_TIMEOUT_MS)
  expect(lines).toEqual([OUT])
  expect(errors).toEqual([new Error('Command timed out')])

  server.resume()
  await expect.poll(() => lines, OFTEN).toEqual([OUT, BACK])
})

test.each([
  ['less than', REDIS_COMMAND_TIMEOUT_MS - 1, []],
  ['as long as', REDIS_COMMAND_TIMEOUT_MS, [OUT]],
])('a Redis that is busy for %s the time limit leads to the log %j', async (_, waitedMs, log) => {
  const { connection, operator, lines, take } = await createWorld()
  // Lets the operator in while a script runs, which ends it.
  await operator.config('SET', 'busy-reply-threshold', 1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // On the same connection, so that the calls queue behind it.
  const working = connection.client.eval('while true do end', 0).catch(() => {})
  const calls = [take(), take()]
  await expect.poll(() => operator.ping().catch(String)).toContain('BUSY')

  vi.advanceTimersByTime(waitedMs)
  await (log.length > 0 ? Promise.all(calls) : undefined)
  await operator.script('KILL')
  await Promise.all([working, ...calls])

  expect(lines).toEqual(log)
})

test('a connection that stays silent is made anew', async () => {
  const { server, connection, take } = await createWorld()
  let closes = 0
  connection.client.on('close', () => (closes += 1))
  server.pause()
  await take()

  await expect.poll(() => closes, { timeout: REDIS_SILENCE_TIMEOUT_MS + 5_000 }).toBeGreaterThan(0)
  expect(String(connection.trouble)).toContain('Socket timeout')
  server.resume()
  await expect.poll(() => connection.trouble, OFTEN).toBeUndefined()
})

test('a Redis that takes no writes is out until it does, though it answers', async () => {
  const { operator, lines, counters, take } = await createWorld()
  let probes = 0
  await operator.config('SET', 'min-replicas-to-write', 1)
  const monitor = await operator.monitor()
  monitor.on('monitor', (_time: string, [name, ...rest]: string[]) => {
    if (name?.toLowerCase() === 'eval' && rest.some((text) => text.includes('probe'))) probes += 1
  })
  onTestFinished(() => monitor.disconnect())

  expect(await take()).toBeUndefined()
  await expect.poll(() => probes, OFTEN).toBeGreaterThanOrEqual(2)
  expect(lines).toEqual([OUT])
  expect(await counters.hold('p', [place], 60)).toBeTypeOf('function')

  await operator.config('SET', 'min-replicas-to-write', 0)
  await expect.poll(() => lines, OFTEN).toEqual([OUT, BACK])
})

test('a server starts without Redis, says why, and finds it later', async () => {
  const server = await startRedis()
  await server.kill()
  const connection = await connectRedis(server.url)
  const told: unknown[] = []
  const counters = createRedisCounters({
    connection,
    fallback: createMemoryCounters(() => 0),
    log: { info: () => told.push('back'), warn: ({ err }) => told.push(err) },
  })
  onTestFinished(async () => {
    await counters.close()
    connection.close()
    await server.stop()
  })

  expect(await counters.take('p', [three])).toBeUndefined()
  expect(told).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])

  await server.restart()
  await expect.poll(() => told[1], OFTEN).toBe('back')
  expect(connection.trouble).toBeUndefined()
})

test('a server does not wait for a Redis that hangs from the start', async () => {
  const { server } = await createWorld()
  server.pause()

  const connection = await connectRedis(server.url)

  expect(connection.trouble).toBeInstanceOf(Error)
  connection.close()
})

test('places that could not be given back in an outage come free after it', async () => {
  const { server, operator, lines, counters, countKeys } = await createWorld()
  const release = await counters.hold('p', [place], 600)
  await operator.config('SET', 'min-replicas-to-write', 1)
  release?.()
  await expect.poll(() => lines).toEqual([OUT])
  expect(await countKeys()).toBe(1)
  await operator.config('SET', 'min-replicas-to-write', 0)
  await expect.poll(countKeys, OFTEN).toBe(0)

  // Redis executes this one too late: memory already has the place.
  server.pause()
  expect(await counters.hold('p', [place], 600)).toBeTypeOf('function')
  server.resume()
  await expect.poll(() => lines, OFTEN).toEqual([OUT, BACK, OUT, BACK])
  await expect.poll(countKeys, OFTEN).toBe(0)
  expect(await counters.hold('p', [place], 600)).toBeTypeOf('function')
})

test(`of the places to give back after an outage ${UNRELEASED_MAX} are remembered`, async () => {
  const { operator, counters, lines } = await createWorld()
  const wide = { ...place, max: UNRELEASED_MAX + 1 }
  const releases = await Promise.all(
    Array.from({ length: UNRELEASED_MAX + 1 }, () => counters.hold('p', [wide], 600)),
  )
  const countHeld = () => operator.zcard('alcove:{p}:place:a')
  expect(await countHeld()).toBe(UNRELEASED_MAX + 1)
  await operator.config('SET', 'min-replicas-to-write', 1)

  for (const release of releases) release?.()
  await expect.poll(() => lines).toEqual([OUT])
  await operator.config('SET', 'min-replicas-to-write', 0)

  await expect.poll(countHeld, OFTEN).toBe(1)
})

test('close waits for places that are being given back', async () => {
  const { operator, counters } = await createWorld()
  const release = await counters.hold('p', [place], 600)
  expect(await operator.zcard('alcove:{p}:place:a')).toBe(1)

  release?.()
  await counters.close()

  expect(await operator.zcard('alcove:{p}:place:a')).toBe(0)
})
