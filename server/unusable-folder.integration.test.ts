import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { DATABASE_FILE } from './store/dialect-sqlite.ts'
import { openStore } from './store/store.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const NIGHTLY = { tags: ['nightly'] }
/** Nobody makes a file there, not even root. */
const READ_ONLY_FOLDER = '/sys'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-unusable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** All that a start says that must fail; the line about limits is the test server's own. */
async function refusal(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const start = startAlcove({ dataDir, env })
  const error: unknown = await start.then(
    async (server) => void (await server.stop()),
    (failure: unknown) => failure,
  )
  const lines = error instanceof Error ? error.message.split('\n').slice(1) : ['it started']
  return lines.filter((line) => !line.includes('ALCOVE_LIMITS=off')).join('\n')
}

/** What a bad sector does to the first page of a table, or to the very first of the file. */
async function breakPage(table?: string): Promise<void> {
  await (await openStore({ dataDir: folder })).close()
  const path = join(folder, DATABASE_FILE)
  const file = new DatabaseSync(path)
  const { page_size: size } = file.prepare('pragma page_size').get() as { page_size: number }
  const find = file.prepare('select rootpage from sqlite_schema where name = ?')
  const page = table === undefined ? 1 : (find.get(table) as { rootpage: number }).rootpage
  file.close()
  const raw = openSync(path, 'r+')
  writeSync(raw, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size)
  closeSync(raw)
}

test.each([
  ['with a secret of its own', SECRET],
  ['with the folder’s secret', {}],
])('a text file in the place of the data folder is one sentence, %s', NIGHTLY, async (_, env) => {
  const path = join(folder, 'data')
  await writeFile(path, 'notes')

  expect(await refusal(path, env)).toBe(
    `ALCOVE_DATA_DIR is ${path}, which is no folder (EEXIST): name another one, or move away what is in its place.\n`,
  )
})

test.each([
  ['with a secret of its own', SECRET, 'unable to open database file'],
  ['with the folder’s secret', {}, '(EACCES|EPERM|EROFS)'],
])('a data folder that cannot be written is one sentence, %s', async (_, env, reason) => {
  expect(await refusal(READ_ONLY_FOLDER, env)).toMatch(
    new RegExp(
      `^The data folder ${READ_ONLY_FOLDER} cannot be written \\(${reason}\\): let the user that runs Alcove write there, or name another folder in ALCOVE_DATA_DIR\\.\\n$`,
    ),
  )
})

test.each([
  ['the first page', undefined, 'file is not a database'],
  ['the page of the projects', 'projects', 'database disk image is malformed'],
])('%s that cannot be read is one sentence', NIGHTLY, async (_, table, reason) => {
  await breakPage(table)

  expect(await refusal(folder, SECRET)).toBe(
    `The database in the data folder ${folder} cannot be read (${reason}): see with "npm run alcove -- doctor" what is damaged, and restore a backup into an empty folder.\n`,
  )
})

test('the folder that all this is about starts', async () => {
  expect(await refusal(folder, SECRET)).toBe('it started')
})
