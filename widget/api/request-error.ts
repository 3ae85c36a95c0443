import * as v from 'valibot'
import { ERROR_TEXTS, MARKUP_BODY } from '../../shared/error-texts.ts'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { isMarkup } from '../../shared/is-markup.ts'
import { errorBodySchema } from '../../shared/wire/fields.ts'

/** Maximum number of characters of a failed call's body that an error keeps. */
export const ERROR_BODY_MAX_CHARACTERS = 2_000
const CODE = /^[a-z]+(_[a-z]+)*$/

/** Data of a call's error, besides its code. */
export interface RequestErrorData {
  readonly status: number
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number
  readonly details?: unknown
  /** Beginning of a page that a proxy or a store sent: for the console, never for the screen. */
  readonly page?: string
}

/**
 * Reads a failed response by the specification's rule: the body's `message`, else status and body. Pages of HTML
 * or XML are kept apart from the text.
 */
export async function readRequestError(response: Response): Promise<AlcoveError> {
  const text = await response.text().catch(() => '')
  const body = parseErrorBody(text)
  const code = body?.error !== undefined && CODE.test(body.error) ? body.error : undefined
  const start = text.slice(0, ERROR_BODY_MAX_CHARACTERS)
  const isPage = isMarkup(body?.message || text)
  const message = isPage
    ? ERROR_TEXTS.requestFailed(response.status, MARKUP_BODY)
    : body?.message || ERROR_TEXTS.requestFailed(response.status, start)
  const retryAfter = readRetryAfter(response)
  const data: RequestErrorData = {
    status: response.status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(isPage ? { page: start } : {}),
    ...(body?.details === undefined ? {} : { details: body.details }),
  }
  return new AlcoveError(
    (code as ErrorCode | undefined) ?? codeOfStatus(response.status),
    message,
    {
      data,
      ...(body?.hint === undefined ? {} : { hint: body.hint }),
    },
  )
}

/** Returns the HTTP status of an error, `undefined` if there was no response. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof AlcoveError)) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('status' in data)) return undefined
  return typeof data.status === 'number' ? data.status : undefined
}

export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof AlcoveError)) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return undefined
  return typeof data.retryAfter === 'number' ? data.retryAfter : undefined
}

/** Returns `undefined` for a text that is not an error of the contract. */
export function parseErrorBody(text: string): v.InferOutput<typeof errorBodySchema> | undefined {
  try {
    const parsed = v.safeParse(errorBodySchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'auth_failed'
  if (status === 404) return 'not_found'
  if (status === 409) return 'conflict'
  if (status === 413) return 'too_large'
  if (status === 415) return 'unsupported_media_type'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'invalid_request'
}
