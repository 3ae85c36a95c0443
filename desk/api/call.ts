/** A call without an answer for this long has failed. Exports are links, which the browser loads itself. */
export const CALL_LIMIT_MS = 30_000

export type CallFailure =
  /** No answer. */
  | 'offline'
  /** No answer within {@link CALL_LIMIT_MS}. */
  | 'late'
  /** The session has ended. */
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  /** Another answer, with the server's sentence. */
  | 'refused'

/** A call that was not done. `message` is the server's sentence, if it gave one. */
export class CallError extends Error {
  readonly type: CallFailure
  /** The server's code, such as "invalid_request". */
  readonly code: string | null
  /** Facts of the refusal, such as `{ retryAfter: 12 }`. */
  readonly details: unknown
  constructor(type: CallFailure, message = '', code: string | null = null, details?: unknown) {
    super(message)
    this.type = type
    this.code = code
    this.details = details
  }
}

export type QueryValue = string | number | null | undefined

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Empty values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; default {@link CALL_LIMIT_MS}. */
  readonly limitMs?: number
}

/** Address of a call, for links as well: each value of `path` is encoded. */
export function addressOf(
  path: readonly string[],
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/desk/api/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

/** Calls the desk's server; `Answer` is the type of the route's schema in `shared/desk`. */
export async function call<Answer>(
  path: readonly string[],
  { method = 'GET', query, body, signal, limitMs = CALL_LIMIT_MS }: CallOptions = {},
): Promise<Answer> {
  // Limit: `limitMs`, then the page offers to try again.
  const limit = AbortSignal.timeout(limitMs)
  const response = await fetch(addressOf(path, query), {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new CallError(limit.aborted ? 'late' : 'offline')
  })
  if (!response.ok) throw await readFailure(response)
  if (response.status === 204) return undefined as Answer
  // Limit: `limitMs`, which covers the body too.
  return (await response.json().catch(() => {
    throw new CallError(limit.aborted ? 'late' : 'offline')
  })) as Answer
}

const FAILURES: Readonly<Record<number, CallFailure>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
}

async function readFailure(response: Response): Promise<CallError> {
  const type = FAILURES[response.status] ?? 'refused'
  // Limit: CALL_LIMIT_MS, which covers the body too.
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const read = (name: string) => {
    const value = body?.[name]
    return typeof value === 'string' ? value : null
  }
  return new CallError(type, read('message') ?? '', read('error'), body?.['details'])
}
