import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { chatOnce, createUserCall, fillUser } from '../testing/fill-user.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }

interface Tokens {
  readonly access_token: string
  readonly refresh_token: { readonly token: string }
}

describe.each(ENGINES)('a user on %s', (engine) => {
  let place: StorePlace
  let alcove: AlcoveServer
  let folder: string
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    folder = await mkdtemp(join(tmpdir(), 'alcove-users-'))
    const { databaseUrl, dataDir } = place
    const env = { ...SECRET, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
    alcove = await startAlcove({ env, dataDir })
  })
  afterAll(async () => {
    await alcove.stop()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const cli = (...args: readonly string[]) => runAlcoveHere(place, args, SECRET)

  const origin = () => `http://127.0.0.1:${alcove.port}`

  async function fill(user: string, workspace = user) {
    const { out } = await cli(
      'token',
      '--project',
      'default',
      '--user',
      user,
      '--workspace',
      workspace,
    )
    const call = createUserCall(origin(), { Authorization: `Bearer ${out.trim()}` })
    return { ...(await fillUser(call, user)), call }
  }

  /** Tables with a row that has the text in any column, and how many. */
  async function tablesWith(text: string): Promise<Record<string, number>> {
    const counts = Object.entries(await readAllRows(place)).map(
      ([table, rows]) => [table, rows.filter((row) => row.includes(text)).length] as const,
    )
    return Object.fromEntries(counts.filter(([, count]) => count > 0))
  }

  async function objectsOf(key: string): Promise<number> {
    const names = await readdir(join(place.dataDir, 'files'), { recursive: true })
    return names.filter((name) => name.includes(key)).length
  }

  test('is erased from every table and from the disk; others keep theirs', async () => {
    const gone = await fill('gone-7f3k')
    await chatOnce(gone.call, gone, 'gone-7f3k')
    const inTeam = await fill('gone-7f3k', 'team')
    const kept = await fill('kept-9x2m')
    const user = ['--project', 'default', '--user', 'gone-7f3k']
    expect(Object.keys(await tablesWith('gone-7f3k')).toSorted()).toEqual([
      'asked_questions',
      'events',
      'file_bytes',
      'files',
      'message_bytes',
      'messages',
      'run_reports',
      'runs',
      'scores',
      'threads',
    ])
    const keptRows = await tablesWith('kept-9x2m')

    const asked = await cli('user', 'erase', ...user)
    expect(asked).toMatchObject({ code: 0, err: '' })
    const facts = await cli('user', 'erase', ...user, '--json')
    expect(JSON.parse(facts.out)).toEqual({
      erased: false,
      threads: 2,
      messages: 6,
      feedback: 4,
      reports: 3,
      files: 2,
    })
    expect(asked.out).toMatch(/has 2 threads, 6 messages, 4 scores, 3 reports, 2 files. Say --yes/)
    expect(await objectsOf(gone.fileKey)).toBe(1)
    const erased = await cli('user', 'erase', ...user, '--yes')

    expect(erased).toMatchObject({ code: 0, err: '' })
    expect(erased.out).toMatch(/Erased 2 threads, 3 reports and 2 files/)
    expect(await tablesWith('gone-7f3k')).toEqual({})
    expect(await objectsOf(gone.fileKey)).toBe(0)
    expect(await objectsOf(inTeam.fileKey)).toBe(0)
    expect(await tablesWith('kept-9x2m')).toEqual(keptRows)
    expect(await objectsOf(kept.fileKey)).toBe(1)
  })

  test('without a name is erased with their sessions', async () => {
    const open = createUserCall(origin(), {})
    const tokens = (await open('/auth/tokens/anonymous', {})) as Tokens
    const call = createUserCall(origin(), { Authorization: `Bearer ${tokens.access_token}` })
    await chatOnce(call, await fillUser(call, 'nameless'), 'nameless')
    const { threads } = (await call('/threads')) as { threads: { workspace_id: string }[] }
    const user = threads[0]?.workspace_id ?? ''
    expect(await tablesWith(user)).toMatchObject({ sessions: 1, threads: 1, messages: 4, runs: 1 })

    await cli('user', 'erase', '--project', 'default', '--user', user, '--yes')

    expect(await tablesWith(user)).toEqual({})
    const refresh = open('/auth/tokens/refresh', { refresh_token: tokens.refresh_token.token })
    await expect(refresh).rejects.toThrow(/answered 40[13]/)
  })

  test('is given out as JSON, with the files beside it', async () => {
    const filled = await fill('ada-1b8q')
    await fill('eve-4c2z')
    const out = join(folder, 'ada.json')
    const files = join(folder, 'files')
    const user = ['--project', 'default', '--user', 'ada-1b8q']

    const result = await cli('user', 'export', ...user, '--out', out, '--files', files)

    expect(result).toMatchObject({ code: 0, err: '' })
    expect(result.out).toMatch(/1 thread, 2 messages, 2 scores, 1 report, 1 file to/)
    const text = await readFile(out, 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      project_id: 'default',
      user_id: 'ada-1b8q',
      threads: [{ id: filled.threadId, workspace_id: 'ada-1b8q' }],
      messages: [{ thread_id: filled.threadId, height: 0 }, { height: 1 }],
      reports: [{ status: 'completed', workspace_id: 'ada-1b8q' }],
      files: [{ key: filled.fileKey, filename: 'ada-1b8q.txt' }],
      left_out: [expect.stringContaining('step_memory')],
    })
    expect(text).toContain('ada-1b8q did not like it.')
    expect(text).not.toContain('eve-4c2z')
    expect((await stat(out)).mode & 0o077).toBe(0)
    const copy = join(files, filled.fileKey, 'ada-1b8q.txt')
    expect(await readFile(copy, 'utf8')).toBe(filled.fileText)
    const printed = await cli('user', 'export', ...user)
    expect(JSON.parse(printed.out)).toMatchObject({ user_id: 'ada-1b8q' })
  })

  test('an unknown user is reported, and no file is overwritten', async () => {
    const nobody = await cli('user', 'export', '--project', 'default', '--user', 'nobody')
    expect(nobody).toMatchObject({ code: 1, out: '' })
    expect(nobody.err).toMatch(/"nobody" has nothing in project "default"/)
    const erase = ['user', 'erase', '--project', 'default', '--user', 'nobody'] as const
    const asked = await cli(...erase)
    expect(asked).toMatchObject({ code: 0, err: '' })
    expect(asked.out).toMatch(/"nobody" has nothing in project "default"/)
    expect((await cli(...erase, '--yes')).out).toMatch(/"nobody" had no threads, reports or files/)

    await fill('bob-2d5w')
    const line = ['user', 'export', '--project', 'default', '--user', 'bob-2d5w', '--out']
    const out = join(folder, 'bob.json')
    expect((await cli(...line, out)).code).toBe(0)
    const again = await cli(...line, out)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toMatch(/There is a file .*bob.json already/)
    const json = await cli(...line, out, '--json')
    expect(JSON.parse(json.err)).toMatchObject({ error: 'conflict', hint: expect.any(String) })
  })
})
