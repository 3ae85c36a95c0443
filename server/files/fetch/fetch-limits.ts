/** From the first look-up to the last byte, over all hops. */
export const FETCH_TIMEOUT_MS = 10_000
export const FETCH_MAX_BYTES = 10_485_760
/** How often a server may send us on. */
export const FETCH_HOPS_MAX = 5
export const FETCH_URL_MAX_CHARACTERS = 2_048

export interface FetchLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly hops: number
}

export const FETCH_LIMITS: FetchLimits = {
  timeoutMs: FETCH_TIMEOUT_MS,
  maxBytes: FETCH_MAX_BYTES,
  hops: FETCH_HOPS_MAX,
}
