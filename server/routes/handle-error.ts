import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { isJsonValue } from '../../shared/json.ts'
import type { ErrorBody } from '../../shared/wire/fields.ts'
import { BUSY_RETRY_SECONDS, isBusyError } from '../limits/busy-error.ts'
import { isNoSpaceError } from '../files/no-space.ts'
import type { AppEnv } from './app-env.ts'
import type { RequestLog } from './request-log.ts'

/**
 * HTTP statuses of error codes. Codes of the embed never reach HTTP, so they count as faults of the server.
 */
export const ERROR_STATUSES = {
  config_invalid: 500,
  origin_not_allowed: 403,
  frame_timeout: 500,
  frame_blocked_csp: 500,
  network_refused: 500,
  script_failed: 500,
  storage_unavailable: 500,
  version_skew: 400,
  call_timeout: 408,
  call_unknown: 404,
  destroyed: 500,
  token_missing: 401,
  token_malformed: 401,
  token_expired: 401,
  token_rejected: 403,
  clock_skew: 401,
  auth_failed: 401,
  invalid_request: 400,
  misdirected: 421,
  not_found: 404,
  run_active: 409,
  run_ended: 409,
  lease_mismatch: 409,
  conflict: 409,
  idempotency_mismatch: 422,
  too_large: 413,
  file_rejected: 422,
  forbidden: 403,
  address_blocked: 403,
  named_only: 403,
  proof_required: 403,
  visitor_refused: 403,
  quota_exceeded: 409,
  unsupported_media_type: 415,
  rate_limited: 429,
  budget_exhausted: 429,
  offline: 503,
  send_failed: 500,
  model_failed: 502,
  interrupted: 503,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>

const SERVER_FAULT = 500

/** True if the caller was refused, rather than that the server failed. */
export const isRefusal = ({ code }: AlcoveError): boolean => ERROR_STATUSES[code] < SERVER_FAULT

/** The only place where a failure becomes an HTTP answer. */
export function createErrorHandler(log: RequestLog): ErrorHandler<AppEnv> {
  return (error, c) => {
    const known = error instanceof AlcoveError ? error : undefined
    const code = known?.code ?? 'internal'
    const status = ERROR_STATUSES[code]
    if (known && (isRefusal(known) || isNoSpaceError(known))) return answerError(c, known)
    log.error({ requestId: c.var.requestId, ...describeError(error) }, 'request failed')
    if (known && isBusyError(known)) return answerError(c, known)
    if (status === ERROR_STATUSES.unavailable) c.header('Retry-After', String(BUSY_RETRY_SECONDS))
    return c.json(faultBody(code, c.var.requestId), status)
  }
}

/** Answers with a refusal whose text was written for the caller. */
function answerError(c: Context, error: AlcoveError): Response {
  const status = ERROR_STATUSES[error.code]
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  if (status === 429 || status === 503) c.header('Retry-After', String(retryAfterOf(error)))
  const body: ErrorBody = {
    error: error.code,
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(isJsonValue(error.data) ? { details: error.data } : {}),
  }
  return c.json(body, status)
}

export const answerNotFound: NotFoundHandler<AppEnv> = (c) =>
  answerError(c, new AlcoveError('not_found', 'Not Found'))

/** Body without internal details: no text of a database, no stack. */
function faultBody(code: ErrorCode, requestId: string): ErrorBody {
  const sentence =
    ERROR_STATUSES[code] === ERROR_STATUSES.unavailable
      ? 'The service is not available at the moment.'
      : 'Something went wrong on the server.'
  return { error: code, message: `${sentence} Request id: ${requestId}`, details: { requestId } }
}

function retryAfterOf({ data }: AlcoveError): number {
  const isWait = typeof data === 'object' && data !== null && 'retryAfter' in data
  return isWait && typeof data.retryAfter === 'number'
    ? Math.ceil(data.retryAfter)
    : BUSY_RETRY_SECONDS
}

const TEXT_MAX = 300
const FRAMES_MAX = 8
const CAUSES_MAX = 3

/** The fields of a failure that a log may have: place and kind, without users' texts. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    text: error instanceof AlcoveError ? error.message : withoutQuotes(error.message),
    ...('code' in error ? { code: String(error.code) } : {}),
    stack: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < CAUSES_MAX
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

/** Redacts quoted values: databases and parsers quote the value that they fail at. */
function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"…"').slice(0, TEXT_MAX)
}
