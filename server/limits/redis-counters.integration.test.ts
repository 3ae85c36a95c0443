import fc from 'fast-check'
import { once } from 'node:events'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectRedis } from '../redis/connect-redis.ts'
import { startCountersProcess } from '../testing/start-counters-process.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createRedisCounters } from './redis-counters.ts'

const STILL_SECONDS = 1e9
const log = { info: () => {}, warn: (_fields: unknown, text: string) => expect.unreachable(text) }
/** Tests share a Redis, and each uses its own project there. */
const newProject = (): string => `p-${crypto.randomUUID()}`

async function openRedis() {
  const connection = await connectRedis(inject('redisUrl'))
  const fallback = createMemoryCounters(() => 0)
  const counters = createRedisCounters({ connection, fallback, log })
  onTestFinished(async () => {
    await counters.close()
    connection.close()
  })
  return { counters, redis: connection.client }
}

const wantedOf = (count: number, windowSeconds: number, key = 'a') => ({
  name: 'one',
  rule: { count, windowSeconds },
  key,
})

const startProcess = (code: string) => startCountersProcess(inject('redisUrl'), code)

test('processes that take at the same time get the count together', async () => {
  const projectId = newProject()
  const wanted = wantedOf(100, STILL_SECONDS)
  const code = `
    let passes = 0
    for (let i = 0; i < 80; i++) {
      const refusal = await counters.take(${JSON.stringify(projectId)}, [${JSON.stringify(wanted)}])
      if (!refusal) passes += 1
    }
    console.log(passes)
    await counters.close()
    connection.close()`

  const printed = await Promise.all(
    [1, 2, 3].map(async () => Number(await once(startProcess(code).lines, 'line'))),
  )

  expect(printed.reduce((sum, passes) => sum + passes, 0)).toBe(100)
})

test('the places of a process that was killed come free when their time is over', async () => {
  const { counters } = await openRedis()
  const projectId = newProject()
  const slot = { name: 'one', key: 'a', max: 1 }
  const hold = () => counters.hold(projectId, [slot], 60)
  const { child, lines } = startProcess(`
    await counters.hold(${JSON.stringify(projectId)}, [${JSON.stringify(slot)}], 2)
    console.log('held')
    setInterval(() => {}, 1000)`)
  await once(lines, 'line')
  expect(await hold()).toBeUndefined()

  child.kill('SIGKILL')
  await once(child, 'exit')

  await expect.poll(hold).toBeTypeOf('function')
})

test('a short lease does not end a longer one of the same key', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  const slot = { name: 'one', key: 'a', max: 2 }
  await counters.hold(projectId, [slot], 600)
  await counters.hold(projectId, [slot], 1)

  const [key] = await redis.keys(`alcove:{${projectId}}:*`)

  expect(await redis.pttl(String(key))).toBeGreaterThan(500_000)
})

test('a bucket fills with the time of Redis, as told', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  const take = () => counters.take(projectId, [wantedOf(2, 2)])
  const start = performance.now()
  await take()
  await take()
  expect(await take()).toEqual({ name: 'one', waitSeconds: 1 })

  await expect.poll(take, { interval: 20 }).toBeUndefined()

  // Redis counts whole milliseconds.
  expect(performance.now() - start).toBeGreaterThanOrEqual(998)
  const [key] = await redis.keys(`alcove:{${projectId}}:*`)
  expect(await redis.pttl(String(key))).toBeLessThanOrEqual(2_000)
})

test('waiting as long as told is enough, and a little less is not', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  const wanted = wantedOf(1, 86_400)
  await counters.take(projectId, [wanted])
  expect(await counters.take(projectId, [wanted])).toMatchObject({ waitSeconds: 86_400 })
  const key = `alcove:{${projectId}}:one:a`
  const at = Number(await redis.hget(key, 'at'))
  const age = (seconds: number) => redis.hset(key, 'at', at - seconds * 1000)

  await age(86_340)
  expect(await counters.take(projectId, [wanted])).toMatchObject({ waitSeconds: 60 })
  await age(86_400)
  expect(await counters.take(projectId, [wanted])).toBeUndefined()
})

test('a clock of Redis that goes back neither fills nor empties a bucket', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  const take = () => counters.take(projectId, [wantedOf(2, STILL_SECONDS)])
  await take()
  const key = `alcove:{${projectId}}:one:a`
  await redis.hset(key, 'at', Number(await redis.hget(key, 'at')) + 3_600_000)

  expect(await take()).toBeUndefined()
  expect(await take()).toBeDefined()
})

test('what is counted is forgotten as soon as it means nothing any more', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  await counters.take(projectId, [wantedOf(60, 60)])
  const release = await counters.hold(projectId, [{ name: 'held', key: 'a', max: 1 }], 60)
  const ttl = async (name: string) => redis.pttl(`alcove:{${projectId}}:${name}:a`)

  expect(await ttl('one')).toBeGreaterThan(0)
  expect(await ttl('one')).toBeLessThanOrEqual(1_000)
  expect(await ttl('held')).toBeGreaterThan(50_000)
  expect(await ttl('held')).toBeLessThanOrEqual(60_000)
  release?.()
  await expect.poll(() => redis.exists(`alcove:{${projectId}}:held:a`)).toBe(0)
})

test('a Redis that forgot its scripts is taught them again', async () => {
  const { counters, redis } = await openRedis()
  const projectId = newProject()
  await counters.take(projectId, [wantedOf(2, STILL_SECONDS)])

  await redis.script('FLUSH')

  expect(await counters.take(projectId, [wantedOf(2, STILL_SECONDS)])).toBeUndefined()
  expect(await counters.take(projectId, [wantedOf(2, STILL_SECONDS)])).toBeDefined()
})

test('no interleaving of servers lets more through than the burst and what flowed in', async () => {
  const servers = [await openRedis(), await openRedis(), await openRedis()]
  const call = fc.record({
    server: fc.nat(servers.length - 1),
    key: fc.constantFrom('a', 'b'),
    isAwaited: fc.boolean(),
  })
  const rule = fc.record({
    count: fc.integer({ min: 1, max: 8 }),
    windowMs: fc.integer({ min: 50, max: 500 }),
  })
  await fc.assert(
    fc.asyncProperty(rule, fc.array(call, { maxLength: 100 }), async (any, calls) => {
      const projectId = newProject()
      const windowSeconds = any.windowMs / 1000
      const passes: Record<string, number> = { a: 0, b: 0 }
      const start = performance.now()
      const pending: Promise<void>[] = []
      for (const { server, key, isAwaited } of calls) {
        const taking = servers[server]!.counters.take(projectId, [
          wantedOf(any.count, windowSeconds, key),
        ])
        pending.push(taking.then((refusal) => void (passes[key]! += refusal ? 0 : 1)))
        if (isAwaited) await pending.at(-1)
      }
      await Promise.all(pending)
      // Redis counts whole milliseconds.
      const flowed = ((performance.now() - start + 2) * any.count) / any.windowMs
      for (const key of ['a', 'b']) {
        const asked = calls.filter((one) => one.key === key).length
        expect(passes[key]).toBeLessThanOrEqual(any.count + flowed)
        expect(passes[key]).toBeGreaterThanOrEqual(Math.min(asked, any.count))
      }
    }),
    { numRuns: 40 },
  )
})
