import { findHits, type Range } from './find-hits.ts'
import type { Steps } from '../../steps/in-turns.ts'
import { plainLine } from './plain-line.ts'
import type { SearchQuery } from './search-query.ts'
import { mapSlices } from './slices.ts'

/** Of a hit's surroundings, in UTF-16 units. */
export const SNIPPET_MAX_CHARACTERS = 160
/** What stands before the first hit, so that it is read in its sentence. */
const LEAD_CHARACTERS = 40
/** A word that is cut at the end is left out when it is not longer than this. */
const CUT_WORD_MAX = 24
const ELLIPSIS = '…'

/** A line of text, and what to mark in it. */
export interface Snippet {
  readonly text: string
  /** In order, in UTF-16 units of `text`; none of them meets another. */
  readonly ranges: readonly Range[]
}

/** The surroundings of the first hit. Undefined when the text has not all of what is looked for. */
export function* createSnippet(text: string, query: SearchQuery): Steps<Snippet | undefined> {
  const snippet = yield* snippetOf(yield* mapSlices(text, plainLine), query)
  // Whoever looks for a mark of the markdown finds it all the same.
  return snippet ?? (yield* snippetOf(yield* mapSlices(text, oneLine), query))
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

/** With room for both ellipses. */
const ROOM = SNIPPET_MAX_CHARACTERS - 2 * ELLIPSIS.length

function windowOf(line: string, [hitStart, hitEnd]: Range): Range {
  // At the end of a line there is more room before the hit.
  const earliest = Math.min(hitStart - LEAD_CHARACTERS, line.length - ROOM)
  const start = earliest <= 0 ? 0 : wholeWord(line, earliest, hitStart)
  const latest = start + ROOM
  if (latest >= line.length) return [start, line.length]
  const space = line.lastIndexOf(' ', latest)
  const isShort = space >= Math.max(hitEnd, latest - CUT_WORD_MAX)
  return [start, isShort ? space : wholeCharacter(line, latest)]
}

/** Where the first word begins, or the first character where the hit's own word began before. */
function wholeWord(line: string, index: number, before: number): number {
  const space = line.indexOf(' ', index - 1)
  return space !== -1 && space < before ? space + 1 : wholeCharacter(line, index)
}

const LOW_HALF = /[\udc00-\udfff]/

/** Never between the halves of a character. */
const wholeCharacter = (line: string, index: number): number =>
  index > 0 && LOW_HALF.test(line.charAt(index)) ? index - 1 : index
