/** Median distance from the median, for a standard deviation of 1. */
const MEDIAN_OF_NORMAL = 0.6745
/** Standard deviations above the best of so many by chance. */
const MARGIN = 1
/** Least standard deviation: texts that are nearly the same have none. */
export const SPREAD_LEAST = 0.02

/**
 * A similarity that no unrelated text reaches by chance, if the similarities of unrelated texts are spread normally:
 * models differ in how similar all texts are to them, so no number fits two of them.
 *
 * @param sample similarities of texts of which most are unrelated. Medians, since the others would raise a mean.
 * @param texts number of all texts.
 */
export function chanceFloor(sample: readonly number[], texts: number): number {
  const middle = median(sample)
  const distance = median(sample.map((each) => Math.abs(each - middle)))
  const spread = Math.max(distance / MEDIAN_OF_NORMAL, SPREAD_LEAST)
  // The best of n normal numbers is at most so many deviations above their mean, on average.
  const best = Math.sqrt(2 * Math.log(Math.max(1, texts)))
  return middle + spread * (best + MARGIN)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
