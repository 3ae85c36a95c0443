// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hash, solvePuzzle } from './solve-puzzle.ts'

const hexOf = (words: Int32Array) =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

test('hashes texts of every length as `node:crypto` does', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) & 0xff)
    expect(hexOf(hash(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test.each([1, 7, 8, 9, 12])('finds the first number of %i zero bits', (bits) => {
  const challenge = `${bits}.1795237200000.abcdefghijklmnop.${'s'.repeat(43)}`
  const start = createHash('sha256').update(challenge).digest()
  const zerosOf = (number: number) => {
    const four = Buffer.alloc(4)
    four.writeUInt32BE(number)
    const digest = createHash('sha256').update(start).update(four).digest()
    return Math.clz32(digest.readUInt32BE())
  }

  const solution = solvePuzzle({ challenge, bits })

  expect(zerosOf(solution)).toBeGreaterThanOrEqual(bits)
  for (let number = 0; number < solution; number += 1) {
    expect(zerosOf(number)).toBeLessThan(bits)
  }
})
