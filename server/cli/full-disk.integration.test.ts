import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { mountSmallVolume, NO_VOLUME } from '../../scripts/small-volume.ts'
import { createStorePlace } from '../../scripts/store-place.ts'
import { createDiskStore } from '../files/disk-store.ts'
import { createFileKey, keptName } from '../files/object-store.ts'
import { createScope, newFile, newMessage } from '../store/new-rows.test-support.ts'
import { openStore } from '../store/store.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const MIB = 1_048_576
const VOLUME_MIB = 32
const SCOPE = createScope()
const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const T0 = '2027-01-15T08:00:00.000Z'

function openVolume({ skip }: TestContext) {
  const volume = mountSmallVolume(VOLUME_MIB)
  if (!volume) return skip(NO_VOLUME)
  onTestFinished(() => volume.remove())
  return volume
}

/** Some conversations, and a file of three MiB. */
async function fillPlace(dataDir: string) {
  const store = await openStore({ dataDir })
  const { id } = await store.threads.create(SCOPE, { title: 'Boots', lastMessageAt: T0 })
  for (let n = 0; n < 100; n++) {
    const text = Array.from({ length: 500 }, (_, word) => `w${n}x${word}`).join(' ')
    await store.messages.append(SCOPE, id, newMessage(text, { parent: null }))
  }
  const key = createFileKey()
  const bytes = Buffer.alloc(3 * MIB, 'x')
  await createDiskStore(join(dataDir, 'files')).put(keptName(key), bytes, 'text/plain')
  const facts = { key, mediaType: 'text/plain', bytes: bytes.length, state: 'ready' } as const
  await store.files.create(newFile(SCOPE, facts))
  await store.close()
}

async function createPlace() {
  const place = await createStorePlace('sqlite', '')
  onTestFinished(() => place.remove())
  await fillPlace(place.dataDir)
  return place
}

test('a backup onto a full disk says so, and leaves no half of one there', async (context) => {
  const volume = openVolume(context)
  const place = await createPlace()
  const folder = join(volume.path, 'backup')
  volume.fill(2 * MIB)

  const { code, err } = await runAlcoveHere(place, ['backup', folder], SECRET)

  expect(code).toBe(1)
  expect(err).toBe(
    `The folder ${folder} is on a disk without room for the backup (ENOSPC). Free some space there, or name a folder on another disk. No backup was made.\n`,
  )
  expect(await readdir(volume.path)).toEqual(['filler'])
  volume.clear()
  expect(await runAlcoveHere(place, ['backup', folder], SECRET)).toMatchObject({ code: 0, err: '' })
})

test('a backup into a folder that takes no files says so', async (context) => {
  const volume = openVolume(context)
  const place = await createPlace()
  mkdirSync(join(volume.path, 'backups'))
  volume.makeReadOnly()

  const { err } = await runAlcoveHere(place, ['backup', join(volume.path, 'backups/a')], SECRET)

  expect(err).toMatch(/ cannot be written \(E[A-Z]+\)\. Name another one, /)
})

test.for([
  ['for the rows', 256 * 1_024],
  ['for the file', 3 * MIB],
] as const)(
  'a restore without room %s says so, and restores nothing',
  async ([, left], context) => {
    const volume = openVolume(context)
    const place = await createPlace()
    const backup = join(place.dataDir, 'backup')
    await runAlcoveHere(place, ['backup', backup], SECRET)
    const target = { databaseUrl: undefined, dataDir: join(volume.path, 'data') }
    volume.fill(left)

    const { code, err } = await runAlcoveHere(target, ['restore', backup], SECRET)

    expect(code).toBe(1)
    expect(err).toMatch(
      new RegExp(
        `^The disk of the data folder ${target.dataDir} is full \\(.+\\): free some space`,
      ),
    )
    volume.clear()
    expect(await runAlcoveHere(target, ['restore', backup], SECRET)).toMatchObject({ code: 0 })
  },
)

test('a doctor without room to make the index anew says that the disk is full, not that something is damaged', async (context) => {
  const volume = openVolume(context)
  const dataDir = join(volume.path, 'data')
  await fillPlace(dataDir)
  volume.fill(256 * 1_024)
  const place = { databaseUrl: undefined, dataDir }

  const { code, err } = await runAlcoveHere(place, ['doctor', '--search'], SECRET)

  expect(code).toBe(1)
  expect(err).toContain(`The disk of the data folder ${dataDir} is full`)
  expect(err).not.toMatch(/damaged: |Restore a backup|restore a backup/)
  volume.clear()
  const store = await openStore({ dataDir })
  expect(await store.threads.search(SCOPE, { text: 'w7x7', limit: 5 })).toHaveLength(1)
  await store.close()
})
