import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from '../../scripts/redis.ts'
import { connectRedis } from '../redis/connect-redis.ts'
import {
  createRedisLog,
  ENDED_LOG_KEPT_MS,
  ENTRIES_PER_READ,
  LOG_KEPT_MS,
  streamKey,
} from './redis-log.ts'
import type { SharedReader } from './shared-log.ts'

const WAIT_MS = 5_000
const SHORT_MS = 50
const OFTEN = { interval: 20 }
const never = () => new AbortController().signal
const event = (name: string) => `data: ${name}\n\n`

/** A Redis for this test, and two processes that share it. */
async function createWorld() {
  const server = await startRedis()
  const operator = new Redis(server.url)
  operator.on('error', () => {})
  const lines: string[] = []
  async function connect() {
    const connection = await connectRedis(server.url)
    const log = createRedisLog({
      connection,
      log: {
        info: (_fields, text) => lines.push(`info ${text}`),
        warn: (_fields, text) => lines.push(`warn ${text}`),
      },
    })
    onTestFinished(() => {
      log.close()
      connection.close()
    })
    return log
  }
  onTestFinished(async () => {
    operator.disconnect()
    await server.stop()
  })
  return { server, operator, lines, writer: await connect(), reader: await connect() }
}

/** Everything after a position, until the run's end. */
async function readAll(reader: SharedReader, after = 0): Promise<string> {
  let text = ''
  let position = after
  for (;;) {
    const page = await reader.read(position, WAIT_MS, never())
    text += page.events.join('')
    position += page.events.length
    if (page.last !== undefined) return text + page.last
  }
}

test('another process reads what was written and what comes, in order', async () => {
  const { writer, reader } = await createWorld()
  const run = writer.open('r1')
  const early = readAll(reader.follow('r1'))
  for (let index = 1; index <= 300; index += 1) {
    run.append(event(String(index)))
    if (index % 100 === 0) await new Promise(setImmediate)
  }
  run.end('END')

  const all = Array.from({ length: 300 }, (_, index) => event(String(index + 1)))
  expect(await early).toBe(`${all.join('')}END`)
  expect(await readAll(reader.follow('r1'))).toBe(`${all.join('')}END`)
  expect(await readAll(reader.follow('r1'), 298)).toBe(`${event('299')}${event('300')}END`)
  expect(await readAll(reader.follow('r1'), 300)).toBe('END')
})

test('a word wakes the reader at once', async () => {
  const { writer, reader } = await createWorld()
  const run = writer.open('r1')
  const follower = reader.follow('r1')
  // Certainly subscribed: the first read has gone to Redis and back.
  await follower.read(0, SHORT_MS, never())
  const next = follower.read(0, 60_000, never())
  run.append(event('1'))

  expect((await next).events).toEqual([event('1')])
})

test('it says nothing when nothing comes in time, and when its reader leaves', async () => {
  const { writer, reader } = await createWorld()
  writer.open('r1')
  const follower = reader.follow('r1')
  expect(await follower.read(0, SHORT_MS, never())).toEqual({ events: [] })

  const leaving = new AbortController()
  const pending = follower.read(0, 60_000, leaving.signal)
  leaving.abort()
  expect(await pending).toEqual({ events: [] })
})

test('what is missing is never skipped', async () => {
  const { writer, reader, operator } = await createWorld()
  const run = writer.open('r1')
  const follower = reader.follow('r1')
  run.append(event('1'))
  await expect.poll(() => operator.xlen(streamKey('r1'))).toBe(1)
  await operator.del(streamKey('r1'))
  run.append(event('2'))
  await expect.poll(() => operator.xlen(streamKey('r1'))).toBe(1)

  expect(await follower.read(0, SHORT_MS, never())).toEqual({ events: [] })
  // Found in the store meanwhile.
  expect(await follower.read(1, SHORT_MS, never())).toEqual({ events: [event('2')] })
})

test('more entries than are read at once are all read', async () => {
  const { reader, operator } = await createWorld()
  const key = streamKey('r1')
  for (let index = 1; index <= ENTRIES_PER_READ + 1; index += 1) {
    await operator.xadd(key, '*', 'n', String(index), 't', event(String(index)))
  }

  const page = await reader.follow('r1').read(0, SHORT_MS, never())

  expect(page.events).toHaveLength(ENTRIES_PER_READ + 1)
  expect(page.events.at(-1)).toBe(event(String(ENTRIES_PER_READ + 1)))
})

test('a log goes by itself: soon after its end, and some time after a crash', async () => {
  const { writer, operator } = await createWorld()
  const run = writer.open('r1')
  run.append(event('1'))
  await expect.poll(() => operator.pttl(streamKey('r1'))).toBeGreaterThan(ENDED_LOG_KEPT_MS)
  expect(await operator.pttl(streamKey('r1'))).toBeLessThanOrEqual(LOG_KEPT_MS)
  run.end('END')

  await expect.poll(() => operator.pttl(streamKey('r1'))).toBeLessThanOrEqual(ENDED_LOG_KEPT_MS)
})

test('a Redis that is killed stops nothing, and is used again when it is back (R11)', async () => {
  const { server, writer, reader, lines } = await createWorld()
  const run = writer.open('r1')
  const follower = reader.follow('r1')
  run.append(event('1'))
  await expect
    .poll(async () => (await follower.read(0, SHORT_MS, never())).events, OFTEN)
    .toEqual([event('1')])
  await server.kill()
  run.append(event('2'))
  await expect.poll(() => lines.length, OFTEN).toBeGreaterThan(0)
  expect(await follower.read(1, SHORT_MS, never())).toEqual({ events: [] })

  await server.restart()
  const isBack = () => lines.filter((line) => line.startsWith('info')).length
  // Each process finds it by itself, as soon as it had missed it.
  await expect
    .poll(async () => {
      run.append(event('x'))
      await follower.read(1, SHORT_MS, never())
      return isBack() === lines.filter((line) => line.startsWith('warn')).length && isBack() > 0
    }, OFTEN)
    .toBe(true)
  const other = writer.open('r2')
  other.append(event('1'))
  other.end('END')
  expect(await readAll(reader.follow('r2'))).toBe(`${event('1')}END`)
})
