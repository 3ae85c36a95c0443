import { WORDS_PER_LOOKUP, type KnownWord, type WordLookup } from '../../store/store.ts'

/** Words that are looked up by themselves, their beginning or their end, as those of pages are in the store. */
export interface WordList {
  readonly find: (
    words: readonly string[],
    lookups: readonly WordLookup[],
  ) => Promise<readonly KnownWord[]>
}

/** @param counts by word: texts that have it. */
export function createWordList(counts: ReadonlyMap<string, number>): WordList {
  const byBeginning = [...counts.keys()].toSorted(compare)
  const byEnd = byBeginning.map(reversed).toSorted(compare)

  function* lookUp({ by, part, letters }: WordLookup) {
    const list = by === 'beginning' ? byBeginning : byEnd
    const start = by === 'beginning' ? part : reversed(part)
    let found = 0
    for (let at = firstFrom(list, start); found < WORDS_PER_LOOKUP; at += 1) {
      const entry = list[at]
      if (entry === undefined || !entry.startsWith(start)) return
      const word = by === 'beginning' ? entry : reversed(entry)
      if (letters !== undefined && [...word].length !== letters) continue
      found += 1
      yield word
    }
  }

  return {
    find: (words, lookups) => {
      const exact = words.filter((word) => counts.has(word))
      const found = new Set([...exact, ...lookups.flatMap((lookup) => [...lookUp(lookup)])])
      return Promise.resolve([...found].map((word) => ({ word, pieces: counts.get(word) ?? 0 })))
    },
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const reversed = (word: string): string => [...word].toReversed().join('')

/** Place of the first entry that is not below `start`. */
function firstFrom(sorted: readonly string[], start: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < start) low = middle + 1
    else high = middle
  }
  return low
}
