import type { TestApp } from './create-test-app.ts'
import { requireDeclared } from './require-declared.ts'

export interface CallOptions {
  /** The `Authorization` header; '' for none. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text parsed as JSON; undefined for other text. Tests state their expectations of it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

export type Caller = ReturnType<typeof createCaller>

/**
 * Calls the API as `GET /threads`, and fails if an answer is not one that its route declares.
 *
 * @param base of a project: `/p/shop`; default: that of project `default`.
 */
export function createCaller({ request }: Pick<TestApp, 'request'>, authorization = '', base = '') {
  return async (
    route: string,
    body?: unknown,
    { as = authorization, headers = {} }: CallOptions = {},
  ): Promise<CallAnswer> => {
    const space = route.indexOf(' ')
    const method = route.slice(0, space)
    const path = `${base}/v1${route.slice(space + 1)}`
    const response = await request(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(as === '' ? {} : { Authorization: as }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: toBody(body) }),
    })
    await requireDeclared(method, path, response)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }
}

/** Text and bytes are sent unchanged. */
function toBody(body: unknown): BodyInit {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
