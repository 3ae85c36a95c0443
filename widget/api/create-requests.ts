import { AlcoveError } from '../../shared/errors.ts'
import type { Auth } from './auth.ts'
import { call, readJson, type Fetch } from './call.ts'
import { type Clock, wait, withTimeLimit } from './clock.ts'
import { readRequestError, retryAfterOf, statusOf } from './request-error.ts'

/** How long a call other than the chat call may take, once. */
export const CALL_TIMEOUT_MS = 15_000
/** How often a call that only reads, or may be repeated, is made again. */
export const CALL_RETRIES = 2
/** Waits between tries: this, doubled each time, at most {@link BACKOFF_MAX_MS}, times a random share. */
export const BACKOFF_MS = 500
export const BACKOFF_MAX_MS = 30_000
export const SDK_NAME = 'alcove/0.1.0'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/v1`, its ids encoded. */
  readonly path: string
  readonly query?: QueryValues
  /** Sent as JSON; what is undefined is left out. */
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly mayMint: boolean
  /** Whether the body carries a key by which the server knows the same call again: then it is retried. */
  readonly isRepeatable?: boolean
  /** Default {@link CALL_TIMEOUT_MS}; of a stream the time that it has to open. */
  readonly limitMs?: number
  /** Whether the call goes on after the page is closed. */
  readonly outlivesPage?: boolean
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
  readonly clock: Clock
  /** One try; a refused token is replaced once. Only answers that are OK come back. */
  send(request: Request, signal: AbortSignal): Promise<Response>
  /** The body as JSON, within the call's limit; retried where that is safe. */
  json(request: Request, signal: AbortSignal): Promise<unknown>
  /** As `json`, whatever the body says: some servers answer 204, some `{}`. */
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

/** `null` when the server asks for a longer wait than anybody would sit through. */
function retryDelayMs(tries: number, error: unknown, random: () => number): number | null {
  const asked = (retryAfterOf(error) ?? 0) * 1000
  if (asked > BACKOFF_MAX_MS) return null
  return asked > 0 ? asked : Math.min(BACKOFF_MS * 2 ** tries, BACKOFF_MAX_MS) * random()
}

async function dropBody(response: Response): Promise<void> {
  await response.body?.cancel()
}

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Query text with its `?`. `false` and `undefined` are left out, `true` is written as `true`. */
export function encodeQuery(values: QueryValues): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== false) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
