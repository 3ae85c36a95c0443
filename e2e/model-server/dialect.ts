/** The events of an answer in the format of a provider's HTTP API. Each string is a complete SSE event. */
export interface Dialect {
  open(): readonly string[]
  text(delta: string): readonly string[]
  reasoning(delta: string): readonly string[]
  /** `input` streams; `whole` follows it in APIs that send arguments twice. */
  tool(id: string, name: string, input: string, whole: string): readonly string[]
  /** An error inside a stream that began with status 200. */
  error(message: string): readonly string[]
  finish(reason: string, usage: TokenCount): readonly string[]
}

export interface TokenCount {
  readonly input: number
  readonly output: number
  /** Part of `input`; default: not told. */
  readonly cached?: number
  /** Part of `input` that was put into the cache, in APIs that tell it; default: not told. */
  readonly cacheWrite?: number
  /** Part of `output`, in APIs that tell it; default: not told. */
  readonly reasoning?: number
}

/** The body of an HTTP error; all providers here use the same shape. */
export function errorBody(status: number, message: string): string {
  return JSON.stringify({ type: 'error', error: { type: `scripted_${status}`, message } })
}

export function sse(data: unknown, event?: string): string {
  const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  return event === undefined ? line : `event: ${event}\n${line}`
}
