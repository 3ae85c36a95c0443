import { Kysely, sql } from 'kysely'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { addSource } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { createSqliteDialect, DATABASE_FILE } from '../dialect-sqlite.ts'
import type { Tables } from '../tables.ts'
import { createThreadDialect } from './thread-dialect.ts'

const { place } = withStore('sqlite')
let opened: Kysely<Tables>[] = []
const open = (dialect: ConstructorParameters<typeof Kysely>[0]['dialect']) => {
  const db = new Kysely<Tables>({ dialect })
  opened.push(db)
  return db
}
const openAside = () =>
  open(createThreadDialect(join(place.dataDir, DATABASE_FILE), 'It could not be read'))
afterAll(async () => {
  for (const db of opened) await db.destroy()
  opened = []
})

const LONG = sql<{ n: number }>`
  with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1000000)
  select max(n) as n from counted`

/** Turns of the event loop during a long statement. */
async function countTurns(db: Kysely<Tables>): Promise<number> {
  const progress = { turns: 0, isDone: false }
  const asked = LONG.execute(db).finally(() => (progress.isDone = true))
  while (!progress.isDone) {
    await nextTurn()
    progress.turns += 1
  }
  expect((await asked).rows).toEqual([{ n: 1_000_000 }])
  return progress.turns
}

test('a long statement lets other calls run', async () => {
  const here = open(createSqliteDialect(place.dataDir).reads!)
  await sql`select 1`.execute(here)
  const held = await countTurns(here)
  expect(await countTurns(openAside())).toBeGreaterThan(10 * held)
})

test('it reads what was committed before, and cannot write', async () => {
  const aside = openAside()
  const list = () => aside.selectFrom('knowledge_sources').select('id').execute()
  expect(await list()).toEqual([])
  const id = await addSource(place)
  expect(await list()).toEqual([{ id }])
  await expect(aside.deleteFrom('knowledge_sources').execute()).rejects.toThrow(
    'It could not be read: attempt to write a readonly database',
  )
})
