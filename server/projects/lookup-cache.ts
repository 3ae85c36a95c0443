/** Keys that are remembered; beyond them the oldest is forgotten. */
export const LOOKUPS_MAX = 10_000

export interface LookupCacheSettings<Value> {
  /** Asks the owner of the fact. Undefined: there is none, which is never remembered. */
  readonly load: (key: string) => Promise<Value | undefined>
  /** How long an answer stands, counted from the question. Milliseconds. */
  readonly lifeMs: number
  /** So long an answer stands while its owner cannot be asked. Default: no longer than `lifeMs`. */
  readonly staleMs?: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Answers that may be a little old, so that not every call asks the store. */
export interface LookupCache<Value> {
  find(key: string): Promise<Value | undefined>
  /** The next question goes to the owner. */
  forget(key: string): void
}

interface Lookup<Value> {
  readonly askedAt: number
  /** When the owner gave this answer; later than `askedAt` of none. */
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
      // Another question may have begun meanwhile.
      if (lookups.get(key) === lookup) lookups.delete(key)
    }
    // Strangers make up keys: what is not there takes no room, and may be there a moment later.
    lookup.answer.then((value) => value === undefined && drop(), drop)
    return lookup.answer
  }

  return {
    find(key) {
      const known = lookups.get(key)
      return known && now() - known.askedAt <= lifeMs ? known.answer : ask(key)
    },
    forget: (key) => void lookups.delete(key),
  }
}
