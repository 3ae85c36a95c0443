import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from 'ai'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { FailureKind } from './failure-kind.ts'
import type { ResponseHeaders } from './retry-delay.ts'

export interface ProviderFailure {
  readonly kind: FailureKind
  /** Whether the same call may go well a little later. */
  readonly isRetryable: boolean
  readonly headers: ResponseHeaders
  readonly status?: number
  /** For the operator's log, not redacted yet. Never holds what a person or the model wrote. */
  readonly detail: string
}

const CAUSE_DEPTH_LIMIT = 8
const DETAIL_LIMIT = 300
const RETRYABLE_KINDS = new Set<FailureKind>(['busy', 'down', 'unreachable', 'cut'])
const TOO_LONG = /context.?length|too.?long|too.?large|maximum.*tokens|token.*limit/i
const NO_CREDIT = /insufficient_quota|billing|credit/i
const RESET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Tells what an error of the provider's packages, of the network or of our own limits means. */
export function describeFailure(error: unknown): ProviderFailure {
  let cause = error
  for (let depth = 0; depth < CAUSE_DEPTH_LIMIT && cause instanceof Error; depth += 1) {
    const failure = describeOne(cause)
    if (failure) return failure
    cause = cause.cause
  }
  return fail('unknown', error instanceof Error ? error.name : 'not an error')
}

function describeOne(error: Error): ProviderFailure | undefined {
  if (error instanceof AlcoveError) return ownFailure(error)
  if (APICallError.isInstance(error) && isHttpFailure(error.statusCode)) {
    return statusFailure(error.statusCode, error.message, error.data, error.responseHeaders)
  }
  if (StreamProviderError.isInstance(error)) return streamFailure(error)
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) {
    // Their messages quote the answer: the name has to do.
    return fail('malformed', error.name)
  }
  if (UnsupportedFunctionalityError.isInstance(error))
    return fail('unsupported', error.functionality)
  if (InvalidResponseDataError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) {
    return fail('cut', 'the stream ended without a finish')
  }
  return networkFailure(error)
}

function ownFailure(error: AlcoveError): ProviderFailure | undefined {
  if (!isPlainObject(error.data)) return undefined
  const { kind, detail } = error.data
  return fail(kind as FailureKind, String(detail))
}

function isHttpFailure(status: number | undefined): status is number {
  return status !== undefined && status >= 400
}

function statusFailure(
  status: number,
  message: string,
  data: unknown,
  headers: ResponseHeaders | undefined,
): ProviderFailure {
  const inner = isPlainObject(data) && isPlainObject(data['error']) ? data['error'] : {}
  const code = [inner['code'], inner['type']].find((value) => typeof value === 'string') ?? ''
  const kind = statusKind(status, `${code} ${message}`)
  // A refusal of the content may quote it: then only its code is told.
  const said = kind === 'refused' || kind === 'too-long' ? code : `${code} ${message}`
  return { ...fail(kind, said.trim(), status), headers: headers ?? {} }
}

function statusKind(status: number, words: string): FailureKind {
  if (status === 401 || status === 403) return 'key'
  if (status === 402) return 'credit'
  if (status === 429) return NO_CREDIT.test(words) ? 'credit' : 'busy'
  if (status === 404) return 'model'
  if (status === 408) return 'down'
  if (status === 413) return 'too-long'
  if (status < 500) return TOO_LONG.test(words) ? 'too-long' : 'refused'
  return 'down'
}

function streamFailure(error: StreamProviderError): ProviderFailure {
  const words = `${error.type ?? ''} ${error.code ?? ''}`.trim()
  const status = error.statusCode
  if (status !== undefined && isHttpFailure(status)) {
    return fail(statusKind(status, words), words, status)
  }
  return fail(/overloaded|rate_limit/.test(words) ? 'busy' : 'down', words)
}

function networkFailure(error: Error): ProviderFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (RESET_CODES.has(code)) return fail('cut', code)
  if (code.startsWith('HPE_')) return fail('malformed', code)
  const isSystemError = 'syscall' in error || /CERT|TLS|SSL|SELF_SIGNED/.test(code)
  return isSystemError ? fail('unreachable', code) : undefined
}

function fail(kind: FailureKind, detail: string, status?: number): ProviderFailure {
  return {
    kind,
    isRetryable: RETRYABLE_KINDS.has(kind),
    headers: {},
    detail: detail.slice(0, DETAIL_LIMIT),
    ...(status === undefined ? {} : { status }),
  }
}
