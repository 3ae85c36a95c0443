/** How much is there before anything is measured. */
export interface StoreScale {
  /** All of one visitor. */
  readonly threads: number
  /** In all threads together. */
  readonly messages: number
  /** In one of the threads; the others share the rest. */
  readonly longThread: number
  /** How often each request is measured. */
  readonly samples: number
}

/** Behind `--big`: takes minutes. */
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

/** Rows of the other database, beside which each request is measured. */
export const FEW_ROWS = 10

export const FEW_SCALE = { threads: FEW_ROWS, messages: FEW_ROWS, longThread: FEW_ROWS }
