import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import {
  BASE,
  createFilesWorld,
  ownerNamed,
  type FilesWorld,
} from '../testing/create-files-world.ts'
import { samplePng, sampleJpeg, SECRET_PLACE } from '../testing/sample-images.ts'

const MIB = 1_048_576
const ada = ownerNamed('ada')
let world: FilesWorld

beforeAll(async () => {
  world = await createFilesWorld()
})
afterAll(() => world.close())

const SCRIPT = '<script>window.__pwn=1</script>'
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const join = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts)

function chunk(type: string, data: Uint8Array): Buffer {
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(join(latin1(type), data)))
  return join(head, latin1(type), data, tail)
}

function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const start = join(latin1('\x89PNG\r\n\x1a\n'), chunk('IHDR', header))
  return join(start, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0)))
}

/** A compressed entry of zeros. */
function zipBomb(): Buffer {
  const data = deflateRawSync(Buffer.alloc(100 * MIB), { level: 9 })
  const head = Buffer.alloc(30)
  head.writeUInt32BE(0x504b0304, 0)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(data.length, 18)
  head.writeUInt32LE(100 * MIB, 22)
  return join(head, data)
}

const frame = latin1('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0')
const gifOf = (frames: number): Buffer =>
  join(
    latin1('GIF89a\x01\0\x01\0\0\0\0'),
    ...Array.from({ length: frames }, () => frame),
    latin1(';'),
  )

type Case<Outcome> = readonly [string, () => Promise<Buffer> | Buffer, string, Outcome]

/** The bytes, their claimed type, and the status of the answer. */
const REFUSED: readonly Case<number>[] = [
  ['a gif that is a script', () => latin1('GIF89a/*\0\0\0\0*/=1;alert(1)'), 'text/javascript', 422],
  ['a png of 60,000 by 60,000', () => pngOf(60_000, 60_000, Buffer.alloc(9)), 'image/png', 422],
  [
    'a png of 41 megapixels of zeros',
    () => pngOf(8_000, 5_125, deflateSync(Buffer.alloc(41_000_000))),
    'image/png',
    422,
  ],
  ['a gif of 10,000 frames', () => gifOf(10_000), 'image/gif', 422],
  ['a png that ends', () => latin1('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'), 'image/png', 422],
  [
    'a png with a length of 4 GiB',
    () => latin1('\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR'),
    'image/png',
    422,
  ],
  ['a jpeg of nothing', () => latin1('\xff\xd8\xff'), 'image/jpeg', 422],
  ['a webp of nothing', () => latin1('RIFF\xff\xff\xff\xffWEBPVP8X'), 'image/webp', 422],
  [
    'a webp of 16,384 a side',
    () => latin1('RIFF\x11\0\0\0WEBPVP8L\x05\0\0\0\x2f\xff\xff\xff\x0f'),
    'image/webp',
    422,
  ],
  [
    'an image of more than 5 MiB',
    async () => join(await samplePng(), Buffer.alloc(5 * MIB)),
    'text/plain',
    413,
  ],
]

/** The bytes, their claimed type, and the type that they are served as. */
const SERVED: readonly Case<string>[] = [
  ['html called a png', () => latin1(`<html>${SCRIPT}`), 'image/png', 'text/plain; charset=utf-8'],
  ['html', () => latin1(`<html>${SCRIPT}`), 'text/html', 'text/plain; charset=utf-8'],
  [
    'svg with a script',
    () => latin1(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    'image/svg+xml',
    'text/plain; charset=utf-8',
  ],
  [
    'xml with entities',
    () => latin1('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
    'text/xml',
    'text/plain; charset=utf-8',
  ],
  ['a script', () => latin1('alert(1)'), 'text/javascript', 'text/plain; charset=utf-8'],
  [
    'html in UTF-16',
    () => Buffer.from(`\ufeff<html>${SCRIPT}`, 'utf16le'),
    'text/html',
    'application/octet-stream',
  ],
  [
    'html in UTF-7',
    () => latin1('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
    'text/html',
    'text/plain; charset=utf-8',
  ],
  [
    'a pdf with a script',
    () => latin1('%PDF-1.7\n/OpenAction << /S /JavaScript >>'),
    'application/pdf',
    'application/pdf',
  ],
  ['a program', () => latin1('MZ\x90\0\x03\0'), 'image/png', 'application/octet-stream'],
  [
    'html behind a png',
    async () => join(await samplePng(), latin1(SCRIPT)),
    'image/png',
    'image/png',
  ],
  [
    'html within a png',
    async () => {
      const png = Buffer.from(await samplePng())
      return join(png.subarray(0, 33), chunk('tEXt', latin1(`a\0${SCRIPT}`)), png.subarray(33))
    },
    'text/html',
    'image/png',
  ],
  [
    'html behind a jpeg',
    async () => join(await sampleJpeg(), latin1(SCRIPT)),
    'text/html',
    'image/jpeg',
  ],
  ['html behind a gif', () => join(gifOf(1), latin1(SCRIPT)), 'text/html', 'image/gif'],
  ['a zip bomb', zipBomb, 'application/zip', 'application/octet-stream'],
  [
    'a gzip bomb',
    () => gzipSync(Buffer.alloc(100 * MIB)),
    'application/gzip',
    'application/octet-stream',
  ],
  [
    'a million empty parts',
    () => join(gifOf(1).subarray(0, -1), Buffer.alloc(3 * MIB, '\x21\xff\0', 'latin1')),
    'image/gif',
    'image/gif',
  ],
  ['nothing', () => Buffer.alloc(0), 'image/png', 'text/plain; charset=utf-8'],
  ['a megabyte of NUL', () => Buffer.alloc(MIB), 'text/plain', 'application/octet-stream'],
  ['a csv with a formula', () => latin1('=cmd|calc!A0'), 'text/csv', 'text/plain; charset=utf-8'],
]

/** Uploads in bounded time and memory; the next upload is accepted in any case. */
async function send(make: Case<unknown>[1], contentType: string) {
  const bytes = new Uint8Array(await make())
  const before = process.memoryUsage().rss
  const spentMs = startCpuTimer()
  const { key, response } = await world.upload(ada, bytes, { contentType, filename: 'a.html' })
  expect(spentMs()).toBeLessThan(1_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB)
  const next = await world.upload(ada, await samplePng(), { contentType: 'image/png' })
  expect(next.response.status).toBe(200)
  return { row: (await world.files.find(ada, key))!, status: response.status }
}

test.each(REFUSED)('refuses, and keeps nothing of it: %s', async (_, make, contentType, status) => {
  const sent = await send(make, contentType)

  expect(sent.status).toBe(status)
  await expect(world.files.presignRead(BASE, sent.row)).rejects.toMatchObject({ code: 'not_found' })
})

test.each(SERVED)('serves as what it is, never as a page: %s', async (_, make, type, servedAs) => {
  const sent = await send(make, type)

  expect(sent.status).toBe(200)
  const served = await world.get((await world.files.presignRead(BASE, sent.row)).signedUrl)
  const isImage = servedAs.startsWith('image/')
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': servedAs,
    'content-disposition': `${isImage ? 'inline' : 'attachment'}; filename="a.html"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const body = Buffer.from(await served.arrayBuffer())
  expect(isImage && (body.includes('<script') || body.includes(SECRET_PLACE))).toBe(false)
})
