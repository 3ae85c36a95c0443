import type { Chunk } from '../../shared/wire/chunk.ts'

type TextChunk = Extract<Chunk, { type: 'text-delta' | 'reasoning-delta' }>

/** Chunks that arrived and are not shown yet, in order. */
export interface PendingChunks {
  add(chunk: Chunk): void
  /** At most so many characters of text, and whatever else stands before, between and after them. */
  take(characters: number): Taken
  takeAll(): readonly Chunk[]
  /** Units of text that wait. */
  readonly characters: number
  readonly isEmpty: boolean
}

export interface Taken {
  readonly chunks: readonly Chunk[]
  readonly characters: number
}

export function createPendingChunks(): PendingChunks {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let queue: Chunk[] = []
  let characters = 0

  return {
    add(chunk) {
      if (!isTextChunk(chunk)) {
        queue.push(chunk)
        return
      }
      characters += chunk.delta.length
      const last = queue.at(-1)
      // Joined, so that a slow screen folds once for many tokens.
      if (last && isTextChunk(last) && last.type === chunk.type && last.id === chunk.id) {
        queue[queue.length - 1] = { ...last, delta: last.delta + chunk.delta }
      } else queue.push(chunk)
    },
    take(wanted) {
      const chunks: Chunk[] = []
      let taken = 0
      let index = 0
      for (; index < queue.length; index += 1) {
        const chunk = queue[index]
        if (!chunk) break
        if (!isTextChunk(chunk)) {
          chunks.push(chunk)
          continue
        }
        const isLast = index === queue.length - 1
        const cut = graphemeCut(segmenter, chunk.delta, wanted - taken)
        // Half a pair waits for its other half only where that can still come.
        const end = !isLast && wanted - taken >= chunk.delta.length ? chunk.delta.length : cut
        if (end > 0) chunks.push({ ...chunk, delta: chunk.delta.slice(0, end) })
        taken += end
        if (end < chunk.delta.length) {
          queue[index] = { ...chunk, delta: chunk.delta.slice(end) }
          break
        }
      }
      queue.splice(0, index)
      characters -= taken
      return { chunks, characters: taken }
    },
    takeAll() {
      const all = queue
      queue = []
      characters = 0
      return all
    },
    get characters() {
      return characters
    },
    get isEmpty() {
      return queue.length === 0
    },
  }
}

function isTextChunk(chunk: Chunk): chunk is TextChunk {
  return chunk.type === 'text-delta' || chunk.type === 'reasoning-delta'
}

/** How far past a cut is looked to see whether a character goes on. */
const LOOKAHEAD_UNITS = 32
/** Below it no character joins the one before, except the second half of a line break. */
const FIRST_JOINING_UNIT = 0x300
const LINE_FEED = 0x0a

/**
 * Where to cut `text` so that at most `wanted` units are shown and no character as people see it
 * (emoji, accents, syllables) is torn. May be 0 when the first one is longer than that.
 */
export function graphemeCut(segmenter: Intl.Segmenter, text: string, wanted: number): number {
  if (wanted <= 0) return 0
  if (wanted >= text.length) return endsInHalfPair(text) ? text.length - 1 : text.length
  const before = text.charCodeAt(wanted - 1)
  const after = text.charCodeAt(wanted)
  const isPlain = before < FIRST_JOINING_UNIT && after < FIRST_JOINING_UNIT && after !== LINE_FEED
  if (isPlain) return wanted
  const segments = segmenter.segment(text.slice(0, wanted + LOOKAHEAD_UNITS))
  return segments.containing(wanted)?.index ?? wanted
}

/** The second half of the pair may come with the next chunk. */
function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
