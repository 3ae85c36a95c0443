import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  startObjectStore,
  type ObjectStoreServer,
} from '../../e2e/object-store/start-object-store.ts'
import {
  BASE,
  createFilesWorld,
  ownerNamed,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'
import { samplePng } from '../testing/sample-images.ts'
import { createFileKey, incomingName, keptName } from './object-store.ts'
import { S3_RETRIES, S3_TIMEOUT_MS } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'

const ada = ownerNamed('ada')
const bytes = Buffer.from('hello')
let clock = Date.parse('2026-11-21T05:00:00Z')
let server: ObjectStoreServer
const worlds: FilesWorld[] = []

beforeEach(async () => {
  server = await startObjectStore({ now: () => clock, pageSize: 2 })
})
afterEach(async () => {
  await server.stop()
  for (const world of worlds.splice(0)) await world.close()
})

const createStore = (changed: object = {}) =>
  createS3Store({ ...server.settings, ...changed }, () => clock)

async function open(options: FilesWorldOptions = {}) {
  const world = await createFilesWorld({ objects: 's3', ...options })
  worlds.push(world)
  return { ...world, s3: world.s3! }
}

test('keeps, gives, measures and removes objects, and says when there is none', async () => {
  const store = createStore()
  const name = keptName(createFileKey())

  await store.put(name, bytes, 'text/plain')

  expect(server.objects.get(name)).toMatchObject({ body: bytes, type: 'text/plain' })
  expect(await store.get(name, 5)).toEqual(bytes)
  await expect(store.get(name, 4)).rejects.toMatchObject({ code: 'too_large' })
  expect(await store.size(name)).toBe(5)
  expect(await store.remove([name, keptName(createFileKey())])).toBe(1)
  expect([await store.get(name, 5), await store.size(name)]).toEqual([undefined, undefined])
})

test('tries again while the store is busy, so often and no more', async () => {
  const store = createStore()
  const name = keptName(createFileKey())

  server.failNext(S3_RETRIES, 503)
  await store.put(name, bytes, 'text/plain')
  expect(await store.get(name, 5)).toEqual(bytes)

  server.failNext(S3_RETRIES + 1, 503)
  await expect(store.get(name, 5)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await store.get(name, 5)).toEqual(bytes)
})

test.each([
  [507, 'XMinioStorageFull'],
  [403, 'QuotaExceeded'],
])('a store that has no room (%i %s) is told as a disk that is full', async (status, code) => {
  const store = createStore()
  const name = keptName(createFileKey())
  const put = () => store.put(name, bytes, 'text/plain')

  server.failNext(S3_RETRIES + 1, status, code)
  await expect(put()).rejects.toMatchObject({ code: 'unavailable', data: { reason: 'no_space' } })
  // Other refusals do not mean a full store.
  server.failNext(0, 200)
  server.failNext(S3_RETRIES + 1, 403, 'AccessDenied')
  await expect(put()).rejects.not.toHaveProperty('data')
  server.failNext(0, 200)
  await put()
})

test('does not try again what is refused', async () => {
  const store = createStore({ secretAccessKey: 'wrong' })

  await expect(store.get(keptName(createFileKey()), 5)).rejects.toMatchObject({
    code: 'unavailable',
  })

  expect(server.log).toHaveLength(1)
})

test('says when nobody answers', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const store = createStore({ endpoint: `http://127.0.0.1:${port}` })

  await expect(store.size(keptName(createFileKey()))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The file store does not answer.',
  })
})

test('removes uploads of a certain age, over all pages of the list', async () => {
  const store = createStore()
  const old = Array.from({ length: 5 }, () => incomingName(createFileKey()))
  const kept = keptName(createFileKey())
  const sent = createFileKey()
  const awaited = (key: string) => Promise.resolve(key === sent)
  for (const name of [...old, kept, incomingName(sent)]) await store.put(name, bytes, 'text/plain')
  clock += 1_000
  const young = incomingName(createFileKey())
  await store.put(young, bytes, 'text/plain')

  expect(await store.removeIncoming(new Date(clock), awaited)).toBe(5)

  expect([...server.objects.keys()].sort()).toEqual([kept, incomingName(sent), young].sort())
})

test('signs addresses that a browser can use, and that open nothing else', async () => {
  const store = createStore()
  const name = incomingName(createFileKey())
  const bound = { type: 'image/svg+xml; charset=utf-8', bytes: 5 }
  const url = await store.presignPut(name, bound, 600)
  const put = (address: string) =>
    fetch(address, { method: 'PUT', body: 'hello', headers: { 'Content-Type': bound.type } })

  expect((await put(url)).status).toBe(200)
  expect((await put(url.replace('incoming', 'files'))).status).toBe(403)
  expect((await fetch(url)).status).toBe(403)
  const read = await store.presignGet(
    name,
    {
      type: 'text/plain',
      disposition: `attachment; filename*=UTF-8''%C3%A4`,
      cacheControl: 'private',
    },
    300,
  )
  const response = await fetch(read)
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''%C3%A4`)
  expect((await fetch(read.replace('text%2Fplain', 'text%2Fhtml'))).status).toBe(403)
})

const BROKEN_PNG = Buffer.from('89504e470d0a1a0a', 'hex')

test('takes a refused upload out of the bucket', async () => {
  const { files, upload, s3 } = await open({ amounts: { fileBytes: 10 } })
  const { key } = await upload(ada, bytes)
  const over = await upload(ada, BROKEN_PNG, { contentLength: BROKEN_PNG.length })
  expect(s3.objects.size).toBe(2)

  const row = (await files.find(ada, over.key))!
  await expect(files.read(row)).rejects.toMatchObject({ code: 'file_rejected' })
  await files.read((await files.find(ada, key))!)

  expect([...s3.objects.keys()]).toEqual([keptName(key)])
})

test('keeps an upload while the store fails, for the next to ask', async () => {
  const { files, upload, s3 } = await open()
  const png = await samplePng()
  const { key } = await upload(ada, png, { contentLength: png.length })
  const row = (await files.find(ada, key))!

  s3.failNext(S3_RETRIES + 1, 500)
  await expect(files.read(row)).rejects.toMatchObject({ code: 'unavailable' })

  expect(await files.read(row)).toMatchObject({ mediaType: 'image/png' })
})

test('finishes a file whose row was not marked before a crash', async () => {
  const { files, upload, s3 } = await open()
  const { key } = await upload(ada, bytes, { contentLength: bytes.length })
  s3.objects.set(keptName(key), { body: Buffer.from('half'), type: 'x', modifiedAt: new Date() })

  expect((await files.read((await files.find(ada, key))!)).bytes).toEqual(bytes)
})

test('serves nothing itself: browsers read from the store', async () => {
  const { files, upload, handleFile } = await open()
  const { key } = await upload(ada, bytes)
  const { signedUrl } = await files.presignRead(BASE, (await files.find(ada, key))!)

  expect(
    (await handleFile(new Request(`https://chat.example/files/${key}?signature=x`))).status,
  ).toBe(404)
  expect((await fetch(signedUrl)).status).toBe(200)
})

test('takes an upload of unknown length itself, counted and bounded, and serves it from the store', async () => {
  const { files, upload, get, s3 } = await open({ amounts: { fileBytes: 10 } })

  const full = await upload(ada, Buffer.alloc(10, 'x'))
  const over = await upload(ada, Buffer.alloc(11, 'x'))

  expect(new URL(full.signedUrl).origin).toBe('https://chat.example')
  expect([full.response.status, over.response.status]).toEqual([200, 413])
  expect([...s3.objects.keys()]).toEqual([keptName(full.key)])
  const { signedUrl } = await files.presignRead(BASE, (await files.find(ada, full.key))!)
  expect(signedUrl.startsWith(s3.settings.endpoint)).toBe(true)
  expect(await (await get(signedUrl)).text()).toBe('xxxxxxxxxx')
})

test('a try that hangs is given up after its limit', async () => {
  const hanging = createServer(() => {})
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => hanging.closeAllConnections())
  onTestFinished(() => void hanging.close())
  const { port } = hanging.address() as AddressInfo
  const limits: number[] = []
  const signalAfter = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return signalAfter(20)
  })
  onTestFinished(() => spy.mockRestore())

  await expect(
    createStore({ endpoint: `http://127.0.0.1:${port}` }).size('files/none'),
  ).rejects.toMatchObject({ code: 'unavailable' })

  expect(limits).toEqual(Array.from({ length: S3_RETRIES + 1 }, () => S3_TIMEOUT_MS))
})
