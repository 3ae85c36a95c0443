import { readdir } from 'node:fs/promises'
import { request as requestHttp } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import {
  BASE,
  createFilesWorld,
  ownerNamed,
  type FilesWorld,
  type FilesWorldOptions,
} from '../testing/create-files-world.ts'
import { samplePng } from '../testing/sample-images.ts'
import { UPLOADS_OF_USER_MAX } from './upload-gate.ts'

const MIB = 1_048_576
const ada = ownerNamed('ada')
const text = (content: string) => new TextEncoder().encode(content)
const worlds: FilesWorld[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function open(options: FilesWorldOptions = {}) {
  const world = await createFilesWorld(options)
  worlds.push(world)
  const address = async () =>
    (await world.files.requestUpload(ada, BASE, { filename: 'a.bin' })).signedUrl
  return { ...world, address }
}

async function readUrlOf({ files, upload }: FilesWorld, bytes: Uint8Array<ArrayBuffer>) {
  const { key } = await upload(ada, bytes, { filename: 'näme.png' })
  return (await files.presignRead(BASE, (await files.find(ada, key))!)).signedUrl
}

test('answers a read with these headers and no others', async () => {
  const world = await open()
  const bytes = await samplePng()
  const url = await readUrlOf(world, bytes)

  const response = await world.get(url)

  const length = (await response.arrayBuffer()).byteLength
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'private, max-age=300',
    'content-disposition': `inline; filename="n_me.png"; filename*=UTF-8''n%C3%A4me.png`,
    'content-length': String(length),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const head = await world.handleFile(new Request(url, { method: 'HEAD' }))
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
    200,
    String(length),
    '',
  ])
})

test('an address opens nothing while its project is not open', async () => {
  let isReading = true
  let isWriting = true
  const world = await open({ isOpen: (writes) => (writes ? isWriting : isReading) })
  const url = await readUrlOf(world, text('x'))
  const upload = await world.address()

  isWriting = false
  expect((await world.put(upload, 'x')).status).toBe(404)
  expect((await world.get(url)).status).toBe(200)
  isReading = false
  expect((await world.get(url)).status).toBe(404)
  isReading = true
  isWriting = true
  expect((await world.get(url)).status).toBe(200)
  expect((await world.put(upload, 'x')).status).toBe(200)
})

test('answers only at the origin of files, when that is one of its own', async () => {
  const world = await open({ filesOrigin: 'https://files.example' })
  const url = await readUrlOf(world, text('x'))
  const upload = await world.address()
  const elsewhere = (address: string) => address.replace('files.example', 'chat.example')

  const response = await world.get(url)

  expect(new URL(url).origin).toBe('https://files.example')
  expect(response.status).toBe(200)
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect((await world.get(elsewhere(url))).status).toBe(404)
  expect((await world.put(elsewhere(upload), 'x')).status).toBe(404)
  expect((await world.put(upload, 'x')).status).toBe(200)
})

test.each<[string, (url: string, other: string) => string]>([
  ['no signature', (url) => url.replace(/&signature=.*/, '')],
  [
    'another signature',
    (url) => url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
  ],
  ['an empty signature', (url) => url.replace(/signature=.*/, 'signature=')],
  ['a later end', (url) => url.replace(/expires=\d/, 'expires=9')],
  ['two ends', (url) => `${url}&expires=9999999999`],
  ['one more parameter', (url) => `${url}&x=1`],
  ["another file's key", (url, other) => url.replace(/file_\w{24}/, /file_\w{24}/.exec(other)![0])],
  ['no key', (url) => url.replace(/file_\w{24}/, '')],
  ['a path for a key', (url) => url.replace(/file_\w{24}/, '..%2f..%2fsecret')],
])('opens nothing with %s', async (_, change) => {
  const world = await open()
  const url = await readUrlOf(world, text('one'))
  const other = await readUrlOf(world, text('two'))

  expect((await world.get(change(url, other))).status).toBe(403)
  expect(await (await world.get(url)).text()).toBe('one')
})

test('lets a read address upload nothing, nor an upload address read', async () => {
  const world = await open()
  const read = await readUrlOf(world, text('one'))
  const upload = await world.address()

  expect((await world.put(read, 'x')).status).toBe(403)
  expect((await world.get(upload)).status).toBe(403)
  expect((await world.put(upload.replace(/max=\d+/, 'max=99999999999'), 'x')).status).toBe(403)
})

test('knows no file of a deleted thread: neither its bytes nor its upload', async () => {
  const world = await open()
  const { store, files, upload, put } = world
  const kept = await upload(ada, text('kept'))
  const awaited = await files.requestUpload(ada, BASE, { filename: 'b.txt' })
  const url = (await files.presignRead(BASE, (await files.find(ada, kept.key))!)).signedUrl
  const { id } = await store.threads.create(ada, { lastMessageAt: '2026-11-21T05:00:00.000Z' })
  await store.files.attach(ada, id, [kept.key, awaited.key])
  expect((await world.get(url)).status).toBe(200)

  await store.threads.remove(ada, id)

  for (const method of ['GET', 'HEAD']) {
    expect((await world.handleFile(new Request(url, { method }))).status).toBe(404)
  }
  expect((await put(awaited.signedUrl, 'late')).status).toBe(404)
})

test('takes one upload at an address, of several that come at once too', async () => {
  const { put, address } = await open()
  const url = await address()

  const all = await Promise.all([1, 2, 3].map((n) => put(url, `body ${n}`)))
  const later = await put(url, 'later')

  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(later.status).toBe(409)
})

test('lets who was refused try again at the same address', async () => {
  const { put, address } = await open()
  const url = await address()

  expect((await put(url, text('\x89PNG\r\n\x1a\n'))).status).toBe(200)
  const other = await address()
  expect((await put(other, Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'))).status).toBe(422)
  expect((await put(other, await samplePng())).status).toBe(200)
})

test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])(
  'takes no body packed with %s',
  async (encoding) => {
    const { put, address } = await open()
    const bomb = gzipSync(Buffer.alloc(10 * MIB))

    const response = await put(await address(), bomb, { 'Content-Encoding': encoding })

    expect(response.status).toBe(415)
    expect((await put(await address(), bomb, { 'Content-Encoding': 'identity' })).status).toBe(200)
  },
)

test('lets pages of any origin upload, and reads their refusals to them', async () => {
  const { handleFile, put, address } = await open()
  const url = await address()

  const asked = await handleFile(new Request(url, { method: 'OPTIONS' }))
  const taken = await put(url, 'x')
  const refused = await put(url, 'x')

  expect(asked.status).toBe(204)
  expect(asked.headers.get('Access-Control-Allow-Methods')).toBe('PUT')
  expect(asked.headers.get('Access-Control-Allow-Headers')).toBe('Content-Type')
  for (const { headers } of [asked, taken, refused]) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  }
  expect(await refused.json()).toMatchObject({ error: 'conflict' })
})

test.each(['POST', 'DELETE', 'PATCH'])('knows no %s', async (method) => {
  const { handleFile, address } = await open()

  const response = await handleFile(new Request(await address(), { method }))

  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT, OPTIONS'])
})

const PIECE = new Uint8Array(65_536).fill(97)

/** A body that is generated while it is read, from one buffer; `onPull` is called for each piece. */
function bodyOf(bytes: number, onPull = () => {}) {
  let left = bytes
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      onPull()
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length))
      controller.enqueue(piece)
      left -= piece.length
      if (left === 0) controller.close()
    },
  })
}

test('takes 20 MiB, and refuses a byte more without ever holding it', async () => {
  const { put, address } = await open()
  expect((await put(await address(), bodyOf(20 * MIB))).status).toBe(200)
  // The first refusal includes Node's loading and compiling.
  await put(await address(), bodyOf(20 * MIB + 1))
  const before = process.memoryUsage().rss
  let peak = before

  const body = bodyOf(20 * MIB + 1, () => {
    peak = Math.max(peak, process.memoryUsage().rss)
  })
  const { status } = await put(await address(), body)

  expect(status).toBe(413)
  expect(peak - before).toBeLessThan(5 * MIB)
})

test('refuses by the announced length alone, and keeps answering, over a real socket', async () => {
  const { handleFile, address, put } = await open()
  const server = createAdaptorServer({ fetch: handleFile })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(await address())
  try {
    const status = await new Promise((resolve, reject) => {
      const call = requestHttp({
        port,
        method: 'PUT',
        path: url.pathname + url.search,
        headers: { Host: url.host, 'Content-Length': 20 * MIB + 1 },
      })
      call.on('response', (response) => resolve(response.statusCode))
      call.on('error', reject)
      call.write('x')
    })
    expect(status).toBe(413)
    expect((await put(url.href, 'x')).status).toBe(200)
  } finally {
    server.close()
  }
})

test('one address takes one upload at a time, and a half that broke off is gone at once', async () => {
  const world = await open()
  const url = await world.address()
  let halves: ReadableStreamDefaultController<Uint8Array> | undefined
  const slow = new ReadableStream<Uint8Array>({ start: (controller) => (halves = controller) })
  const first = world.put(url, slow)
  halves!.enqueue(text('half'))

  const others = await Promise.all(Array.from({ length: 100 }, () => world.put(url, 'other')))

  expect(others.map(({ status }) => status)).toEqual(Array(100).fill(409))
  await expect.poll(() => readdir(join(world.folder, 'incoming'))).toHaveLength(1)
  halves!.error(new Error('gone'))
  expect((await first).status).toBe(400)
  expect(await readdir(join(world.folder, 'incoming'))).toEqual([])
  expect((await world.put(url, 'again')).status).toBe(200)
})

test('a user has some uploads at once; one more is told when to come again, so that a page can read it', async () => {
  const world = await open()
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const going = []
  for (let n = 0; n < UPLOADS_OF_USER_MAX; n += 1) {
    const body = new ReadableStream<Uint8Array>({ start: (c) => void streams.push(c) })
    going.push(world.put(await world.address(), body))
  }

  const refused = await world.put(await world.address(), 'more')

  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*')
  for (const stream of streams) {
    stream.enqueue(text('a'))
    stream.close()
  }
  expect((await Promise.all(going)).map(({ status }) => status)).toEqual(
    Array(UPLOADS_OF_USER_MAX).fill(200),
  )
})
