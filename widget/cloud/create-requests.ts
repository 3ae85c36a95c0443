import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Auth } from './auth.ts'
import { call, readJson, type Fetch } from './call.ts'
import type { Clock } from './clock.ts'
import { encodeQuery, type QueryValues } from './query.ts'
import { readRequestError, retryAfterOf, statusOf } from './request-error.ts'
import { wait, withTimeLimit } from './time-limit.ts'

/** How long a call other than the chat call may take, once. */
export const CALL_TIMEOUT_MS = 15_000
/** How often a call that only reads is made again. */
export const READ_RETRIES = 2
/** Waits between tries: this, doubled each time, at most {@link BACKOFF_MAX_MS}, times a random share. */
export const BACKOFF_MS = 500
export const BACKOFF_MAX_MS = 30_000
export const SDK_NAME = 'alcove/0.1.0'

export interface Request {
  readonly method: 'GET' | 'POST'
  /** Below `/v1`, its ids encoded. */
  readonly path: string
  readonly query?: QueryValues
  readonly body?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  readonly mayMint: boolean
  /** Called before the first byte leaves: from now on the server may know. */
  readonly onDispatch?: () => void
}

export interface RequestSettings {
  readonly base: string
  readonly auth: Auth
  readonly fetch: Fetch
  readonly clock: Clock
  /** From 0 up to 1. */
  readonly random: () => number
}

export interface Requests {
  /** One try; a refused token is replaced once. Only answers that are OK come back. */
  send(request: Request, signal: AbortSignal): Promise<Response>
  /** The body as JSON, within {@link CALL_TIMEOUT_MS}; reads are retried. */
  json(request: Request, signal: AbortSignal): Promise<unknown>
}

export function createRequests(settings: RequestSettings): Requests {
  const { auth, fetch, clock, random } = settings
  const base = settings.base.replace(/\/$/, '')

  async function dispatch(request: Request, token: string, signal: AbortSignal) {
    request.onDispatch?.()
    const response = await call(
      fetch,
      `${base}/v1${request.path}${encodeQuery(request.query ?? {})}`,
      {
        method: request.method,
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Aui-Sdk': SDK_NAME,
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
      },
    )
    auth.inspect(response)
    return response
  }

  async function send(request: Request, signal: AbortSignal): Promise<Response> {
    const options = { mayMint: request.mayMint, signal }
    const token = known(await auth.token(options))
    const first = await dispatch(request, token, signal)
    if (first.ok) return first
    const error = await readRequestError(first)
    if (!isTokenRefused(error)) throw error
    const second = await dispatch(request, known(await auth.replace(token, options)), signal)
    if (second.ok) return second
    const again = await readRequestError(second)
    throw isTokenRefused(again) ? auth.refusal(again) : again
  }

  async function json(request: Request, signal: AbortSignal): Promise<unknown> {
    const retries = request.method === 'GET' ? READ_RETRIES : 0
    for (let tries = 0; ; tries += 1) {
      try {
        return await withTimeLimit(
          { clock, limitMs: CALL_TIMEOUT_MS, operation: request.path, signal },
          async (limited) => readJson(await send(request, limited)),
        )
      } catch (error) {
        if (tries >= retries || signal.aborted || !isPassing(error)) throw error
        await wait(clock, retryDelayMs(tries, error, random), signal)
      }
    }
  }

  return { send, json }
}

function known(token: string | null): string {
  if (token !== null) return token
  throw new AlcoveError('token_missing', 'Nobody has written here yet.')
}

/** Whether another token could help. */
function isTokenRefused(error: AlcoveError): boolean {
  const status = statusOf(error)
  return status === 401 || (status === 403 && error.code.startsWith('token_'))
}

/** Whether the same call may succeed a little later. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500
  return error instanceof AlcoveError && (error.code === 'offline' || error.code === 'call_timeout')
}

function retryDelayMs(tries: number, error: unknown, random: () => number): number {
  const asked = (retryAfterOf(error) ?? 0) * 1000
  const backoff = Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS) * random()
  return asked > 0 && asked <= BACKOFF_MAX_MS ? asked : backoff
}
