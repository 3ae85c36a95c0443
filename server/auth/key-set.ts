import {
  createLocalJWKSet,
  type CryptoKey,
  errors,
  type JSONWebKeySet,
  type LocalJWKSet,
} from 'jose'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'

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
  // Limit: KEY_SET_TIMEOUT_MS of the fetch, its body included: "an issuer that %s is waited for one second".
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > KEY_SET_MAX_BYTES) throw new Error(`more than ${KEY_SET_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A key that the issuer withdrew is refused after this long. */
export const KEY_SET_FRESH_MS = 600_000
/** Between two fetches, whoever asks for what: strangers make up key ids. */
export const KEY_SET_PAUSE_MS = 60_000
/** Between two fetches while there is no key at all. */
export const KEY_SET_RETRY_MS = 5_000
/** An issuer that is down this long cannot say which keys it withdrew. */
export const KEY_SET_KEEP_MS = 86_400_000

export interface KeyWanted {
  readonly keyId: string
  readonly algorithm: string
}

/** The keys of one issuer. */
export interface KeySet {
  /**
   * Undefined when the issuer publishes no such key for this algorithm, or several.
   *
   * @throws AlcoveError `unavailable` when the issuer does not answer and nothing is remembered.
   */
  find(wanted: KeyWanted): Promise<CryptoKey | undefined>
}

export interface KeySetSettings {
  readonly url: string
  readonly fetch: Fetch
  /** Told, for the log, when the set could not be fetched; the last one stands. */
  readonly onFailure: (url: string, error: unknown) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeySet({ url, fetch, onFailure, now }: KeySetSettings): KeySet {
  let known: { readonly keys: LocalJWKSet; readonly fetchedAt: number } | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined

  /** One fetch at a time, and not too often; a failure leaves what is known. */
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

  async function select(wanted: KeyWanted): Promise<CryptoKey | undefined> {
    if (!known || age() >= KEY_SET_KEEP_MS) throw createUnavailableError()
    try {
      return await known.keys({ alg: wanted.algorithm, kid: wanted.keyId })
    } catch (error) {
      // None, several, a private one, one that is none: nothing proves the token.
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

/** What the platform says of a key that it cannot import. */
const isKeyFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException

const createUnavailableError = (): AlcoveError =>
  new AlcoveError('unavailable', 'The issuer’s keys cannot be fetched at the moment.')
