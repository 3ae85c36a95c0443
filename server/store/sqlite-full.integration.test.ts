import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { AppEnv } from '../routes/app-env.ts'
import { createErrorHandler } from '../routes/handle-error.ts'
import { logRequests } from '../routes/request-log.ts'
import { createDatabase } from './database.ts'
import { createSqliteDialect } from './dialect-sqlite.ts'
import type { Tables } from './tables.ts'

const ROOM_PAGES = 8

/** A call that writes a text of so many characters, over a database that may not grow. */
async function createWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-full-'))
  const dialect = createSqliteDialect(dataDir)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true })
  })
  await sql`create table texts (text text)`.execute(db)
  // The equivalent of a full disk, page by page.
  await sql.raw(`pragma max_page_count = ${ROOM_PAGES}`).execute(db)
  const database = createDatabase(db, dialect, () => new Date())
  const told: Readonly<Record<string, unknown>>[] = []
  const note = (fields: Readonly<Record<string, unknown>>) => void told.push(fields)
  const log = { debug: () => {}, info: () => {}, warn: note, error: note }
  const app = new Hono<AppEnv>()
    .onError(createErrorHandler(log))
    .use(logRequests(log, () => 0))
    .post('/:length', async (c) => {
      const text = 'x'.repeat(Number(c.req.param('length')))
      await database.write(async (trx) => {
        await sql`insert into texts values ('first')`.execute(trx)
        await sql`insert into texts values (${text})`.execute(trx)
      })
      return c.json({ ok: true })
    })
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from texts`.execute(db)
    return rows[0]?.n
  }
  return { post: (length: number) => app.request(`/${length}`, { method: 'POST' }), told, count }
}

test('a full disk is answered with 503 in words and Retry-After, keeps nothing half, and ends', async () => {
  const { post, told, count } = await createWorld()

  const refused = await post(100_000)

  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({
    error: 'unavailable',
    message: expect.stringMatching(/^The service is not available at the moment\. Request id: /),
  })
  expect(JSON.stringify(told)).toContain('database or disk is full')
  expect(await count()).toBe(0)
  expect((await post(10)).status).toBe(200)
  expect(await count()).toBe(2)
})
