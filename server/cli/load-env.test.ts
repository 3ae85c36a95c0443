import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadEnv } from './load-env.ts'

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('settings of the file are added, and a missing file adds none', async () => {
  vi.stubEnv('LOAD_ENV_TEST', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const path = join(await createFolder(), '.env')
  loadEnv(path)
  expect(process.env['LOAD_ENV_TEST']).toBeUndefined()

  await writeFile(path, 'LOAD_ENV_TEST=here')
  loadEnv(path)
  expect(process.env['LOAD_ENV_TEST']).toBe('here')
})

test('a file that cannot be read is refused with its path, the reason and the remedy', async () => {
  // The permissions of a file do not keep a test out that runs as root; a folder is not readable either.
  const path = join(await createFolder(), '.env')
  await mkdir(path)

  expect(() => loadEnv(path)).toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      message: expect.stringMatching(/\.env cannot be read \(E[A-Z]+\)\.$/),
      hint: expect.stringContaining('may read'),
    }),
  )
})
