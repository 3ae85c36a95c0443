import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import { HookRefusal, type OperatorCallError } from './operator-call-error.ts'
import {
  describeRefusal,
  judgeRefusal,
  readRefusal,
  type Refusal,
  type RefusalCause,
  type RefusalKind,
} from './read-refusal.ts'
import type { ResponseHeaders } from './retry-delay.ts'

/** Kind of a provider's failure, by the action that helps. */
export type FailureKind =
  | RefusalKind
  | 'unreachable'
  | 'timeout'
  | 'stalled'
  | 'too-slow'
  | 'malformed'
  | 'cut'
  | 'unsupported'
  | 'unknown'

/** Failures that only the operator can resolve: on a public server other people do not see which. */
const OPERATOR_KINDS: readonly FailureKind[] = ['key', 'credit', 'model', 'address', 'setup']
/** The person's text where only the operator can help. */
export const UNAVAILABLE_TEXT = 'The assistant cannot answer at the moment. Try again later.'

/**
 * The person's text.
 *
 * @param isPublic true if the person may not be the operator.
 */
export const failureText = (kind: FailureKind, isPublic: boolean): string =>
  isPublic && OPERATOR_KINDS.includes(kind) ? UNAVAILABLE_TEXT : FAILURE_TEXTS[kind]

/** The person's text about a hook of the operator that refused or failed. */
export const refusalText = (error: HookRefusal | OperatorCallError): string =>
  error instanceof HookRefusal ? error.message : UNAVAILABLE_TEXT

/** Never contains the provider's own words. */
export const FAILURE_TEXTS: Readonly<Record<FailureKind, string>> = {
  key: 'The model provider did not accept this server’s key. The operator of this site has to correct it.',
  credit:
    'The account at the model provider has no credit left. The operator of this site has to top it up.',
  model:
    'The configured model does not exist at the provider. The operator of this site has to correct it.',
  address:
    'What answers at the configured address is not a model. The operator of this site has to correct it.',
  setup:
    'The model provider did not accept how this server asks. The operator of this site has to correct it.',
  busy: 'The model has too many requests at the moment. Wait a little, then try again.',
  down: 'The model provider has a problem at the moment. Try again in a little while.',
  unreachable: 'The model could not be reached. Try again in a little while.',
  timeout: 'The model did not answer in time. Try again.',
  stalled: 'The model stopped in the middle of its answer. Try again.',
  'too-slow': 'The answer took too long and was ended. Try again, or ask for something shorter.',
  malformed: 'The model’s answer could not be read. Try again.',
  cut: 'The connection to the model broke before the answer was complete. Try again.',
  'too-long':
    'This conversation has become too long for the model. Start a new one, or shorten the message.',
  refused: 'The model did not accept this request. Change the message, then try again.',
  unsupported:
    'The model cannot read one of the files in this conversation. Start a new one without it.',
  unknown: 'Something went wrong while the model answered. Try again.',
}

/** A failure that our own code found; `detail` is for logs and quotes no other text. */
export function createFailure(
  kind: FailureKind,
  detail: string,
  { status, cause }: FailureFacts = {},
): AlcoveError {
  const data = { kind, detail, status, cause }
  return new AlcoveError('model_failed', FAILURE_TEXTS[kind], { data })
}

interface FailureFacts {
  readonly status?: number | undefined
  readonly cause?: RefusalCause | undefined
}

export interface ProviderFailure {
  readonly kind: FailureKind
  readonly cause?: RefusalCause
  /** True if the same call may succeed a little later. */
  readonly isRetryable: boolean
  readonly headers: ResponseHeaders
  readonly status?: number
  /** For the operator's log, without secrets redacted. Never contains text of a person or the model. */
  readonly detail: string
}

/** Takes all out of a provider's words that they repeat of the call. */
export type HideQuotes = (words: string) => string

const CAUSE_DEPTH_LIMIT = 8
const RETRYABLE_KINDS = new Set<FailureKind>(['busy', 'down', 'unreachable', 'cut'])
const RESET_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  // The built-in `fetch`, by which models connect that are given as values.
  'UND_ERR_SOCKET',
])

/** Classifies an error of the provider's packages, of the network or of our own limits. */
export function describeFailure(error: unknown, hide: HideQuotes): ProviderFailure {
  let cause = error
  for (let depth = 0; depth < CAUSE_DEPTH_LIMIT && cause instanceof Error; depth += 1) {
    const failure = describeOne(cause, hide)
    if (failure) return failure
    cause = cause.cause
  }
  return fail('unknown', error instanceof Error ? error.name : 'not an error')
}

/** True for an error of the package about an event that it could not read; it reads on after it. */
export const isUnreadable = (error: unknown): boolean =>
  JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)

function describeOne(error: Error, hide: HideQuotes): ProviderFailure | undefined {
  if (error instanceof AlcoveError) return ownFailure(error, hide)
  if (APICallError.isInstance(error) && isHttpFailure(error.statusCode)) {
    const refusal = readError(error)
    const { code, message } = refusal
    // A code is a word of the provider; some servers write a sentence instead.
    const shown = { ...refusal, code: / /.test(code) ? hide(code) : code, message: hide(message) }
    return statusFailure(error.statusCode, shown, error.responseHeaders)
  }
  if (isUnreadable(error)) {
    // Their messages quote the answer, so only the name is used.
    return fail('malformed', error.name)
  }
  if (UnsupportedFunctionalityError.isInstance(error))
    return fail('unsupported', error.functionality)
  if (InvalidResponseDataError.isInstance(error)) {
    return fail('cut', 'the stream ended without a finish')
  }
  return networkFailure(error)
}

function ownFailure(error: AlcoveError, hide: HideQuotes): ProviderFailure | undefined {
  if (!isPlainObject(error.data)) return undefined
  const { kind, detail, status, cause } = error.data
  const shown = hide(String(detail))
  const failure = fail(kind as FailureKind, shown, typeof status === 'number' ? status : undefined)
  return cause === undefined ? failure : { ...failure, cause: cause as RefusalCause }
}

function isHttpFailure(status: number | undefined): status is number {
  return status !== undefined && status >= 400
}

/** The words of the body; if the provider's package kept none, those that it read. */
function readError({ responseBody, data, message }: APICallError): Refusal {
  if (responseBody) return readRefusal(responseBody)
  return readRefusal(
    JSON.stringify({ ...fieldsOf(data), error: { message, ...fieldsOf(fieldsOf(data)['error']) } }),
  )
}

/** The fields of an error; empty for a value that is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function statusFailure(
  status: number,
  refusal: Refusal,
  headers: ResponseHeaders | undefined,
): ProviderFailure {
  const { kind, ...cause } = judgeRefusal(status, refusal)
  const failure = fail(kind, describeRefusal(refusal), status)
  return { ...failure, ...cause, headers: headers ?? {} }
}

function networkFailure(error: Error): ProviderFailure | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (RESET_CODES.has(code)) return fail('cut', code)
  if (code.startsWith('HPE_')) return fail('malformed', code)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return fail('timeout', code)
  if (code === 'UND_ERR_BODY_TIMEOUT') return fail('stalled', code)
  // A name with several addresses fails with all of their errors in one.
  const isOfAddresses = error instanceof AggregateError && code !== ''
  const isSystemError =
    'syscall' in error ||
    isOfAddresses ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    /CERT|TLS|SSL|SELF_SIGNED/.test(code)
  return isSystemError ? fail('unreachable', code) : undefined
}

function fail(kind: FailureKind, detail: string, status?: number): ProviderFailure {
  return {
    kind,
    isRetryable: RETRYABLE_KINDS.has(kind),
    headers: {},
    detail,
    ...(status === undefined ? {} : { status }),
  }
}
