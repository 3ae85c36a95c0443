import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('the first start makes a secret that only the owner can read, later ones take it', async () => {
  const dataDir = join(folder, 'new', 'data')

  const first = loadSecret(dataDir)

  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect(loadSecret(dataDir)).toBe(first)
  expect(await modeOf(join(dataDir, 'secret'))).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secret'])
})

test('two folders have two secrets', () => {
  expect(loadSecret(join(folder, 'a'))).not.toBe(loadSecret(join(folder, 'b')))
})

test('a secret that others can read is closed to them', async () => {
  await writeFile(join(folder, 'secret'), 'kept as it is, and long enough for all\n')
  await chmod(join(folder, 'secret'), 0o644)

  expect(loadSecret(folder)).toBe('kept as it is, and long enough for all')
  expect(await modeOf(join(folder, 'secret'))).toBe(0o600)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toContain('kept as it is')
})

test('a draft that a kill left behind does not become the secret', async () => {
  await writeFile(join(folder, 'secret.1.abcd'), 'half')

  expect(loadSecret(folder)).not.toContain('half')
})
