import { afterEach, expect, test } from 'vitest'
import type { FileRow } from '../store/store.ts'
import { createFilesWorld, ownerNamed, type FilesWorld } from '../testing/create-files-world.ts'
import { createMissedUploads, REMEMBERED_MAX } from './missed-uploads.ts'

const BASE = 'https://chat.example'
/** `uploadUrlSeconds`. */
const ADDRESS_MS = 600_000
const ada = ownerNamed('ada')
const worlds: FilesWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function open(objects: 'disk' | 's3' = 's3', amounts = {}) {
  const world = await createFilesWorld({ objects, amounts })
  worlds.push(world)
  return world
}

test('an upload that never came is found once its address has ended, one that came is not', async () => {
  const { files, looks, clock, upload } = await open()
  const bytes = new TextEncoder().encode('hello')
  const upload1 = { contentType: 'text/plain', contentLength: 5 }
  await files.requestUpload(ada, BASE, { filename: 'a.txt', ...upload1 })
  await files.requestUpload(ada, BASE, { filename: 'b.txt', ...upload1 })
  await upload(ada, bytes, upload1)
  const { key } = await upload(ada, bytes, upload1)
  await files.read((await files.find(ada, key))!)

  await files.reportMissed()
  clock.ms += ADDRESS_MS
  await files.reportMissed()
  await files.reportMissed()

  expect(looks).toEqual([
    { missed: 0, arrived: 0 },
    { missed: 2, arrived: 2 },
    { missed: 0, arrived: 0 },
  ])
})

test('uploads that go through the server are not looked for', async () => {
  const { files, looks, clock } = await open('disk')
  await files.requestUpload(ada, BASE, { filename: 'a.txt', contentLength: 5 })

  clock.ms += ADDRESS_MS
  await files.reportMissed()

  expect(looks).toEqual([])
})

test.each([REMEMBERED_MAX, REMEMBERED_MAX + 1])(
  'of %i addresses the newest are remembered',
  async (count) => {
    const missed = createMissedUploads({
      rows: { findByKey: () => Promise.resolve({ state: 'pending' } as FileRow) },
      objects: { size: () => Promise.resolve(undefined) },
      now: () => 1,
    })

    for (let n = 0; n < count; n++) missed.expect(`key ${n}`, 1)

    expect(await missed.look()).toEqual({ missed: REMEMBERED_MAX, arrived: 0 })
  },
)
