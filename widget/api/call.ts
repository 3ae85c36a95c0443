import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'

/** The part of the browser's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Makes one HTTP call without retries, and returns responses of any status.
 *
 * @throws AlcoveError `offline` without a response; the signal's reason after an abort.
 */
export async function call(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    // Limit: CALL_TIMEOUT_MS, STREAM_OPEN_TIMEOUT_MS or AUTH_TIMEOUT_MS, by the signal of `withTimeLimit`: "gives up
    // a task at its limit and not before, also one that ignores the signal".
    return await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' })
  } catch (cause) {
    if (init.signal?.aborted) throw init.signal.reason
    throw createOfflineError(cause)
  }
}

const createOfflineError = (cause: unknown): AlcoveError =>
  new AlcoveError('offline', 'The server could not be reached.', { cause })

/** @throws AlcoveError `unavailable` for a body that is not JSON, `offline` for a body that breaks off. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw createOfflineError(cause)
  })
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new AlcoveError('unavailable', 'The server answered with something else than JSON.', {
      cause,
    })
  }
}

/**
 * @throws AlcoveError `unavailable` for an answer of another form.
 */
export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered in a form that is not known here.')
}
