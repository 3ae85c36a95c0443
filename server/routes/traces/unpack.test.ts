import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpack } from './unpack.ts'

const LIMIT = 1_000
const bytes = (length: number) => Buffer.alloc(length, 'x')

test.each([
  [undefined, (content: Buffer) => content],
  ['identity', (content: Buffer) => content],
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
])('a body packed with %s is unpacked', async (encoding, pack) => {
  expect(Buffer.from(await unpack(pack(bytes(LIMIT)), encoding, LIMIT))).toEqual(bytes(LIMIT))
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])('a %s body of one byte more than allowed is too large', async (encoding, pack) => {
  await expect(unpack(pack(bytes(LIMIT + 1)), encoding, LIMIT)).rejects.toMatchObject({
    code: 'too_large',
  })
})

test.each(['br', 'gzip, gzip', 'zstd'])('%s is not unpacked', async (encoding) => {
  await expect(unpack(bytes(1), encoding, LIMIT)).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})

test('bytes that were never packed, or are cut off, are a bad request', async () => {
  const packed = gzipSync(bytes(LIMIT))

  for (const body of [bytes(10), packed.subarray(0, -4), Buffer.alloc(0)]) {
    await expect(unpack(body, 'gzip', LIMIT)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})
