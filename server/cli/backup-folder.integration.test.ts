import { createHash } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { createStorePlace, type StorePlace } from '../../scripts/store-place.ts'
import { createUserCall, fillUser } from '../testing/fill-user.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }

let home: string
let source: StorePlace
/** Created once; each test has a copy. */
let original: string
let backup: string
const targets: StorePlace[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'alcove-backup-'))
  original = join(home, 'original')
  source = await createStorePlace('sqlite', '')
  const alcove = await startAlcove({ env: {}, dataDir: source.dataDir })
  const origin = `http://127.0.0.1:${alcove.port}`
  const tokens = (await createUserCall(origin, {})('/auth/tokens/anonymous', {})) as {
    access_token: string
  }
  const headers = { Authorization: `Bearer ${tokens.access_token}` }
  await fillUser(createUserCall(origin, headers), 'Ada')
  await alcove.stop()
  const made = await runAlcoveHere(source, ['backup', original])
  if (made.code !== 0) throw new Error(made.err)
})
beforeEach(async () => {
  backup = join(await mkdtemp(join(home, 'copy-')), 'backup')
  await cp(original, backup, { recursive: true })
})
afterAll(async () => {
  for (const place of [source, ...targets]) await place.remove()
  await rm(home, { recursive: true, force: true })
})

async function createTarget(): Promise<StorePlace> {
  const place = await createStorePlace('sqlite', '')
  targets.push(place)
  return place
}

describe('a backup folder', () => {
  test('is for its owner only', async () => {
    const names = await readdir(backup, { recursive: true })
    expect(names).toEqual(expect.arrayContaining(['secret', 'manifest.json', 'rows.ndjson.gz']))
    const open: string[] = []
    for (const name of ['.', ...names]) {
      const { mode } = await stat(join(backup, name))
      if ((mode & 0o077) !== 0) open.push(name)
    }
    expect(open).toEqual([])
  })

  test.each<[string, (backup: string) => Promise<void>, RegExp]>([
    [
      'rows that have changed',
      (backup) => appendFile(join(backup, 'rows.ndjson.gz'), 'x'),
      /damaged: rows.ndjson.gz has changed/,
    ],
    [
      'a file that is missing',
      async (backup) => {
        const [name] = await readdir(join(backup, 'files'))
        await rm(join(backup, 'files', name ?? ''))
      },
      /damaged: files\/file_\w+ is missing/,
    ],
    [
      'another secret',
      (backup) => writeFile(join(backup, 'secret'), 'x'.repeat(43)),
      /damaged: secret has changed/,
    ],
    [
      'other sums',
      (backup) => appendFile(join(backup, 'SHA256SUMS'), `${'0'.repeat(64)}  ../out\n`),
      /damaged: SHA256SUMS has changed/,
    ],
    [
      'a manifest that is none',
      (backup) => writeFile(join(backup, 'manifest.json'), '{"format":1}'),
      /damaged: manifest.json is not what a backup writes/,
    ],
    ['no manifest', (backup) => rm(join(backup, 'manifest.json')), /no whole backup in/],
    [
      'a newer format',
      (backup) => writeFile(join(backup, 'manifest.json'), '{"format":2}'),
      /newer version of Alcove made this backup/,
    ],
    [
      'a name that leads out of it',
      (backup) => forge(backup, (sums) => `${sums}${'0'.repeat(64)}  files/../../x\n`),
      /damaged: SHA256SUMS has a line that is none/,
    ],
    ['fewer rows than it counted', dropLastRow, /damaged: it has \d+ rows of "\w+"/],
    ['a line that is no row', breakLastRow, /a line of its rows is none/],
  ])('with %s is refused, and nothing is restored', async (_, damage, sentence) => {
    const target = await createTarget()
    await damage(backup)

    const result = await runAlcoveHere(target, ['restore', backup])

    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toMatch(sentence)
    const left = await runAlcoveHere(target, ['project', 'list', '--json'])
    expect(JSON.parse(left.out)).toMatchObject([{ id: 'default' }])
    const rest = await readdir(join(target.dataDir, 'files'), { recursive: true }).catch(() => [])
    expect(rest.filter((name) => name.includes('file_'))).toEqual([])
  })

  test('goes into an empty place only, and once', async () => {
    const target = await createTarget()

    expect((await runAlcoveHere(target, ['restore', backup])).code).toBe(0)
    const again = await runAlcoveHere(target, ['restore', backup])

    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toMatch(/database is not empty/)
    const files = await readdir(join(target.dataDir, 'files'), { recursive: true })
    expect(files.filter((name) => name.includes('file_'))).toHaveLength(1)
  })

  test('is not restored under a running server', async () => {
    const target = await createTarget()
    const alcove = await startAlcove({ env: {}, dataDir: target.dataDir })

    const result = await runAlcoveHere(target, ['restore', backup])
    await alcove.stop()

    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toMatch(/Another Alcove server is using the data folder/)
  })

  test('with another secret than the server tells what that costs', async () => {
    const { code, out } = await runAlcoveHere(await createTarget(), ['restore', backup], SECRET)

    expect(code).toBe(0)
    expect(out).toMatch(/another secret .* lose their conversations.* ALCOVE_SECRET/)
  })

  test('must be new', async () => {
    const folder = await mkdtemp(join(home, 'full-'))
    await writeFile(join(folder, 'mine'), 'x')

    const result = await runAlcoveHere(source, ['backup', folder])

    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toMatch(/is not empty. Name a new one/)
    expect(await readdir(folder)).toEqual(['mine'])
  })

  test('is not made of a data folder without a database', async () => {
    const result = await runAlcoveHere(await createTarget(), ['backup', join(home, 'new')])

    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toMatch(/no database in .* ALCOVE_DATA_DIR/)
  })
})

/** Changes the sums and makes the manifest agree, as an attacker would. */
async function forge(backup: string, change: (sums: string) => string): Promise<void> {
  const sums = change(await readFile(join(backup, 'SHA256SUMS'), 'utf8'))
  await writeFile(join(backup, 'SHA256SUMS'), sums)
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as object
  const forged = { ...manifest, sums_sha256: sumOf(sums) }
  await writeFile(join(backup, 'manifest.json'), JSON.stringify(forged))
}

async function changeRows(backup: string, change: (lines: string[]) => string[]): Promise<void> {
  const path = join(backup, 'rows.ndjson.gz')
  const old = await readFile(path)
  const lines = gunzipSync(old).toString().trimEnd().split('\n')
  const changed = gzipSync(`${change(lines).join('\n')}\n`)
  await writeFile(path, changed)
  await forge(backup, (sums) => sums.replace(sumOf(old), sumOf(changed)))
}

const dropLastRow = (backup: string) => changeRows(backup, (lines) => lines.slice(0, -1))
const breakLastRow = (backup: string) =>
  changeRows(backup, (lines) => [...lines.slice(0, -1), '{"table":"files","row":{"key":{}}}'])

const sumOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')
