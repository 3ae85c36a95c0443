import {
  createLocalJWKSet,
  type CryptoKey,
  errors,
  type JSONWebKeySet,
  type LocalJWKSet,
} from 'jose'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'

/** Short, since a visitor waits for the result. */
export const KEY_SET_TIMEOUT_MS = 1_000
/** Maximum size of a published key set; those of big providers have a few KiB. */
export const KEY_SET_MAX_BYTES = 262_144

const keySetSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) })

/** The platform's fetch, or a test's. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/**
 * Fetches the key set that an issuer publishes, from exactly the address that the operator wrote.
 *
 * @throws Error for the log: a redirect, another status than 200, more than {@link KEY_SET_MAX_BYTES}, a
 * malformed key set, or no answer within {@link KEY_SET_TIMEOUT_MS}.
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
  if (!parsed.success) throw new Error('the answer of the address is not a key set')
  return parsed.output
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest.
  // Limit: KEY_SET_TIMEOUT_MS of the fetch, its body included: "an issuer that %s is waited for one second".
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > KEY_SET_MAX_BYTES) throw new Error(`more than ${KEY_SET_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Maximum time until a key that the issuer withdrew is refused. */
export const KEY_SET_FRESH_MS = 600_000
/** Minimum time between two fetches, since strangers can make up key ids. */
export const KEY_SET_PAUSE_MS = 60_000
/** Minimum time between two fetches while no keys are known. */
export const KEY_SET_RETRY_MS = 5_000
/** After an outage of this length the cached keys expire, since the issuer may have withdrawn some. */
export const KEY_SET_KEEP_MS = 86_400_000

/** Ed25519 has an older name, and issuers may write either in a token and the other in their key. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  EdDSA: ['Ed25519'],
  Ed25519: ['EdDSA'],
}

export interface KeyWanted {
  readonly keyId: string
  readonly algorithm: string
}

/** The keys of one issuer. */
export interface KeySet {
  /**
   * Undefined if the issuer publishes no such key for this algorithm, or several.
   *
   * @throws AlcoveError `unavailable` if the issuer does not answer and no keys are cached.
   */
  find(wanted: KeyWanted): Promise<CryptoKey | undefined>
}

export interface KeySetSettings {
  readonly url: string
  readonly fetch: Fetch
  /** Called, for the log, when the set could not be fetched; the last one stays in use. */
  readonly onFailure: (url: string, error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeySet({ url, fetch, onFailure, now }: KeySetSettings): KeySet {
  let known: { readonly keys: LocalJWKSet; readonly fetchedAt: number } | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined

  /** Fetches one at a time, and not too often; a failure keeps the known keys. */
  function refresh(): Promise<void> {
    const pause = known ? KEY_SET_PAUSE_MS : KEY_SET_RETRY_MS
    if (pending === undefined && now() - triedAt < pause) return Promise.resolve()
    pending ??= load().finally(() => {
      pending = undefined
    })
    return pending
  }

  async function load(): Promise<void> {
    triedAt = now()
    try {
      known = { keys: createLocalJWKSet(await fetchKeySet(url, fetch)), fetchedAt: now() }
    } catch (error) {
      onFailure(url, error)
    }
  }

  const age = (): number => (known ? now() - known.fetchedAt : Number.POSITIVE_INFINITY)

  async function select({ keyId, algorithm }: KeyWanted): Promise<CryptoKey | undefined> {
    for (const alg of [algorithm, ...(ALIASES[algorithm] ?? [])]) {
      const key = await selectBy(alg, keyId)
      if (key) return key
    }
    return undefined
  }

  async function selectBy(alg: string, kid: string): Promise<CryptoKey | undefined> {
    if (!known || age() >= KEY_SET_KEEP_MS) throw createUnavailableError()
    try {
      return await known.keys({ alg, kid })
    } catch (error) {
      // No key, several, a private or a malformed one: the token is not proven.
      if (error instanceof errors.JOSEError || isKeyFault(error)) return undefined
      throw error
    }
  }

  return {
    async find(wanted) {
      if (age() >= KEY_SET_FRESH_MS) await refresh()
      const key = await select(wanted)
      if (key) return key
      await refresh()
      return select(wanted)
    },
  }
}

/** Errors of the platform for a key that it cannot import. */
const isKeyFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException

const createUnavailableError = (): AlcoveError =>
  new AlcoveError('unavailable', 'The issuer’s keys cannot be fetched at the moment.')
