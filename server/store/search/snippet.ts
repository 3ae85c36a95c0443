import type { Steps } from '../../steps/in-turns.ts'
import { plainLine } from './plain-line.ts'
import type { SearchQuery } from './terms.ts'
import { foldWord, splitWords, wordForms, type Piece } from './words.ts'

/** Maximum of a hit's surroundings, in UTF-16 units. */
export const SNIPPET_MAX_CHARACTERS = 160
/** Text before the first hit, to show its sentence. */
const LEAD_CHARACTERS = 40
/** A longer word that is cut at the end is kept; a shorter one is left out. */
const CUT_WORD_MAX = 24
const ELLIPSIS = '…'

/** A line of text, with the ranges to mark in it. */
export interface Snippet {
  readonly text: string
  /** In order, in UTF-16 units of `text`, without overlaps. */
  readonly ranges: readonly Range[]
}

/** The surroundings of the first hit. Undefined if the text lacks a part of the query. */
export function* createSnippet(text: string, query: SearchQuery): Steps<Snippet | undefined> {
  // This character separates no words, but would count as a space.
  const seamless = text.replaceAll('\ufeff', '')
  const snippet = yield* snippetOf(yield* mapSlices(seamless, plainLine), query)
  // A query for a mark of markdown finds it all the same.
  return snippet ?? (yield* snippetOf(yield* mapSlices(seamless, oneLine), query))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

function* snippetOf(line: string, query: SearchQuery): Steps<Snippet | undefined> {
  const hits = yield* findHits(line, query)
  const [first] = hits ?? []
  if (!hits || !first) return undefined
  if (line.length <= SNIPPET_MAX_CHARACTERS) return { text: line, ranges: hits }
  const [start, end] = windowOf(line, first)
  const before = start > 0 ? ELLIPSIS : ''
  const shown = line.slice(start, end)
  const after = end < line.length ? ELLIPSIS : ''
  const offset = before.length - start
  return {
    text: before + shown + after,
    ranges: hits
      .filter((hit) => hit[0] < end && hit[1] > start)
      .map((hit) => [Math.max(hit[0], start) + offset, Math.min(hit[1], end) + offset]),
  }
}

/** Without the space for both ellipses. */
const ROOM = SNIPPET_MAX_CHARACTERS - 2 * ELLIPSIS.length

function windowOf(line: string, [hitStart, hitEnd]: Range): Range {
  // At the end of a line there is more space before the hit.
  const earliest = Math.min(hitStart - LEAD_CHARACTERS, line.length - ROOM)
  const start = earliest <= 0 ? 0 : wholeWord(line, earliest, hitStart)
  const latest = start + ROOM
  if (latest >= line.length) return [start, line.length]
  const space = line.lastIndexOf(' ', latest)
  const isShort = space >= Math.max(hitEnd, latest - CUT_WORD_MAX)
  return [start, isShort ? space : wholeCharacter(line, latest)]
}

/** Start of the first word, or of the first character if the hit's own word started earlier. */
function wholeWord(line: string, index: number, before: number): number {
  const space = line.indexOf(' ', index - 1)
  return space !== -1 && space < before ? space + 1 : wholeCharacter(line, index)
}

const LOW_HALF = /[\udc00-\udfff]/

/** Never between two surrogates. */
const wholeCharacter = (line: string, index: number): number =>
  index > 0 && LOW_HALF.test(line.charAt(index)) ? index - 1 : index

/** The beginning of a message's words in one line, for a list; empty if it has none. */
export function firstLine(text: string): string {
  const line = plainLine(text.slice(0, FIRST_LINE_READS_CHARACTERS))
  if (line.length <= SNIPPET_MAX_CHARACTERS) return line
  return line.slice(0, wholeCharacter(line, SNIPPET_MAX_CHARACTERS - 1)) + ELLIPSIS
}

/** Up to this length, only marks of markdown may precede the words. */
const FIRST_LINE_READS_CHARACTERS = 2_000

/** Amount of one step, in UTF-16 units. */
export const SLICE_CHARACTERS = 8_192
const LAST_SPACE = /\s\S*$/u
const IS_SPACED = /\s/u
const HIGH_HALF = /[\ud800-\udbff]$/

/**
 * Maps a long text slice by slice. Lines and words that are shorter than a slice stay whole; slices that a
 * space separated are joined by one.
 */
function* mapSlices(text: string, map: (slice: string) => string): Steps<string> {
  let result = ''
  for (let start = 0; start < text.length;) {
    const end = endOfSlice(text, start)
    const slice = map(text.slice(start, end))
    const isApart =
      result !== '' && slice !== '' && IS_SPACED.test(text.slice(Math.max(0, start - 1), start + 1))
    result += isApart ? ` ${slice}` : slice
    start = end
    yield
  }
  return result
}

/** After a line, else after a space, else between two characters. */
function endOfSlice(text: string, start: number): number {
  const slice = text.slice(start, start + SLICE_CHARACTERS)
  if (start + slice.length === text.length) return text.length
  const line = slice.lastIndexOf('\n')
  if (line > 0) return start + line + 1
  const space = slice.search(LAST_SPACE)
  if (space > 0) return start + space + 1
  return start + slice.length - (HIGH_HALF.test(slice) ? 1 : 0)
}

/** Range of a hit, in UTF-16 units; the end is exclusive. */
export type Range = readonly [start: number, end: number]

type Words = Pick<SearchQuery, 'words' | 'runs'>

/** Maximum of reported hits of one text: marks in one line of a list. */
export const HITS_MAX = 100
/** Maximum distance of reported hits from the first, in UTF-16 units: longer than the line. */
const HITS_REACH = 1_000

/**
 * All hits of the words in a text, in order, around the first of them. Undefined unless the text has all
 * words: the index may return more texts than match.
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

/** Position in the folded text of a piece. */
interface Hit {
  readonly wanted: string
  readonly start: number
  readonly end: number
}

function wordHits(piece: Piece, words: readonly string[]): readonly Hit[] {
  const hits: Hit[] = []
  const { folded } = piece
  for (const form of wordForms(piece)) {
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

/** A character as people see it (a grapheme). */
interface Character {
  /** Position in the raw text of its piece. */
  readonly start: number
  readonly end: number
  /** Position in the folded text. */
  readonly foldedEnd: number
}

/** Maps folded positions to whole visible characters of the raw text. */
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
