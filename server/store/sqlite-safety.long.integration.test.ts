import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteDialect, DATABASE_FILE } from './dialect-sqlite.ts'
import type { NewMessage } from './change-messages.ts'
import { openStore, type Scope } from './store.ts'
import { LOCK_FILE } from './open-place.ts'

const KILLS = process.env['ALCOVE_TEST_LONG'] === '1' ? 50 : 2
const T0 = '2027-01-15T08:00:00.000Z'
const SCOPE: Scope = { projectId: 'default', workspaceId: 'w', userId: 'u' }

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alcove-sqlite-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const message = (externalId: string): NewMessage => ({
  parent: null,
  externalId,
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text: 'x'.repeat(500) }] },
})

/** A process that runs `body` with an open store, `say` (sends a line at once) and `scope`. */
function runWithStore(body: string, stderr: 'inherit' | 'ignore' = 'inherit') {
  const code = `
    import { writeSync } from 'node:fs'
    import { openStore } from ${JSON.stringify(new URL('store.ts', import.meta.url).href)}
    const say = (line) => writeSync(1, line + '\\n')
    const scope = ${JSON.stringify(SCOPE)}
    const store = await openStore({ dataDir: ${JSON.stringify(dataDir)} })
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', stderr],
  })
  return { child, exit: once(child, 'exit'), lines: createInterface(child.stdout) }
}

test('a second server is refused in one sentence, at once, and gets in after a close (R10)', async () => {
  const first = await openStore({ dataDir })

  const refused = openStore({ dataDir })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
  await expect(refused).rejects.toThrow(dataDir)
  await expect(refused).rejects.toThrow('ALCOVE_DATA_DIR')

  await first.ping()
  await first.close()
  await first.close()
  await (await openStore({ dataDir })).close()
})

test('a lock file that is removed by hand lets no second server in', async () => {
  const first = await openStore({ dataDir })
  await first.ping()
  await rm(join(dataDir, LOCK_FILE))

  for (let time = 0; time < 2; time++) {
    await expect(openStore({ dataDir })).rejects.toMatchObject({ code: 'conflict' })
  }
  const tool = await openStore({ dataDir, isTool: true })
  await tool.close()

  await first.close()
  await (await openStore({ dataDir })).close()
})

test('of six servers that start at once, one gets the folder', async () => {
  const results = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { child, exit, lines } = runWithStore(
        `say('open'); setInterval(() => {}, 1000)`,
        'ignore',
      )
      const outcome = await Promise.race([
        once(lines, 'line').then(() => 'open'),
        exit.then(() => 'refused'),
      ])
      return { child, exit, outcome }
    }),
  )

  expect(results.filter(({ outcome }) => outcome === 'open')).toHaveLength(1)
  for (const { child } of results) child.kill('SIGKILL')
  await Promise.all(results.map(({ exit }) => exit))
})

test(
  'kill -9 frees the folder and loses nothing that was acknowledged (R08)',
  { timeout: 600_000 },
  async () => {
    const acknowledged: string[] = []
    let thread: string | undefined
    for (let round = 0; round < KILLS; round++) {
      const { child, exit, lines } = runWithStore(`
      const { id } = await store.threads.create(scope, { externalId: 't', lastMessageAt: '${T0}' })
      const { run } = await store.runs.start(scope, {
        thread: id, owner: 'o${round}', leaseUntil: '${T0}',
        turn: { type: 'submit', parent: null, externalId: 'q${round}', format: 'f', content: {} },
      })
      say('run ' + run.id)
      for (let n = 0; ; n++) {
        const saved = await store.messages.append(scope, id, {
          ...${JSON.stringify(message(''))}, externalId: 'r${round}n' + n,
        })
        say('row ' + saved.id)
        await store.runs.appendChunks([{ runId: run.id, seq: n, data: 'c' }])
        say('chunk')
      }`)
      const wanted = 20 + Math.floor(Math.random() * 300)
      let runId = ''
      let chunks = 0
      let count = 0
      lines.on('line', (line) => {
        const [kind, id = ''] = line.split(' ')
        if (kind === 'run') runId = id
        if (kind === 'row') acknowledged.push(id)
        if (kind === 'chunk') chunks += 1
        count += 1
        if (count === wanted) child.kill('SIGKILL')
      })
      await Promise.all([exit, once(lines, 'close')])

      const store = await openStore({ dataDir })
      thread ??= (await store.threads.find(SCOPE, 't'))?.id
      // All groups: a page of rows ends before it is too large to send.
      const groups = await store.messages.listIds(SCOPE, thread ?? '', { limit: 1_000_000 })
      const kept = new Set(groups.flat())
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      const [abandoned] = await store.runs.listAbandoned('next', [], T0)
      expect(abandoned?.id).toBe(runId)
      expect((await store.runs.readChunks([runId])).length).toBeGreaterThanOrEqual(chunks)
      await store.runs.takeBack(abandoned!)
      await store.close()
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    console.log(
      `figure: ${KILLS} kills of SQLite, ${acknowledged.length} acknowledged rows, 0 lost`,
    )
    const file = new DatabaseSync(join(dataDir, DATABASE_FILE))
    expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    file.close()
  },
)

test.each([
  ['journal_mode', 'wal'],
  // FULL: a commit waits until the disk has it.
  ['synchronous', 2],
  ['foreign_keys', 1],
])('the connection has %s = %s', async (name, value) => {
  const db = new Kysely<unknown>({ dialect: createSqliteDialect(dataDir).kysely })

  const { rows } = await sql.raw(`pragma ${name}`).execute(db)

  expect(rows).toEqual([{ [name]: value }])
  await db.destroy()
})

test('other programs may read the file while the server runs', async () => {
  const store = await openStore({ dataDir })
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })

  const reader = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })

  expect(reader.prepare('select id from threads').get()).toEqual({ id })
  reader.close()
  await store.close()
})

test.skipIf(process.platform === 'win32')('only this user may read the data', async () => {
  const folder = join(dataDir, 'made', 'here')
  const store = await openStore({ dataDir: folder })
  await store.threads.create(SCOPE, { lastMessageAt: T0 })

  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }
  await store.close()
})

test('a file that is no database is named as the trouble, and the folder is free again', async () => {
  await writeFile(join(dataDir, DATABASE_FILE), 'this is not a database, but long enough to be one')

  await expect(openStore({ dataDir })).rejects.toThrow(/not a database/)

  await rm(join(dataDir, DATABASE_FILE))
  await (await openStore({ dataDir })).close()
})

test('500 saves at once leave the event loop its turns', async () => {
  const store = await openStore({ dataDir })
  const { id } = await store.threads.create(SCOPE, { lastMessageAt: T0 })
  let turns = 0
  const saving = new AbortController()
  const counting = (async () => {
    for (; !saving.signal.aborted; turns++) await nextTurn()
  })()

  await Promise.all(
    Array.from({ length: 500 }, (_, n) => store.messages.append(SCOPE, id, message(`m${n}`))),
  )

  saving.abort()
  await counting
  expect(turns).toBeGreaterThan(10)
  await store.close()
})
