import { foldLetters } from '../../shared/fold-letters.ts'

/** Letters that come later than this begin another word. */
export const TYPE_AHEAD_RESET_MS = 700

export interface ListPress {
  readonly key: string
  /** When the key was pressed, in milliseconds of any clock. */
  readonly timeMs: number
  /** The name of each item. */
  readonly labels: readonly string[]
  /** −1: the focus is on none of them; as many as there are: it is behind the last one. */
  readonly current: number
}

export interface ListKeys {
  /** The item that a key leads to; null when it leads to none. */
  find(press: ListPress): number | null
}

/** Moves in a list by arrows, Home and End, and to names by their first letters. */
export function createListKeys(): ListKeys {
  const findLetters = createTypeAhead()
  return {
    find: (press) => nextListIndex({ ...press, count: press.labels.length }) ?? findLetters(press),
  }
}

/** The item that an arrow, Home or End leads to; null when the key is none of a list's. */
export function nextListIndex({
  key,
  current,
  count,
}: Pick<ListPress, 'key' | 'current'> & { readonly count: number }): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowUp':
      if (current === -1) return last
      return Math.max(current - 1, 0)
    case 'ArrowDown':
      return Math.min(current + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/**
 * Case and accents do not matter; the same letter again goes on to the next item that begins with it.
 * A space belongs to the focused button.
 */
function createTypeAhead(): ListKeys['find'] {
  let typed = ''
  let typedAt = Number.NEGATIVE_INFINITY

  return ({ key, timeMs, labels, current }) => {
    if (key === ' ' || [...key].length !== 1) return null
    typed = timeMs - typedAt > TYPE_AHEAD_RESET_MS ? foldLabel(key) : typed + foldLabel(key)
    typedAt = timeMs
    const letters = [...typed]
    const isRepeated = letters.every((letter) => letter === letters[0])
    const start = isRepeated ? (letters[0] ?? '') : typed
    // A single letter moves on; a longer word may be the one that has the focus.
    const from = isRepeated ? current + 1 : Math.max(0, current)
    for (let step = 0; step < labels.length; step += 1) {
      const index = (from + step) % labels.length
      if (foldLabel(labels[index] ?? '').startsWith(start)) return index
    }
    return null
  }
}

/** The form of a label in which case and accents do not matter. */
export const foldLabel = (text: string): string => foldLetters(text).replace(/\p{M}/gu, '')
