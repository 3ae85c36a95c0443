export const PROVIDER_CONNECT_TIMEOUT_MS = 10_000
export const PROVIDER_FIRST_BYTE_TIMEOUT_MS = 30_000
export const PROVIDER_GAP_TIMEOUT_MS = 60_000
export const PROVIDER_TOTAL_TIMEOUT_MS = 600_000
export const PROVIDER_RETRIES = 2
export const PROVIDER_RETRY_DELAY_MS = 2_000
export const PROVIDER_RETRY_FACTOR = 2
/** A provider that wishes for a longer pause is not asked again: nobody waits that long in front of a chat. */
export const PROVIDER_RETRY_AFTER_LIMIT_MS = 60_000
/** Up to here the person is told when another try makes sense; a time further away helps nobody. */
export const PROVIDER_RETRY_AT_LIMIT_MS = 7 * 24 * 60 * 60 * 1000
/** While a provider is left alone, readers hear this often how long that still takes. */
export const PROVIDER_WAIT_NEWS_MS = 5_000
/** A tool of the operator's gets this long. */
export const BACKEND_TOOL_TIMEOUT_MS = 60_000
/** No answer is that long; a provider that goes on for ever must not fill the memory. */
export const PROVIDER_RESPONSE_LIMIT_BYTES = 32 * 1024 * 1024

/** How long a provider may take, each with its default above. */
export interface ProviderLimits {
  /** Until the connection stands, TLS included. */
  readonly connectMs: number
  /** From there to the first byte of the body. */
  readonly firstByteMs: number
  /** Between two pieces of the body. */
  readonly gapMs: number
  /** The whole answer, waiting and retries included. */
  readonly totalMs: number
  /** Further tries after the first, only before any content. */
  readonly retries: number
  readonly responseBytes: number
  /** One call of a backend tool. */
  readonly toolMs: number
}

export const PROVIDER_LIMITS: ProviderLimits = {
  connectMs: PROVIDER_CONNECT_TIMEOUT_MS,
  firstByteMs: PROVIDER_FIRST_BYTE_TIMEOUT_MS,
  gapMs: PROVIDER_GAP_TIMEOUT_MS,
  totalMs: PROVIDER_TOTAL_TIMEOUT_MS,
  retries: PROVIDER_RETRIES,
  responseBytes: PROVIDER_RESPONSE_LIMIT_BYTES,
  toolMs: BACKEND_TOOL_TIMEOUT_MS,
}
