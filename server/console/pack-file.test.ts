import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { packBrotli } from './pack-file.ts'

/** The rest is zeros, which compress at once. */
const NUMBERS = 2_048

test('a file is packed in several ways, of which the smallest stays', async () => {
  const content = readFileSync(import.meta.filename)

  const packed = await packBrotli(content)

  expect(packed.length).toBeLessThanOrEqual(brotliCompressSync(content).length)
  expect(brotliDecompressSync(packed)).toEqual(content)
})

test('a file that is not worth it is packed once', async () => {
  const content = readFileSync(import.meta.filename)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }

  const once = await packBrotli(content, false)

  expect(once).toEqual(new Uint8Array(brotliCompressSync(content, { params })))
  expect((await packBrotli(content)).length).toBeLessThan(once.length)
})

test('a file of 65,536 bytes is tried in more ways than one of a byte more', async () => {
  // Alternating four-byte numbers: one of the ways that larger files skip is made for them.
  const numbers = new Float32Array(16_385)
  for (let index = 0; index < NUMBERS; index += 1) numbers[index] = Math.sin(index / 100) * 1_000
  const content = Buffer.from(numbers.buffer)

  const whole = await packBrotli(content.subarray(0, 65_536))
  const larger = await packBrotli(content.subarray(0, 65_537))

  expect(brotliDecompressSync(whole)).toEqual(content.subarray(0, 65_536))
  expect(larger.length - whole.length).toBeGreaterThan(20)
})
