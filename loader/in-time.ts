/** A file of the loader that takes longer does not come: a request that hangs never fails. */
export const FILE_TIMEOUT_MS = 30_000

/** Rejects when the time is over; what comes later is there for the next who asks. */
export const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(reject, FILE_TIMEOUT_MS, new Error('timeout'))),
  ])
