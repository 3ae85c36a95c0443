import type { Steps } from '../../steps/in-turns.ts'
import type { SearchQuery } from './terms.ts'
import { foldWord, splitWords, wordForms, type Piece } from './words.ts'

/** Where a text has what is looked for, in UTF-16 units; the second one is behind the last. */
export type Range = readonly [start: number, end: number]

type Words = Pick<SearchQuery, 'words' | 'runs'>

/** Hits of one text that are told: marks in one line of a list. */
export const HITS_MAX = 100
/** Hits that are told stand no further behind the first one, in UTF-16 units: longer than the line. */
const HITS_REACH = 1_000

/**
 * Every place in order where a text has one of the words, around the first of them. Undefined unless
 * it has all of them: the index may have found more than was asked for.
 */
export function* findHits(
  text: string,
  { words, runs }: Words,
): Steps<readonly Range[] | undefined> {
  const missing = new Set([...words, ...runs])
  const hits: Range[] = []
  for (const piece of splitWords(text)) {
    yield
    const isFar = piece.index > (hits[0]?.[0] ?? piece.index) + HITS_REACH
    const isFull = isFar || hits.length >= HITS_MAX
    if (isFull && missing.size === 0) break
    const found = piece.kind === 'word' ? wordHits(piece, words) : runHits(piece, runs)
    const originOf = createOrigins(piece)
    for (const { wanted, start, end } of found) {
      missing.delete(wanted)
      if (!isFull && hits.length < HITS_MAX) hits.push(originOf(start, end))
    }
  }
  return missing.size === 0 ? mergeRanges(hits) : undefined
}

/** In the folded text of a piece. */
interface Hit {
  readonly wanted: string
  readonly start: number
  readonly end: number
}

function wordHits({ folded }: Piece, words: readonly string[]): readonly Hit[] {
  const hits: Hit[] = []
  for (const form of wordForms(folded)) {
    const start = folded.length - form.length
    for (const wanted of words) {
      if (form.startsWith(wanted)) hits.push({ wanted, start, end: start + wanted.length })
    }
  }
  return hits
}

function runHits({ folded }: Piece, runs: readonly string[]): readonly Hit[] {
  const hits: Hit[] = []
  for (const wanted of runs) {
    for (let start = folded.indexOf(wanted); start !== -1 && hits.length < HITS_MAX;) {
      hits.push({ wanted, start, end: start + wanted.length })
      start = folded.indexOf(wanted, start + wanted.length)
    }
  }
  return hits
}

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A character as people see it. */
interface Character {
  /** In the raw text of its piece. */
  readonly start: number
  readonly end: number
  /** In the folded text. */
  readonly foldedEnd: number
}

/** Characters that people see are marked whole, whatever folding made of them. */
function createOrigins({ raw, index, folded }: Piece): (start: number, end: number) => Range {
  if (raw.length === folded.length && raw.toLowerCase() === folded)
    return (start, end) => [index + start, index + end]
  let characters: readonly Character[] | undefined
  return (start, end) => {
    characters ??= readCharacters(raw)
    const first = characters.find(({ foldedEnd }) => foldedEnd > start)
    const last = characters.find(({ foldedEnd }) => foldedEnd >= end)
    return [index + (first?.start ?? 0), index + (last?.end ?? raw.length)]
  }
}

function readCharacters(raw: string): readonly Character[] {
  const characters: Character[] = []
  let foldedEnd = 0
  for (const { segment, index: start } of GRAPHEMES.segment(raw)) {
    foldedEnd += foldWord(segment).length
    characters.push({ start, end: start + segment.length, foldedEnd })
  }
  return characters
}

function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
