import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packBrotli, packGzip } from './pack-file.ts'

const content = readFileSync(import.meta.filename)

test('a file is packed by brotli at its best quality', async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 2 }
  const packed = await packBrotli(content)

  expect(packed.length).toBeLessThan(brotliCompressSync(content, { params }).length)
  expect(brotliDecompressSync(packed)).toEqual(content)
})

test('a file is packed by gzip', async () => {
  expect(gunzipSync(await packGzip(content))).toEqual(content)
})
