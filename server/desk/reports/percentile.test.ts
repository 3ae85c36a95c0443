import { expect, test } from 'vitest'
import { bucketMs, speedBucket } from '../../store/facts/speeds.ts'
import { createRandom } from '../../testing/create-random.ts'
import { percentile } from './percentile.ts'

const random = createRandom(7)

test.each([1, 2, 19, 20, 21, 500])(
  'percentiles of %d times are within 6 % of those of a sorted list',
  (count) => {
    // From 200 ms to 20 s, most of them short.
    const times = Array.from({ length: count }, () => Math.round(200 * 100 ** (random() ** 2)))
    const counts = new Map<number, number>()
    for (const time of times) {
      counts.set(speedBucket(time), (counts.get(speedBucket(time)) ?? 0) + 1)
    }
    const sorted = times.toSorted((a, b) => a - b)
    for (const share of [0.5, 0.95]) {
      const exact = sorted[Math.max(1, Math.ceil(count * share)) - 1]!
      const found = percentile(counts, share, bucketMs)!
      expect(Math.abs(found - exact) / exact).toBeLessThan(0.06)
    }
  },
)

test('without values there is no percentile', () => {
  expect(percentile(new Map(), 0.5, bucketMs)).toBeNull()
})
