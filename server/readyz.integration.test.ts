import { chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { mountSmallVolume, NO_VOLUME } from '../scripts/small-volume.ts'
import { ENGINES } from '../scripts/store-place.ts'
import { createChatClient, userMessage } from './testing/chat-client.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { readAllRows } from './testing/read-all-rows.ts'

const SECRET = 'a secret that is long enough for the tests'

async function start(
  dataDir: string,
  databaseUrl = '',
  env: Readonly<Record<string, string>> = {},
) {
  const alcove = await startAlcove({
    dataDir,
    env: { ALCOVE_MODEL: 'demo', ALCOVE_SECRET: SECRET, DATABASE_URL: databaseUrl, ...env },
  })
  onTestFinished(async () => void (await alcove.stop()))
  const origin = `http://127.0.0.1:${alcove.port}`
  const statusOf = async (path: string) => {
    const response = await fetch(origin + path)
    await response.body?.cancel()
    return response.status
  }
  return { alcove, origin, statusOf }
}

test.each(ENGINES)(
  'ready means that a write was committed, one for many callers, on %s',
  async (engine) => {
    const place = await createMigratedPlace(engine, inject('postgresUrl'))
    onTestFinished(() => place.remove())
    const { alcove, origin } = await start(place.dataDir, place.databaseUrl)
    const began = performance.now()

    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${origin}/readyz`)).json()),
    )

    const seconds = (performance.now() - began) / 1_000
    expect(answers).toEqual(answers.map(() => ({ ok: true })))
    await alcove.stop()
    const [row = '[]'] = (await readAllRows(place))['write_checks'] ?? []
    const columns = new Map(JSON.parse(row) as readonly (readonly [string, unknown])[])
    const count = Number(columns.get('count'))
    expect(count).toBeGreaterThanOrEqual(1)
    expect(count).toBeLessThanOrEqual(1 + seconds)
  },
)

test('a full disk is not ready, in words, though its database answers; with room it is ready again', async ({
  skip,
}) => {
  const volume = mountSmallVolume(8)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  const { alcove, origin, statusOf } = await start(join(volume.path, 'data'))
  expect(await statusOf('/readyz')).toBe(200)

  volume.fill()

  await expect.poll(() => statusOf('/readyz')).toBe(503)
  const refused = await fetch(`${origin}/readyz`)
  expect(await refused.json()).toMatchObject({
    error: 'unavailable',
    message: expect.stringMatching(/^The (database|data folder) takes no writes at the moment\.$/),
  })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await statusOf('/healthz')).toBe(200)
  volume.clear()
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  await expect.poll(() => alcove.output().match(/not ready: a write fails/g)).toHaveLength(1)
  await expect.poll(() => alcove.output()).toContain('ready again')
})

/**
 * A database whose files are on a separate small volume. Its server is its own: while the volume is full, the server
 * ends no checkpoint and creates no database.
 */
async function createDatabaseOn(folder: string): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const { uid, gid } = statSync(rows[0]!.data_directory)
  const place = join(folder, 'space')
  mkdirSync(place)
  chownSync(place, uid, gid)
  await client.query(`create tablespace small location '${place}'`)
  await client.query('create database small tablespace small')
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = '/small'
  return url.href
}

test('a full disk of Postgres is not ready, though a row fits; the operator is told whose disk it is (R09)', async ({
  skip,
}) => {
  const volume = mountSmallVolume(64)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  const databaseUrl = await createDatabaseOn(volume.path)
  const place = await createMigratedPlace('sqlite', '')
  onTestFinished(() => place.remove())
  const { alcove, statusOf } = await start(place.dataDir, databaseUrl)
  expect(await statusOf('/readyz')).toBe(200)

  volume.fill()

  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  await expect.poll(() => alcove.output()).toContain('The disk of the Postgres server is full')
  volume.clear()
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})

test('a Postgres that was made read-only is not ready, though it answers', async () => {
  const place = await createMigratedPlace('postgres', inject('postgresUrl'))
  onTestFinished(() => place.remove())
  const url = new URL(place.databaseUrl!)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const { alcove, statusOf } = await start(place.dataDir, url.href)

  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  await expect.poll(() => alcove.output()).toContain('Postgres takes no writes')
})

test('a server that is told to stop says so for as long as it was told, and takes calls meanwhile', async () => {
  const place = await createMigratedPlace('sqlite', '')
  onTestFinished(() => place.remove())
  const { alcove, origin, statusOf } = await start(place.dataDir, '', {
    // The longest delay: all calls below have to fit into it, on a slow machine too.
    ALCOVE_STOP_DELAY_SECONDS: '20',
  })
  const client = await createChatClient(origin)
  expect(await statusOf('/readyz')).toBe(200)

  const ended = alcove.stop()
  await expect.poll(() => statusOf('/readyz')).toBe(503)

  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({
    error: 'unavailable',
    message: 'The server is stopping.',
  })
  expect(await statusOf('/healthz')).toBe(200)
  const answer = await client.chat({ thread: 'local-1', messages: [userMessage('Hello')] })
  expect(answer.status).toBe(200)
  await answer.text()
  expect(await ended).toBe(0)
  await expect(statusOf('/readyz')).rejects.toThrow('fetch failed')
})
