import { AlcoveError } from '../../shared/errors.ts'
import type { Auth } from './auth.ts'
import { call, readJson, type Fetch } from './call.ts'
import { type Clock, wait, withTimeLimit } from './clock.ts'
import { readRequestError, retryAfterOf, statusOf } from './request-error.ts'

/** Time limit of one try of a call; the chat call has its own. */
export const CALL_TIMEOUT_MS = 15_000
/** Number of retries of a call that only reads or may be repeated. */
export const CALL_RETRIES = 2
/** Delay before a retry: this, doubled each time, at most {@link BACKOFF_MAX_MS}, times a random share. */
export const BACKOFF_MS = 500
export const BACKOFF_MAX_MS = 30_000
export const SDK_NAME = 'alcove/0.1.0'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/v1`, with encoded ids. */
  readonly path: string
  readonly query?: QueryValues
  /** Sent as JSON; undefined fields are left out. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly mayMint: boolean
  /** True if the body has a key by which the server recognizes a repeated call. Such calls are retried. */
  readonly isRepeatable?: boolean
  /** Default {@link CALL_TIMEOUT_MS}; for a stream, the time limit for opening it. */
  readonly limitMs?: number
  /** True if the call continues after the page is closed. */
  readonly outlivesPage?: boolean
  /** Called before the first byte leaves; afterwards the server may know the call. */
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
  readonly clock: Clock
  /** Makes one try and replaces a rejected token once. Resolves only with OK responses. */
  send(request: Request, signal: AbortSignal): Promise<Response>
  /** Returns the body as JSON, within the call's limit. Retries calls that may be repeated. */
  json(request: Request, signal: AbortSignal): Promise<unknown>
  /** As `json`, but ignores the body: some servers answer 204, some `{}`. */
  done(request: Request, signal: AbortSignal): Promise<void>
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
          ...auth.headers,
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.outlivesPage ? { keepalive: true } : {}),
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
    const other = known(await auth.replace(token, options))
    if (other === token) throw auth.refusal(error)
    const second = await dispatch(request, other, signal)
    if (second.ok) return second
    const again = await readRequestError(second)
    throw isTokenRefused(again) ? auth.refusal(again) : again
  }

  async function whole<Result>(
    request: Request,
    signal: AbortSignal,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const retries = request.method === 'GET' || request.isRepeatable ? CALL_RETRIES : 0
    const { limitMs = CALL_TIMEOUT_MS, path } = request
    for (let tries = 0; ; tries += 1) {
      try {
        return await withTimeLimit({ clock, limitMs, operation: path, signal }, async (limited) =>
          read(await send(request, limited)),
        )
      } catch (error) {
        const delayMs = isPassing(error) ? retryDelayMs(tries, error, random) : null
        if (tries >= retries || signal.aborted || delayMs === null) throw error
        await wait(clock, delayMs, signal)
      }
    }
  }

  return {
    clock,
    send,
    json: (request, signal) => whole(request, signal, readJson),
    done: (request, signal) => whole(request, signal, dropBody),
  }
}

function known(token: string | null): string {
  if (token !== null) return token
  throw new AlcoveError('token_missing', 'Nobody has written here yet.')
}

/** True if another token could help. */
function isTokenRefused(error: AlcoveError): boolean {
  const status = statusOf(error)
  return status === 401 || (status === 403 && error.code.startsWith('token_'))
}

/** True if the same call may succeed a little later. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500
  return error instanceof AlcoveError && (error.code === 'offline' || error.code === 'call_timeout')
}

/** Returns `null` if the server asks for a longer wait than people accept. */
function retryDelayMs(tries: number, error: unknown, random: () => number): number | null {
  const asked = (retryAfterOf(error) ?? 0) * 1000
  if (asked > BACKOFF_MAX_MS) return null
  return asked > 0 ? asked : Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS) * random()
}

async function dropBody(response: Response): Promise<void> {
  await response.body?.cancel()
}

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Encodes a query with its `?`. `false` and `undefined` are left out, `true` is written as `true`. */
export function encodeQuery(values: QueryValues): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== false) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
