/**
 * The value below which a share of all values lies, from their counts by bucket; `null` without values. It is
 * the middle of its bucket.
 *
 * @param share from 0 to 1.
 * @param endOf upper end of a bucket; bucket 0 begins at 0.
 */
export function percentile(
  counts: ReadonlyMap<number, number>,
  share: number,
  endOf: (bucket: number) => number,
): number | null {
  const total = counts.values().reduce((sum, count) => sum + count, 0)
  const rank = Math.max(1, Math.ceil(total * share))
  let passed = 0
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count
    if (passed < rank) continue
    const start = bucket === 0 ? 0 : endOf(bucket - 1)
    return Math.round((start + endOf(bucket)) / 2)
  }
  return null
}
