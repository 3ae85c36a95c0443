import type { Fetch } from './call.ts'

export interface SentRequest {
  readonly method: string
  /** Path and query below `/v1`. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
  readonly signal: AbortSignal
  readonly keepalive: boolean
}

export interface FakeHttp {
  readonly fetch: Fetch
  readonly sent: readonly SentRequest[]
  /** Returns the requests of one route, for example `POST /chat`. */
  to(route: string): readonly SentRequest[]
}

export type Answer = Response | Error | Promise<Response>

/** A fake network with one server. `answer` handles every request; an error stands for a failed network. */
export function createFakeHttp(answer: (request: SentRequest) => Answer): FakeHttp {
  const sent: SentRequest[] = []
  return {
    sent,
    to: (route) => sent.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route),
    async fetch(url, init) {
      const signal = init.signal ?? new AbortController().signal
      const request: SentRequest = {
        method: init.method ?? 'GET',
        path: url.slice(url.indexOf('/v1') + '/v1'.length),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        signal,
        keepalive: init.keepalive ?? false,
      }
      sent.push(request)
      const result = answer(request)
      if (result instanceof Error) throw result
      return new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        Promise.resolve(result).then(resolve, reject)
      })
    },
  }
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** A call that never gets a response. */
export const never = (): Promise<Response> => new Promise(() => {})

export const networkError = () => new TypeError('Failed to fetch')
