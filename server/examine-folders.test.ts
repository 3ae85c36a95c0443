import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examineFolders, FREE_BYTES_MIN } from './examine-folders.ts'

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a folder that can be written has room, and nothing is left in it', async () => {
  const folder = await createFolder()

  expect(await examineFolders([folder])).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual([])
})

test('one byte less than what has to be free is told, with what to do', async () => {
  const folder = await createFolder()
  const examine = (bytes: number, floor = 0) =>
    examineFolders([folder], floor, () => Promise.resolve(bytes))

  expect(await examine(FREE_BYTES_MIN)).toBe(FREE_BYTES_MIN)
  await expect(examine(FREE_BYTES_MIN - 1)).rejects.toMatchObject({
    code: 'unavailable',
    message: `Only 499.9 MiB of the disk of the data folder ${folder} are free.`,
    hint: expect.stringContaining('Make room there, 500.0 MiB at least'),
  })
  // With a higher floor, less space is left for files.
  const floor = 2 * FREE_BYTES_MIN
  expect(await examine(floor, floor)).toBe(floor)
  await expect(examine(floor - 1, floor)).rejects.toMatchObject({
    hint: expect.stringContaining('1000.0 MiB at least'),
  })
})

test('a folder that cannot be written is told, whichever it is', async () => {
  const folder = await createFolder()
  // Even root cannot create a folder there.
  for (const folders of [['/sys'], [folder, '/sys']] as const) {
    await expect(examineFolders(folders)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The data folder \/sys cannot be written \(E[A-Z]+\): let /),
    })
  }
})
