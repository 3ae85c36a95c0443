import { readdir } from 'node:fs/promises'
import { afterEach, describe, expect, inject, test } from 'vitest'
import {
  createFilesWorld,
  FILE_PLACES,
  MIXED_FILE_PLACES,
  ownerNamed,
  type FilePlace,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'

const DAY_MS = 86_400_000
const ada = ownerNamed('ada')
const visitor = ownerNamed('usr_anon_x', 'anonymous')
const text = (content: string) => new TextEncoder().encode(content)
const worlds: FilesWorld[] = []

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const testPlace = (place: FilePlace) => {
  async function open(options: FilesWorldOptions = {}) {
    const world = await createFilesWorld({
      ...place,
      postgresUrl: inject('postgresUrl'),
      ...options,
    })
    worlds.push(world)
    return world
  }

  test('ends unsent uploads of visitors after an hour, those of named users after a day', async () => {
    const world = await open()
    const { files, upload, clock, folder, s3 } = world
    const claimed = ownerNamed('usr_key_k:cleo', 'claimed')
    const mine = await upload(ada, text('named'))
    const theirs = [
      await upload(visitor, text('looked at')),
      await upload(claimed, text('claimed')),
    ]
    await files.read((await files.find(visitor, theirs[0]!.key))!)
    const isThere = async () =>
      (
        await Promise.all([
          files.find(ada, mine.key),
          files.find(visitor, theirs[0]!.key),
          files.find(claimed, theirs[1]!.key),
        ])
      ).map((row) => row !== undefined)

    expect(mine.keptSeconds).toBe(86_400)
    expect(theirs.map(({ keptSeconds }) => keptSeconds)).toEqual([3_600, 3_600])
    clock.ms += 3_600_000
    expect(await files.sweep()).toBe(0)
    expect(await isThere()).toEqual([true, true, true])
    clock.ms += 1
    expect(await files.sweep()).toBe(2)
    expect(await isThere()).toEqual([true, false, false])
    clock.ms += DAY_MS - 3_600_001
    expect(await files.sweep()).toBe(0)
    clock.ms += 1
    expect(await files.sweep()).toBe(1)
    expect(await isThere()).toEqual([false, false, false])
    const left = s3 ? [...s3.objects.keys()] : await filesBelow(folder)
    expect(left).toEqual([])
  })

  test('keeps uploads of visitors no longer than those of named users', async () => {
    const { files, upload, clock } = await open({
      amounts: { orphanUploadHours: 1, anonymousOrphanUploadMinutes: 61 },
    })
    const { key, keptSeconds } = await upload(visitor, text('short'))

    expect(keptSeconds).toBe(3_600)
    clock.ms += 3_600_000
    expect(await files.sweep()).toBe(0)
    clock.ms += 1
    expect(await files.sweep()).toBe(1)
    expect(await files.find(visitor, key)).toBeUndefined()
  })

  test('keeps what a visitor sent as long as its thread', async () => {
    const world = await open()
    const { files, upload, store, clock } = world
    const at = new Date(clock.ms).toISOString()
    const thread = await store.threads.create(visitor, { lastMessageAt: at })
    const { key } = await upload(visitor, text('sent'))
    await store.files.attach(visitor, thread.id, [key])

    clock.ms += 3 * DAY_MS
    expect(await files.sweep()).toBe(0)
    expect(await files.find(visitor, key)).toBeDefined()
    await store.threads.remove(visitor, thread.id)
    expect(await files.sweep()).toBe(1)
    expect(await files.find(visitor, key)).toBeUndefined()
  })
}

for (const [places, tags] of [
  [FILE_PLACES, []],
  [MIXED_FILE_PLACES, ['nightly']],
] as const) {
  for (const place of places) {
    describe(`with ${place.engine} and ${place.objects}`, { tags: [...tags] }, () => {
      testPlace(place)
    })
  }
}
