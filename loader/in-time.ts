/** Time limit for a file of the loader, because a request that hangs never fails. */
export const FILE_TIMEOUT_MS = 30_000

/** Rejects after the limit. Work that finishes later is available to the next caller. */
export const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(reject, FILE_TIMEOUT_MS, new Error('timeout'))),
  ])
