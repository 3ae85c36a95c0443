import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  return { client, folder: rows[0]!.data_directory }
}

test('a started server makes databases, and leaves nothing when it is stopped', async () => {
  const postgres = await startPostgres()
  const one = await postgres.createDatabase()
  const two = await postgres.createDatabase()
  const { client, folder } = await connect(one)
  expect(one).not.toBe(two)
  expect((await client.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  expect(existsSync(folder)).toBe(true)

  await postgres.stop()
  await postgres.stop()

  expect(existsSync(folder)).toBe(false)
  await expect(connect(one)).rejects.toThrow()
})

test('a server does not outlive a kill -9 of the process that started it', async () => {
  const code = `
    import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    const { url } = await startPostgres()
    console.log(url)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(parent.stdout), 'line')
  const { client, folder } = await connect(String(url))
  const ended = new Promise((resolve) => client.once('end', resolve))

  parent.kill('SIGKILL')

  await ended
  await expect.poll(() => existsSync(folder)).toBe(false)
})
