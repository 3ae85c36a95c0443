/** @module-tag nightly */
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import {
  startObjectStore,
  type ObjectStoreServer,
} from '../../e2e/object-store/start-object-store.ts'
import { createStorePlace, type StorePlace } from '../../scripts/store-place.ts'
import { createUserCall, fillUser } from '../testing/fill-user.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

let place: StorePlace
let bucket: ObjectStoreServer
let home: string
beforeEach(async () => {
  place = await createStorePlace('sqlite', '')
  bucket = await startObjectStore()
  home = await mkdtemp(join(tmpdir(), 'alcove-bucket-'))
})
afterEach(async () => {
  await bucket.stop()
  await place.remove()
  await rm(home, { recursive: true, force: true })
})

const bucketEnv = () => ({
  S3_BUCKET: bucket.settings.bucket,
  S3_ENDPOINT: bucket.settings.endpoint,
  S3_REGION: bucket.settings.region,
  S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
})

/** A user with a file, and its key; the file is read once, so that it is at its final place. */
async function fill(env: Readonly<Record<string, string>>, into = place): Promise<string> {
  const alcove = await startAlcove({ env, dataDir: into.dataDir })
  const line = ['token', '--project', 'default', '--user', 'ada']
  const { out } = await runAlcoveHere(into, line)
  const headers = { Authorization: `Bearer ${out.trim()}` }
  const call = createUserCall(`http://127.0.0.1:${alcove.port}`, headers)
  const { fileKey } = await fillUser(call, 'ada')
  await call('/files/attachments/generate-presigned-download-url', { key: fileKey })
  await alcove.stop()
  return fileKey
}

/** With its file in its own folder, and a backup: created once, since no test changes them. */
let plain: Promise<{ key: string; source: StorePlace; backup: string }> | undefined
const backUpPlain = () =>
  (plain ??= (async () => {
    const source = await createStorePlace('sqlite', '')
    const key = await fill({}, source)
    const backup = join(source.dataDir, 'backup')
    const made = await runAlcoveHere(source, ['backup', backup])
    expect(made).toMatchObject({ code: 0, err: '' })
    return { key, source, backup }
  })())
afterAll(async () => (await plain)?.source.remove())

test('a user is erased from a bucket too', async () => {
  const key = await fill(bucketEnv())
  expect([...bucket.objects.keys()]).toEqual([`files/${key}`])

  const line = ['user', 'erase', '--project', 'default', '--user', 'ada', '--yes']
  const { code, out } = await runAlcoveHere(place, line, bucketEnv())

  expect(code).toBe(0)
  expect(out).toMatch(/1 file,/)
  expect(bucket.objects.size).toBe(0)
})

test('a bucket that refuses leaves the names of what must be removed by hand', async () => {
  const key = await fill(bucketEnv())
  bucket.failNext(20, 403)

  const line = ['user', 'erase', '--project', 'default', '--user', 'ada', '--yes']
  const { code, err } = await runAlcoveHere(place, line, bucketEnv())

  expect(code).toBe(1)
  expect(err).toMatch(/rows are erased, but the file store refused/)
  expect(err).toContain(`files/${key}`)
})

test('a backup says plainly that files in a bucket are not in it', async () => {
  await fill(bucketEnv())
  const backup = join(home, 'backup')

  const made = await runAlcoveHere(place, ['backup', backup], bucketEnv())
  const target = await createStorePlace('sqlite', '')
  const bare = await runAlcoveHere(target, ['restore', backup])
  await target.remove()

  expect(made.out).toContain('The files are in the S3 bucket and were not copied.')
  expect(bare).toMatchObject({ code: 0, err: '' })
  expect(bare.out).toContain('are not in the backup: set S3_BUCKET')
})

test('files of a data folder are restored into a bucket', async () => {
  const { key, backup } = await backUpPlain()
  const target = await createStorePlace('sqlite', '')

  const restored = await runAlcoveHere(target, ['restore', backup], bucketEnv())
  await target.remove()

  expect(restored).toMatchObject({ code: 0, err: '' })
  expect([...bucket.objects.keys()]).toEqual([`files/${key}`])
})

test('a restore that fails leaves what a bucket already had', async () => {
  const { key, backup } = await backUpPlain()
  const first = await createStorePlace('sqlite', '')
  await runAlcoveHere(first, ['restore', backup], bucketEnv())
  // A place with rows is refused, though the files are the same.
  const before = await readAllRows(first)

  const again = await runAlcoveHere(first, ['restore', backup], bucketEnv())

  expect(again.code).toBe(1)
  expect([...bucket.objects.keys()]).toEqual([`files/${key}`])
  expect(await readAllRows(first)).toEqual(before)
  await first.remove()
})

test('a backup may be moved before it is restored', async () => {
  const { key, source } = await backUpPlain()
  await runAlcoveHere(source, ['backup', join(home, 'backup')])
  await rename(join(home, 'backup'), join(home, 'moved'))
  const target = await createStorePlace('sqlite', '')

  const restored = await runAlcoveHere(target, ['restore', join(home, 'moved')])
  const rows = await readAllRows(target)
  await target.remove()

  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(rows['files']?.join()).toContain(key)
})
