/**
 * All failures of Alcove, as one closed set. Code switches on `code`, never on text. The loader imports this
 * file: it must stay without dependencies.
 */
export type ErrorCode =
  // the embed
  | 'config_invalid'
  | 'origin_not_allowed'
  | 'frame_timeout'
  | 'frame_blocked_csp'
  | 'network_refused'
  | 'script_failed'
  | 'storage_unavailable'
  | 'version_skew'
  | 'call_timeout'
  | 'call_unknown'
  | 'destroyed'
  // identity
  | 'token_missing'
  | 'token_malformed'
  | 'token_expired'
  | 'token_rejected'
  | 'clock_skew'
  | 'auth_failed'
  // requests
  | 'invalid_request'
  | 'misdirected'
  | 'not_found'
  | 'run_active'
  | 'run_ended'
  | 'lease_mismatch'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'too_large'
  | 'file_rejected'
  | 'forbidden'
  | 'address_blocked'
  | 'named_only'
  | 'proof_required'
  | 'visitor_refused'
  | 'quota_exceeded'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'budget_exhausted'
  | 'offline'
  | 'send_failed'
  // answers
  | 'model_failed'
  | 'interrupted'
  | 'unavailable'
  | 'internal'

export interface ErrorDetails {
  /** The remedy, for the developer of the host page or the operator. */
  hint?: string
  /** Machine-readable facts, for example `{ retryAfter: 12 }` (seconds). */
  data?: unknown
  cause?: unknown
}

/** The only error class: a code, a sentence, and a remedy. */
export class AlcoveError extends Error {
  declare readonly code: ErrorCode
  declare readonly hint?: string
  declare readonly data?: unknown

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    Object.assign(this, { name: 'AlcoveError' }, details, { code })
  }
}

/** An error as it is sent over a port or HTTP: never with a stack. */
export interface SerializedError {
  code: string
  message: string
  hint?: string
  data?: unknown
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof AlcoveError)) return { code: 'internal', message: 'Something went wrong.' }
  const plain: SerializedError = { code: error.code, message: error.message }
  if (error.hint !== undefined) plain.hint = error.hint
  if (error.data !== undefined) plain.data = error.data
  return plain
}

export function deserializeError(plain: SerializedError): AlcoveError {
  // The code comes from another side that may be newer; an unknown one is kept.
  const { code, message, hint, data } = plain
  return new AlcoveError(code as ErrorCode, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
  })
}

/** Called with a sentence for the developer about a part that was left out or malformed. */
export type Warn = (text: string) => void
