import { createLocalJWKSet, errors, type CryptoKey, type LocalJWKSet } from 'jose'
import { AlcoveError } from '../../shared/errors.ts'
import { fetchKeySet, type Fetch } from './fetch-key-set.ts'

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
