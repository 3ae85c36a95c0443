/** Maximum of cached keys; beyond it the oldest is evicted. */
export const LOOKUPS_MAX = 10_000

export interface LookupCacheSettings<Value> {
  /** Loads a value from its source. Undefined: there is none, which is never cached. */
  readonly load: (key: string) => Promise<Value | undefined>
  /** Life of an answer in milliseconds, counted from the question. */
  readonly lifeMs: number
  /** Life of an old answer while `load` fails. Default: `lifeMs`. */
  readonly staleMs?: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Caches answers for a short time, so that not every call asks the store. */
export interface LookupCache<Value> {
  find(key: string): Promise<Value | undefined>
  /** Evicts a key, so that the next call loads it. */
  forget(key: string): void
  forgetAll(): void
}

interface Lookup<Value> {
  readonly askedAt: number
  /**
   * Time when `load` gave this answer: earlier than `askedAt` for an old answer that replaces a failed one.
   */
  readonly knownAt: () => number
  readonly answer: Promise<Value | undefined>
}

export function createLookupCache<Value>({
  load,
  lifeMs,
  staleMs = lifeMs,
  now,
}: LookupCacheSettings<Value>): LookupCache<Value> {
  const lookups = new Map<string, Lookup<Value>>()

  function ask(key: string): Promise<Value | undefined> {
    const before = lookups.get(key)
    const askedAt = now()
    let knownAt = askedAt
    const answer = load(key).catch(async (error: unknown) => {
      if (!before || askedAt - before.knownAt() > staleMs) throw error
      const known = await before.answer
      knownAt = before.knownAt()
      return known
    })
    const lookup = { askedAt, knownAt: () => knownAt, answer }
    lookups.delete(key)
    lookups.set(key, lookup)
    const [oldest] = lookups.keys()
    if (lookups.size > LOOKUPS_MAX && oldest !== undefined) lookups.delete(oldest)
    const drop = () => {
      // Another lookup may have started meanwhile.
      if (lookups.get(key) === lookup) lookups.delete(key)
    }
    // Strangers make up keys: a missing value is not cached, and may exist a moment later.
    lookup.answer.then((value) => value === undefined && drop(), drop)
    return lookup.answer
  }

  return {
    find(key) {
      const known = lookups.get(key)
      return known && now() - known.askedAt <= lifeMs ? known.answer : ask(key)
    },
    forget: (key) => void lookups.delete(key),
    forgetAll: () => lookups.clear(),
  }
}
