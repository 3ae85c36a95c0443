import { expect, test } from 'vitest'
import {
  FINGERPRINT_HASHES,
  fingerprintOf,
  readFingerprint,
  similarity,
  versionKeyOf,
} from './fingerprint.ts'

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`)
const compare = (one: readonly string[], other: readonly string[]) =>
  similarity(readFingerprint(fingerprintOf(one)), readFingerprint(fingerprintOf(other)))

test('equal texts are alike, and texts without a common pair are not', () => {
  expect(compare(numbers(0, 50), numbers(0, 50))).toBe(1)
  expect(compare(numbers(0, 50), numbers(50, 100))).toBe(0)
  expect(compare([], [])).toBe(1)
})

test('the similarity of short texts is exact', () => {
  // 20 and 21 pairs, the last of each ends its text; 19 are common.
  expect(compare(numbers(0, 20), numbers(0, 21))).toBeCloseTo(19 / 22)
})

test('the similarity of long texts is estimated from few bytes', () => {
  const [one, other] = [numbers(0, 10_000), numbers(5_000, 15_000)]
  expect(Buffer.from(fingerprintOf(one), 'base64')).toHaveLength(4 * FINGERPRINT_HASHES)
  expect(compare(one, other)).toBeGreaterThan(0.2)
  expect(compare(one, other)).toBeLessThan(0.47)
})

test('the order of headings does not change the key of versions, and other words do', () => {
  const key = versionKeyOf(['returns'], ['a', 'b'])
  expect(versionKeyOf(['returns'], ['b', 'a', 'a'])).toBe(key)
  expect(versionKeyOf(['return'], ['a', 'b'])).not.toBe(key)
  expect(versionKeyOf(['returns'], ['a'])).not.toBe(key)
})

test('a hundred texts are compared with each other at small cost', () => {
  const all = Array.from({ length: 100 }, (_, index) =>
    readFingerprint(fingerprintOf(numbers(index * 400, index * 400 + 400))),
  )
  const before = process.cpuUsage()
  const values = all.flatMap((one, index) =>
    all.slice(index).map((other) => similarity(one, other)),
  )
  const { user } = process.cpuUsage(before)

  expect(values.filter((value) => value === 1)).toHaveLength(100)
  // Some 10 ms, for which each saved page waits; sets of the hashes took 400.
  expect(user / 1_000).toBeLessThan(150)
})
