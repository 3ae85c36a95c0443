import { closeSync, openSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPgbouncer } from '../../scripts/pgbouncer.ts'
import { createStorePlace, type Engine, ENGINES } from '../../scripts/store-place.ts'
import { DATABASE_FILE } from '../store/dialect-sqlite.ts'
import { createScope, newMessage } from '../store/new-rows.test-support.ts'
import { openStore } from '../store/store.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const SCOPE = createScope()
const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const T0 = '2027-01-15T08:00:00.000Z'

/** A database with a conversation of some pages. */
async function createWorld(engine: Engine) {
  const place = await createStorePlace(engine, inject('postgresUrl'))
  onTestFinished(() => place.remove())
  const store = await openStore(place)
  const { id } = await store.threads.create(SCOPE, { title: 'Boots of May', lastMessageAt: T0 })
  for (let n = 0; n < 20; n++) {
    const text = `word${n} ${'x'.repeat(1_000)}`
    await store.messages.append(SCOPE, id, newMessage(text, { parent: null }))
  }
  await store.close()
  return {
    place,
    doctor: (...flags: readonly string[]) => runAlcoveHere(place, ['doctor', ...flags], SECRET),
    async find(text: string) {
      const opened = await openStore({ ...place, isTool: true })
      const matches = await opened.threads.search(SCOPE, { text, limit: 10 })
      await opened.close()
      return matches.length
    },
    execute(statement: string) {
      const file = new DatabaseSync(join(place.dataDir, DATABASE_FILE), { defensive: false })
      file.exec(statement)
      file.close()
    },
    /** Damages the first page of a table, as a bad sector does. */
    breakPage(table: string) {
      const path = join(place.dataDir, DATABASE_FILE)
      const file = new DatabaseSync(path)
      const find = file.prepare('select rootpage from sqlite_schema where name = ?')
      const { page_size: size } = file.prepare('pragma page_size').get() as { page_size: number }
      const { rootpage } = find.get(table) as { rootpage: number }
      file.close()
      const raw = openSync(path, 'r+')
      writeSync(raw, Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size)
      closeSync(raw)
    },
  }
}

test.each(ENGINES)('finds nothing wrong where nothing is, on %s', async (engine) => {
  const { doctor } = await createWorld(engine)

  const { code, out } = await doctor()

  expect(code).toBe(0)
  const [state, tables, ...lines] = out.split('\n')
  const limits = engine === 'postgres' ? ['Its time limits are in force.'] : []
  expect(lines.splice(0, limits.length)).toEqual(limits)
  const [folder, ...rest] = lines
  expect(state).toMatch(/^(The database is whole\. )?The search index is whole\.$/)
  expect(tables).toBe('Its tables are those of this version.')
  expect(folder).toMatch(
    /^The data folder can be written, and \d+\.\d [MG]iB of its disk are free\.$/,
  )
  // Files of one server are one's own choice as long as there is no other.
  const warnings = rest.splice(0, engine === 'postgres' ? 1 : 0)
  expect(warnings.every((warning) => warning.includes('set S3_BUCKET'))).toBe(true)
  expect(rest).toEqual([''])
})

test('says what puts the time limits in force behind a pooler that drops them', async () => {
  const { place } = await createWorld('postgres')
  const pooler = await startPgbouncer(inject('postgresUrl'), { mode: 'transaction', poolSize: 2 })
  onTestFinished(() => pooler.stop())
  const databaseUrl = pooler.urlOf(place.databaseUrl!)

  const { code, out } = await runAlcoveHere({ ...place, databaseUrl }, ['doctor'], SECRET)

  expect(code).toBe(0)
  expect(out).toContain('The time limits of the server are not in force')
  expect(out).toMatch(/alter role "postgres" in database "\w+" set lock_timeout = 3000;/)
})

test('says that the tables are of a newer version, and what to do', async () => {
  const { doctor, execute } = await createWorld('sqlite')
  execute("insert into kysely_migration (name, timestamp) values ('9999_later', '2030')")

  const { code, err } = await doctor()

  expect(code).toBe(1)
  expect(err).toContain('was used by a newer version of Alcove (it has the migration 9999_later)')
  expect(err).toContain('restore a backup from before the update')
})

test('says that the folder of the files cannot be written', async () => {
  const { place, doctor } = await createWorld('sqlite')
  // Even root cannot write below a file that is not a folder.
  await writeFile(join(place.dataDir, 'files'), '')

  const { code, err } = await doctor()

  expect(code).toBe(1)
  expect(err).toContain(`${join(place.dataDir, 'files')}, which is not a folder (ENOTDIR)`)
})

test.each(ENGINES)('makes the search index anew when it is asked to, on %s', async (engine) => {
  const { doctor, find } = await createWorld(engine)

  const { code, out } = await doctor('--search')

  expect(code).toBe(0)
  expect(out).toContain(
    'The search index was made anew; that of the desk fills while a server runs.',
  )
  expect(await find('word7')).toBe(1)
})

test('makes a damaged search index anew, which a glance does not find', async () => {
  const { doctor, execute, find } = await createWorld('sqlite')
  execute('update search_index_data set block = zeroblob(length(block)) where id > 10')

  expect(await doctor()).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^The database is whole\. The search index was made anew; that of the desk fills while a server runs\.\n/,
    ),
  })
  expect((await doctor()).out).toContain('The search index is whole.')
  expect(await find('word7')).toBe(1)
})

test('leaves a damaged search index to a server that runs, and says what to do', async () => {
  const { place, doctor, execute } = await createWorld('sqlite')
  const server = await openStore(place)
  await server.ping()
  execute('update search_index_data set block = zeroblob(length(block)) where id > 10')

  const refused = await doctor()
  await server.close()

  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('a server is in the way')
  expect((await doctor()).code).toBe(0)
})

test('names what is damaged and the remedy', async () => {
  const { doctor, breakPage } = await createWorld('sqlite')
  breakPage('messages')

  const { code, err } = await doctor()

  expect(code).toBe(1)
  expect(err).toMatch(/^The database is damaged: .+\n/)
  expect(err).toContain('restore a backup')
  expect(err).not.toMatch(/\n\s+at /)
})

test('refuses what a start refuses: others reach a server without a model', async () => {
  const { place } = await createWorld('sqlite')
  const doctor = (model: string) =>
    runAlcoveHere(place, ['doctor'], { ...SECRET, HOST: '0.0.0.0', ALCOVE_MODEL: model })

  expect(await doctor('')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Others can reach this server, but it has no model .+\n$/),
  })
  expect((await doctor('demo')).code).toBe(0)
})

test('takes an empty folder for a mistake', async () => {
  const place = await createStorePlace('sqlite', '')
  onTestFinished(() => place.remove())

  const { code, err } = await runAlcoveHere(place, ['doctor'], SECRET)

  expect(code).toBe(1)
  expect(err).toContain('There is no database in')
})
