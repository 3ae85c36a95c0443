export const PROVIDER_CONNECT_TIMEOUT_MS = 10_000
export const PROVIDER_FIRST_BYTE_TIMEOUT_MS = 30_000
export const PROVIDER_GAP_TIMEOUT_MS = 60_000
/** A server of one's own may load the model before its first byte, and is silent while it writes a call. */
export const PATIENT_FIRST_BYTE_TIMEOUT_MS = 300_000
export const PATIENT_GAP_TIMEOUT_MS = 120_000
export const PROVIDER_TOTAL_TIMEOUT_MS = 600_000
export const PROVIDER_RETRIES = 2
export const PROVIDER_RETRY_DELAY_MS = 2_000
export const PROVIDER_RETRY_FACTOR = 2
/** A provider that requests a longer pause is not retried: people do not wait that long in a chat. */
export const PROVIDER_RETRY_AFTER_LIMIT_MS = 60_000
/** Up to here the person is told when a retry makes sense; a later time is of no use. */
export const PROVIDER_RETRY_AT_LIMIT_MS = 7 * 24 * 60 * 60 * 1000
/** After so long without a byte, readers are told that the model may still be starting. */
export const PROVIDER_SILENCE_NEWS_MS = 8_000
/** During a pause, readers are told this often how long it still takes. */
export const PROVIDER_WAIT_NEWS_MS = 5_000
/** Time limit of an operator's tool. */
export const BACKEND_TOOL_TIMEOUT_MS = 60_000
/** Longer than any answer; a provider that streams for ever must not fill the memory. */
export const PROVIDER_RESPONSE_LIMIT_BYTES = 32 * 1024 * 1024

/** Time limits of a provider, each with its default above. */
export interface ProviderLimits {
  /** Until the connection is established, TLS included. */
  readonly connectMs: number
  /** From then to the first byte of the body. */
  readonly firstByteMs: number
  /** To the first byte, until readers are told that the model may still be starting. */
  readonly silenceNewsMs: number
  /** Between two chunks of the body. */
  readonly gapMs: number
  /** The whole answer, including pauses and retries. */
  readonly totalMs: number
  /** Retries after the first attempt, only before any content. */
  readonly retries: number
  readonly responseBytes: number
  /** A single call of a backend tool. */
  readonly toolMs: number
}

export const PROVIDER_LIMITS: ProviderLimits = {
  connectMs: PROVIDER_CONNECT_TIMEOUT_MS,
  firstByteMs: PROVIDER_FIRST_BYTE_TIMEOUT_MS,
  silenceNewsMs: PROVIDER_SILENCE_NEWS_MS,
  gapMs: PROVIDER_GAP_TIMEOUT_MS,
  totalMs: PROVIDER_TOTAL_TIMEOUT_MS,
  retries: PROVIDER_RETRIES,
  responseBytes: PROVIDER_RESPONSE_LIMIT_BYTES,
  toolMs: BACKEND_TOOL_TIMEOUT_MS,
}

/** Limits of a provider whose server may load the model first. */
export const PATIENT_LIMITS: Pick<ProviderLimits, 'firstByteMs' | 'gapMs'> = {
  firstByteMs: PATIENT_FIRST_BYTE_TIMEOUT_MS,
  gapMs: PATIENT_GAP_TIMEOUT_MS,
}
