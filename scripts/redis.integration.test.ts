import { Redis } from 'ioredis'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from './redis.ts'

/** Far more than a running Redis needs. */
const ANSWER_LIMIT_MS = 500

async function connect(url: string) {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null })
  client.on('error', () => {})
  onTestFinished(() => client.disconnect())
  await client.connect()
  const [, folder] = await client.config('GET', 'dir')
  return { client, folder: String(folder) }
}

test('a started server keeps nothing on the disk, and leaves nothing when it is stopped', async () => {
  const redis = await startRedis()
  const { client, folder } = await connect(redis.url)
  expect(await client.config('GET', 'save')).toEqual(['save', ''])
  expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'no'])
  expect(existsSync(folder)).toBe(true)

  await redis.stop()
  await redis.stop()

  expect(existsSync(folder)).toBe(false)
  await expect(connect(redis.url)).rejects.toThrow()
})

test('two servers stand beside each other', async () => {
  const [one, two] = await Promise.all([startRedis(), startRedis()])
  onTestFinished(async () => void (await Promise.all([one.stop(), two.stop()])))
  const { client } = await connect(one.url)
  await client.set('key', 'value')

  expect(await (await connect(two.url)).client.get('key')).toBeNull()
  expect(await client.get('key')).toBe('value')
})

test('a paused server answers when it goes on', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const { client } = await connect(redis.url)
  expect(await client.ping()).toBe('PONG')

  redis.pause()
  const answer = client.ping()
  const first = await Promise.race([answer, once(AbortSignal.timeout(ANSWER_LIMIT_MS), 'abort')])
  expect(first).not.toBe('PONG')
  redis.resume()

  expect(await answer).toBe('PONG')
})

test('a killed server comes back empty at the same address', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const { client } = await connect(redis.url)
  await client.set('key', 'value')

  await redis.kill()
  await expect(connect(redis.url)).rejects.toThrow()
  await redis.restart()

  expect(await (await connect(redis.url)).client.get('key')).toBeNull()
})

test('a server does not outlive a kill -9 of the process that started it, paused or not', async () => {
  const code = `
    import { startRedis } from ${JSON.stringify(new URL('redis.ts', import.meta.url).href)}
    const redis = await startRedis()
    console.log(redis.url)
    process.stdin.once('data', () => {
      redis.pause()
      console.log('paused')
    })`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(parent.stdout)
  const [url] = await once(lines, 'line')
  const { client, folder } = await connect(String(url))
  const ended = once(client, 'end')
  parent.stdin.write('pause\n')
  await once(lines, 'line')

  parent.kill('SIGKILL')

  await ended
  await expect.poll(() => existsSync(folder)).toBe(false)
})
