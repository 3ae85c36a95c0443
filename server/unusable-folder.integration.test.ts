import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test, type TestContext } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { mountSmallVolume, NO_VOLUME } from '../scripts/small-volume.ts'
import { DATABASE_FILE } from './store/dialect-sqlite.ts'
import { openStore } from './store/store.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const NIGHTLY = { tags: ['nightly'] }
/** Even root cannot create a file there. */
const READ_ONLY_FOLDER = '/sys'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-unusable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The whole output of a start that must fail; the line about limits is the test server's own. */
async function refusal(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  fileKib?: number,
): Promise<string> {
  const start = startAlcove({ dataDir, env, ...(fileKib === undefined ? {} : { fileKib }) })
  const error: unknown = await start.then(
    async (server) => void (await server.stop()),
    (failure: unknown) => failure,
  )
  const lines = error instanceof Error ? error.message.split('\n').slice(1) : ['it started']
  return lines.filter((line) => !line.includes('ALCOVE_LIMITS=off')).join('\n')
}

/** Damages the first page of a table or of the file, as a bad sector does. */
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
    `ALCOVE_DATA_DIR is ${path}, which is not a folder (EEXIST): name another one, or move away what is in its place.\n`,
  )
})

for (const [title, options, env, reason] of [
  ['with a secret of its own', {}, SECRET, 'unable to open database file'],
  ['with the folder’s secret', NIGHTLY, {}, '(EACCES|EPERM|EROFS)'],
] as const) {
  test(`a data folder that cannot be written is one sentence, ${title}`, options, async () => {
    expect(await refusal(READ_ONLY_FOLDER, env)).toMatch(
      new RegExp(
        `^The data folder ${READ_ONLY_FOLDER} cannot be written \\(${reason}\\): let the user that runs Alcove write there, or name another folder in ALCOVE_DATA_DIR\\.\\n$`,
      ),
    )
  })
}

test.each([
  ['the first page', undefined, 'file is not a database'],
  ['the page of the projects', 'projects', 'database disk image is malformed'],
])('%s that cannot be read is one sentence', NIGHTLY, async (_, table, reason) => {
  await breakPage(table)

  expect(await refusal(folder, SECRET)).toBe(
    `The database in the data folder ${folder} cannot be read (${reason}): see with "npm run alcove -- doctor" what is damaged, and restore a backup into an empty folder.\n`,
  )
})

/** A data folder on a file system of a few MiB. */
function openVolume({ skip }: TestContext) {
  const volume = mountSmallVolume(4)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  return { volume, dataDir: join(volume.path, 'data') }
}

const fullSentence = (dataDir: string, reason: string) =>
  `The disk of the data folder ${dataDir} is full (${reason}): free some space on it, such as old logs and backups, or move the whole folder to a larger disk and name it in ALCOVE_DATA_DIR. Nothing in it is damaged, and nothing needs to be restored.\n`

for (const [title, options, env, reason] of [
  ['with a secret of its own', NIGHTLY, SECRET, 'database or disk is full'],
  ['without a secret', {}, {}, 'ENOSPC'],
] as const) {
  test(`a full disk without a database yet is one sentence, ${title}`, options, async (context) => {
    const { volume, dataDir } = openVolume(context)
    volume.fill()

    expect(await refusal(dataDir, env)).toBe(fullSentence(dataDir, reason))
    volume.clear()
    expect(await refusal(dataDir, env)).toBe('it started')
  })
}

test('a full disk with a database is one sentence that asks for no backup, and what was stored is there afterwards (R09)', async (context) => {
  const { volume, dataDir } = openVolume(context)
  const before = await openStore({ dataDir })
  await before.projects.create({ id: 'shop', name: 'Shop' })
  await before.close()
  volume.fill()

  expect(await refusal(dataDir, SECRET)).toBe(fullSentence(dataDir, 'disk I/O error'))
  volume.clear()
  const after = await openStore({ dataDir })
  expect(await after.projects.find('shop')).toMatchObject({ name: 'Shop' })
  await after.close()
})

test('a file system that became read-only is one sentence', async (context) => {
  const { volume, dataDir } = openVolume(context)
  await (await openStore({ dataDir })).close()
  volume.makeReadOnly()

  expect(await refusal(dataDir, SECRET)).toMatch(
    new RegExp(`^The data folder ${dataDir} cannot be written \\(.*\\): let the user that runs`),
  )
})

test.for([
  ['that has no room for any', 16, 'is full (disk I/O error): free some space'],
  ['that the database outgrows', 128, 'failed (disk I/O error): see whether a quota or a limit'],
] as const)(
  'a limit of file sizes %s is one sentence without a restore',
  async ([, fileKib, sentence]) => {
    const said = await refusal(folder, SECRET, fileKib)

    expect(said).toContain(sentence)
    expect(said).not.toContain('restore a backup')
  },
)

test('a log on a full disk costs lines, not the server', async (context) => {
  const { volume } = openVolume(context)
  const logFile = join(volume.path, 'log')
  volume.fill()
  const alcove = await startAlcove({
    dataDir: folder,
    env: { ...SECRET, LOG_LEVEL: 'debug' },
    logFile,
  })
  const ask = async () => (await fetch(`http://127.0.0.1:${alcove.port}/healthz`)).status

  expect(await ask()).toBe(200)
  expect(await ask()).toBe(200)
  volume.clear()
  expect(await ask()).toBe(200)
  expect(await alcove.stop()).toBe(0)
  expect(await readFile(logFile, 'utf8')).toContain('"/healthz"')
})

test('the folder that all this is about starts', async () => {
  expect(await refusal(folder, SECRET)).toBe('it started')
})
