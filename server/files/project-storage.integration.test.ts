import { afterEach, describe, expect, inject, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import {
  BASE,
  createFilesWorld,
  ownerNamed,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'

const ada = ownerNamed('ada')
const visitor = ownerNamed('usr_anon_x', 'anonymous')
const worlds: FilesWorld[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

describe.each(ENGINES)('storage of a project on %s', (engine) => {
  async function open(options: FilesWorldOptions = {}) {
    const world = await createFilesWorld({ engine, postgresUrl: inject('postgresUrl'), ...options })
    worlds.push(world)
    return world
  }

  test('keeps the last quarter of a project’s room for named users, to the byte', async () => {
    const { files, full } = await open({ amounts: { projectStorageBytes: 400 } })
    const ask = (owner: typeof ada, contentLength: number) =>
      files.requestUpload(owner, BASE, { filename: 'a.bin', contentLength })
    await ask(visitor, 299)

    await expect(ask(visitor, 2)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: 'There is no room for more files. Send it without them.',
      data: { limit: 300 },
    })
    await ask(visitor, 1)
    await expect(ask(ada, 101)).rejects.toMatchObject({ data: { limit: 400 } })
    await ask(ada, 100)
    expect(full).toEqual(['visitors', 'everybody'])
  })

  test('counts what visitors upload before it is stored, the most where nothing is declared', async () => {
    const { files, taken } = await open({ amounts: { anonymousFileBytes: 50 } })
    await files.requestUpload(visitor, BASE, { filename: 'a.bin', contentLength: 30 })
    await files.requestUpload(visitor, BASE, { filename: 'a.bin' })
    await files.keep(visitor, BASE, `data:text/plain;base64,${btoa('x'.repeat(10))}`, 'a.txt')

    expect(taken).toEqual([30, 50, 10])
  })
})
