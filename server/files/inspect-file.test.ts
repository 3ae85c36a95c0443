import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { AMOUNT_DEFAULTS } from '../limits/limit-table.ts'
import { inspectFile } from './inspect-file.ts'
import { sniff } from './file-types.ts'

const limitOf = (name: keyof typeof AMOUNT_DEFAULTS): number => AMOUNT_DEFAULTS[name]
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(type), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

function pngOf(width: number, height: number, frames = 0): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const controls = Array.from({ length: frames }, () => chunk('fcTL', Buffer.alloc(26)))
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    ...controls,
    chunk('IDAT', Buffer.alloc(10)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function gifOf(width: number, height: number, frames: number): Buffer {
  const head = latin1('GIF89a\0\0\0\0\0\0\0')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = latin1('\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), latin1(';')])
}

function jpegOf(width: number, height: number, scans = 1): Buffer {
  const frame = latin1('\xff\xc0\0\x0b\x08\0\0\0\0\x01\x01\x11\0')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = latin1('\xff\xda\0\x08\x01\x01\0\0\x3f\0\x12\x34')
  return Buffer.concat([
    latin1('\xff\xd8'),
    frame,
    ...Array.from({ length: scans }, () => scan),
    latin1('\xff\xd9'),
  ])
}

function webpOf(width: number, height: number): Buffer {
  const data = Buffer.alloc(10)
  data.writeUIntBE(0x9d012a, 3, 3)
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  const head = latin1('RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0')
  return Buffer.concat([head, data])
}

const makers = [
  ['png', pngOf],
  ['jpeg', jpegOf],
  ['gif', (width: number, height: number) => gifOf(width, height, 1)],
  ['webp', webpOf],
] as const

test.each(makers)('takes a %s of 8,000 pixels a side, and not of 8,001', (_, make) => {
  expect(inspectFile(make(8_000, 5_000), limitOf).bytes.byteLength).toBeGreaterThan(0)
  expect(() => inspectFile(make(8_001, 1), limitOf)).toThrow('8001 × 1 pixels')
  expect(() => inspectFile(make(1, 8_001), limitOf)).toThrow('1 × 8001 pixels')
})

test.each(makers)('takes a %s of 40 million pixels, and not of a row more', (_, make) => {
  expect(() => inspectFile(make(8_000, 5_000), limitOf)).not.toThrow()
  expect(() => inspectFile(make(8_000, 5_001), limitOf)).toThrow('40000000 in all')
})

test.each([
  ['png', pngOf],
  ['gif', gifOf],
] as const)('takes a %s of 100 frames, and not of 101', (_, make) => {
  expect(() => inspectFile(make(9, 9, 100), limitOf)).not.toThrow()
  expect(() => inspectFile(make(9, 9, 101), limitOf)).toThrow('has 101 frames; at most 100')
})

test('takes no jpeg that makes a decoder go over it again and again', () => {
  expect(() => inspectFile(jpegOf(9, 9, 200), limitOf)).not.toThrow()
  expect(() => inspectFile(jpegOf(9, 9, 201), limitOf)).toThrow('cannot be read')
})

test('takes an image of 5 MiB, and not of a byte more; other files are bounded elsewhere', () => {
  const image = Buffer.concat([
    pngOf(9, 9),
    Buffer.alloc(limitOf('imageBytes') - pngOf(9, 9).length),
  ])

  expect(inspectFile(image, limitOf).mediaType).toBe('image/png')
  expect(() => inspectFile(Buffer.concat([image, Buffer.alloc(1)]), limitOf)).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  )
  expect(inspectFile(Buffer.alloc(6_000_000, 'a'), limitOf).mediaType).toBe('text/plain')
})

test.each([
  ['a png without a header', latin1('\x89PNG\r\n\x1a\nnot really')],
  ['a png of no size', pngOf(0, 9)],
  ['a png without pixels', pngOf(9, 9).subarray(0, 33)],
  ['a jpeg of no height', jpegOf(9, 0)],
  ['a jpeg that ends', latin1('\xff\xd8\xff\xe0')],
  [
    'a jpeg with two sizes',
    Buffer.concat([jpegOf(9, 9).subarray(0, 15), jpegOf(9_999, 9_999).subarray(2)]),
  ],
  ['a gif without a frame', gifOf(9, 9, 0)],
  ['a webp without a picture', latin1('RIFF\x04\0\0\0WEBP')],
])('refuses %s', (_, bytes) => {
  expect(() => inspectFile(bytes, limitOf)).toThrow(
    expect.objectContaining({ code: 'file_rejected' }),
  )
})

test('looks at a 60,000 by 60,000 png and a gif of 10,000 frames in no time', () => {
  const before = process.memoryUsage().arrayBuffers
  const spentMs = startCpuTimer()

  expect(() => inspectFile(pngOf(60_000, 60_000), limitOf)).toThrow('60000 × 60000')
  expect(() => inspectFile(gifOf(9, 9, 10_000), limitOf)).toThrow('has 10000 frames')

  expect(spentMs()).toBeLessThan(1_000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
})

test.each([
  ['image/png', pngOf(9, 9)],
  ['image/jpeg', jpegOf(9, 9)],
  ['image/gif', latin1('GIF87a')],
  ['image/webp', webpOf(9, 9)],
  ['application/pdf', latin1('%PDF-1.7\n')],
  ['text/plain', Buffer.from('Grüße, 世界')],
  ['text/plain', Buffer.alloc(0)],
  ['text/plain', latin1('<html><script>alert(1)</script>')],
  ['text/plain', latin1('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['application/octet-stream', latin1('text with \0 in it')],
  ['application/octet-stream', latin1('Gr\xfc\xdfe')],
  ['application/octet-stream', latin1('PK\x03\x04\x14\0')],
  ['application/octet-stream', latin1('\x1f\x8b\x08\0')],
  ['application/octet-stream', latin1('RIFF\x04\0\0\0AVI ')],
  ['application/octet-stream', latin1('BM\x46\0')],
  ['application/octet-stream', latin1('\x89PNG\r\n\x1a')],
  ['application/octet-stream', latin1('MZ\x90\0')],
])('detects %s under any name', (type, bytes) => {
  expect(sniff(bytes)).toBe(type)
})
