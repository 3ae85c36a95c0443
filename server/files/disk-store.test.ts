import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { createFileKey, incomingName, keptName } from './object-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-disk-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = Buffer.from('hello')
const nobody = () => Promise.resolve(false)

test('keeps an object in two levels of folders, for this user only', async () => {
  const store = createDiskStore(folder)
  const key = 'file_abCDefghijklmnopqrstuvwx'

  await store.put(keptName(key), bytes, 'text/plain')

  const path = join(folder, 'ab', 'CD', key)
  expect(await readFile(path)).toEqual(bytes)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'ab'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(folder, 'ab', 'CD'))).toEqual([key])
})

test('gives, measures, opens and removes what is there, and says when nothing is', async () => {
  const store = createDiskStore(folder)
  const name = keptName(createFileKey())
  const missing = keptName(createFileKey())
  await store.put(name, bytes, 'text/plain')

  expect(await store.get(name, 5)).toEqual(bytes)
  await expect(store.get(name, 4)).rejects.toMatchObject({ code: 'too_large' })
  expect(await store.size(name)).toBe(5)
  const opened = await store.open(name)
  expect([opened?.bytes, await new Response(opened?.body).text()]).toEqual([5, 'hello'])
  expect([
    await store.get(missing, 5),
    await store.size(missing),
    await store.open(missing),
  ]).toEqual([undefined, undefined, undefined])
  expect(await store.remove([name, missing])).toBe(1)
  expect(await store.size(name)).toBeUndefined()
})

test.each([
  '../../etc/passwd',
  'files/../../x',
  'files/file_short',
  'files/file_abCDefghijklmnopqrstuvw/',
  `files/${createFileKey()}/..`,
  `other/${createFileKey()}`,
  createFileKey(),
  '',
])('makes no path of %j', async (name) => {
  const store = createDiskStore(folder)

  await expect(store.put(name, bytes, 'text/plain')).rejects.toMatchObject({ code: 'internal' })
  await expect(store.get(name, 5)).rejects.toMatchObject({ code: 'internal' })
  expect(await readdir(folder)).toEqual([])
})

test('removes unread uploads, and partial ones, by their age', async () => {
  const store = createDiskStore(folder)
  const [old, young] = [createFileKey(), createFileKey()]
  for (const key of [old, young]) await store.receive(key, new Blob(['x']).stream(), 5)
  const incoming = join(folder, 'incoming')
  await writeFile(join(incoming, `${old}.part`), 'half')
  const before = new Date('2026-11-21T05:00:00Z')
  const earlier = new Date(before.getTime() - 1)
  for (const name of [old, `${old}.part`]) await utimes(join(incoming, name), earlier, earlier)
  await utimes(join(incoming, young), before, before)

  expect(await store.removeIncoming(before, nobody)).toBe(2)

  expect(await readdir(incoming)).toEqual([young])
  expect(await store.get(incomingName(young), 5)).toEqual(Buffer.from('x'))
})

test('leaves an awaited upload of any age', async () => {
  const store = createDiskStore(folder)
  const [awaited, other] = [createFileKey(), createFileKey()]
  for (const key of [awaited, other]) await store.receive(key, new Blob(['x']).stream(), 5)
  const later = new Date(Date.now() + 60_000)

  expect(await store.removeIncoming(later, (key) => Promise.resolve(key === awaited))).toBe(1)

  expect(await readdir(join(folder, 'incoming'))).toEqual([awaited])
})

test('has nothing to remove before the first upload', async () => {
  expect(await createDiskStore(folder).removeIncoming(new Date(), nobody)).toBe(0)
})
