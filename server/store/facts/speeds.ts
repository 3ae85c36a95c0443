/** Each bucket of times ends so much above the one before. */
const STEP = 1.1

/** The bucket of a time. */
export const speedBucket = (ms: number): number =>
  ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(STEP) - 1e-9)

/** The longest time of a bucket, in milliseconds. */
export const bucketMs = (bucket: number): number => Math.round(STEP ** bucket)
