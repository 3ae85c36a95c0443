/** Letters that come later than this begin another word. */
export const TYPE_AHEAD_RESET_MS = 700

export interface TypeAheadInput {
  readonly key: string
  /** When the key was pressed, in milliseconds of any clock. */
  readonly timeMs: number
  readonly labels: readonly string[]
  /** −1: the focus is on none of them. */
  readonly current: number
}

export interface TypeAhead {
  /** The item whose name begins with what was typed; null when there is none. */
  find(input: TypeAheadInput): number | null
}

/**
 * Finds items of a list by their first letters. Case and accents do not matter; the same letter
 * again goes on to the next item that begins with it. A space belongs to the focused button.
 */
export function createTypeAhead(): TypeAhead {
  let typed = ''
  let typedAt = Number.NEGATIVE_INFINITY

  return {
    find({ key, timeMs, labels, current }) {
      if (key === ' ' || [...key].length !== 1) return null
      typed = timeMs - typedAt > TYPE_AHEAD_RESET_MS ? fold(key) : typed + fold(key)
      typedAt = timeMs
      const letters = [...typed]
      const isRepeated = letters.every((letter) => letter === letters[0])
      const start = isRepeated ? (letters[0] ?? '') : typed
      // A single letter moves on; a longer word may be the one that has the focus.
      const from = isRepeated ? current + 1 : Math.max(0, current)
      for (let step = 0; step < labels.length; step += 1) {
        const index = (from + step) % labels.length
        if (fold(labels[index] ?? '').startsWith(start)) return index
      }
      return null
    },
  }
}

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
