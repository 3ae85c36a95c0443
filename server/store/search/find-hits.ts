import type { SearchQuery } from './search-query.ts'
import { foldWord } from './fold-word.ts'
import { splitWords, type Piece } from './split-words.ts'
import { wordForms } from './terms.ts'

/** Where a text has what is looked for, in UTF-16 units; the second one is behind the last. */
export type Range = readonly [start: number, end: number]

type Words = Pick<SearchQuery, 'words' | 'runs'>

/** Hits of one text that are told: marks in one line of a list. */
export const HITS_MAX = 100

/**
 * Every place in order where a text has one of the words. Undefined unless it has all of them: the
 * index may have found more than was asked for.
 */
export function findHits(text: string, { words, runs }: Words): readonly Range[] | undefined {
  const missing = new Set([...words, ...runs])
  const hits: Range[] = []
  for (const piece of splitWords(text)) {
    const found = piece.kind === 'word' ? wordHits(piece, words) : runHits(piece, runs)
    for (const { wanted, start, end } of found) {
      missing.delete(wanted)
      if (hits.length < HITS_MAX) hits.push(originOf(piece, start, end))
    }
    if (missing.size === 0 && hits.length >= HITS_MAX) break
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

/** Characters that people see are marked whole, whatever folding made of them. */
function originOf({ raw, index, folded }: Piece, start: number, end: number): Range {
  if (raw.length === folded.length && raw.toLowerCase() === folded)
    return [index + start, index + end]
  let position = 0
  let first: number | undefined
  for (const { segment, index: at } of GRAPHEMES.segment(raw)) {
    const next = position + foldWord(segment).length
    if (next > start) first ??= at
    if (next >= end && first !== undefined) return [index + first, index + at + segment.length]
    position = next
  }
  return [index + (first ?? 0), index + raw.length]
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
