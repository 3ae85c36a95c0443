/** A call for the routes. */
export interface Exchange {
  readonly method: string
  /** Path below `/v1`, split and decoded. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: Headers
  /** `undefined` if there is none. */
  readonly body: unknown
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; absent: an empty body. */
  readonly json?: unknown
  /** Sent unchanged, piece by piece. */
  readonly pieces?: readonly string[]
}

export type Fields = Readonly<Record<string, unknown>>

/** Ends a call with an error in this server's format: `error` is a sentence, and there is no `message`. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text)
    this.status = status
    this.headers = headers
  }
}

export const ok = (json: unknown): Answer => ({ status: 200, json })
export const created = (json: unknown): Answer => ({ status: 201, json })
export const NO_CONTENT: Answer = { status: 204 }
export const rateLimited = () => new Refusal(429, 'rate_limited', { 'retry-after': '60' })
export const notFound = (what: string) => new Refusal(404, `${what} not found`)
export const invalid = () => new Refusal(400, 'Schema validation error')

/** Reads the body as an object; throws for other fields than the allowed ones. */
export function readFields(body: unknown, allowed: readonly string[]): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid()
  if (Object.keys(body).some((name) => !allowed.includes(name))) throw invalid()
  return body as Fields
}

export function readText(value: unknown, max: number): string {
  if (typeof value !== 'string' || value === '' || value.length > max) throw invalid()
  return value
}

/** Reads a page's size from the query. */
export function readLimit(query: URLSearchParams, fallback: number, max: number): number {
  const limit = Number(query.get('limit') ?? fallback)
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw invalid()
  return limit
}

/** The rows after the one in the query. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  query: URLSearchParams,
  limit: number,
): readonly Row[] {
  const after = query.get('after')
  const start = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1
  return rows.slice(start, start + limit)
}
