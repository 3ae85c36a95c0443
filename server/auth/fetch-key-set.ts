import type { JSONWebKeySet } from 'jose'
import * as v from 'valibot'

/** A visitor waits for it. */
export const KEY_SET_TIMEOUT_MS = 1_000
/** Largest published key set; those of the big providers have a few KiB. */
export const KEY_SET_MAX_BYTES = 262_144

const keySetSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) })

/** What fetches: the platform's, or a test's. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/**
 * The key set that an issuer publishes, from exactly the address that the operator wrote.
 *
 * @throws Error for the log: a redirect, another status than 200, more than
 * {@link KEY_SET_MAX_BYTES}, or something that is no key set, within {@link KEY_SET_TIMEOUT_MS}.
 */
export async function fetchKeySet(url: string, fetch: Fetch): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(KEY_SET_TIMEOUT_MS),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`the address answered with status ${response.status}`)
  }
  const parsed = v.safeParse(keySetSchema, JSON.parse(await readText(response)))
  if (!parsed.success) throw new Error('what the address answered is no key set')
  return parsed.output
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > KEY_SET_MAX_BYTES) throw new Error(`more than ${KEY_SET_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
