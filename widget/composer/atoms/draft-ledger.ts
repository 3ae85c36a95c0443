/** What is known of each draft's changes: which are to be written, and what is newer than what. */
export interface DraftLedger {
  /** Notes what the drafts say now. Returns the keys of those that say something else than before. */
  note(drafts: ReadonlyMap<string, string>): readonly string[]
  /** Something else than its words changed. */
  touch(key: string): void
  /** Its caret moved: that makes it no newer. */
  mark(key: string): void
  /** A draft came from elsewhere: its words are no change of this page. False when this page's are newer. */
  take(key: string, text: string, savedAt: number): boolean
  /** When it changed last, in milliseconds since 1970. */
  timeOf(key: string): number
  /** The keys that changed since they were asked for. */
  takeChanged(): readonly string[]
  /** Forgets everything but what the drafts say now. */
  reset(drafts: ReadonlyMap<string, string>): void
}

export function createDraftLedger(now: () => number): DraftLedger {
  let texts = new Map<string, string>()
  const times = new Map<string, number>()
  const changed = new Set<string>()

  function touch(key: string) {
    // A clock that was set back must not make the newest words old.
    times.set(key, Math.max(now(), (times.get(key) ?? 0) + 1))
    changed.add(key)
  }

  return {
    note(drafts) {
      const keys = new Set([...texts.keys(), ...drafts.keys()])
      const different = [...keys].filter((key) => texts.get(key) !== drafts.get(key))
      texts = new Map(drafts)
      different.forEach(touch)
      return different
    },
    touch,
    mark: (key) => void changed.add(key),
    take(key, text, savedAt) {
      if (savedAt < (times.get(key) ?? 0)) return false
      times.set(key, savedAt)
      if (text === '') texts.delete(key)
      else texts.set(key, text)
      changed.delete(key)
      return true
    },
    timeOf: (key) => times.get(key) ?? now(),
    takeChanged() {
      const keys = [...changed]
      changed.clear()
      return keys
    },
    reset(drafts) {
      texts = new Map(drafts)
      times.clear()
      changed.clear()
    },
  }
}
