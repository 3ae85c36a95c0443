/** Amount of data before the measurement. */
export interface StoreScale {
  /** Threads, all of one visitor. */
  readonly threads: number
  /** Messages in all threads together. */
  readonly messages: number
  /** Messages in one long thread; the others share the rest. */
  readonly longThread: number
  /** Number of measurements of each request. */
  readonly samples: number
}

/** Scale of `--big`, which takes minutes. */
export const BIG_SCALE: StoreScale = {
  threads: 100_000,
  messages: 1_000_000,
  longThread: 10_000,
  samples: 500,
}

export const SMALL_SCALE: StoreScale = {
  threads: 5_000,
  messages: 50_000,
  longThread: 5_000,
  samples: 200,
}

/** Rows of the smaller database that each request is compared with. */
export const FEW_ROWS = 10

export const FEW_SCALE = { threads: FEW_ROWS, messages: FEW_ROWS, longThread: FEW_ROWS }
