import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../api/clock.ts'
import { createAllowance, createRhythm, REVEAL_LAG_MAX_MS } from './pace.ts'
import { type Pace } from '../world/pace.ts'

export interface RevealSettings {
  /** The answer before its first chunk. */
  readonly answer: Message
  readonly publish: (shown: Message) => void
  readonly clock: Clock
  readonly pace: Pace
  /** Default: the one fold. */
  readonly fold?: (message: Message, chunk: Chunk) => Message
}

export interface Reveal {
  push(chunk: Chunk): void
  /** Resolves with the whole answer once all of it is shown. No chunk may come after it. */
  end(): Promise<Message>
  /** Publishes nothing any more; returns the whole answer, what was not shown yet included. */
  stop(): Message
}

/**
 * Shows an answer as smoothly as it can be read instead of in the bursts in which it arrives. It
 * holds chunks back, never copies: what is shown is always the fold of the chunks so far, so parts
 * behind the one that grows, and the final status, come when the text before them is shown. Each
 * character is looked at once, however long the answer is.
 */
export function createReveal(settings: RevealSettings): Reveal {
  const { clock, pace, publish, fold = applyChunk } = settings
  const pending = createPendingChunks()
  let shown = settings.answer
  const allowance = createAllowance(clock)
  const rhythm = createRhythm(clock, () => !isEnding && !pace.isImmediate())
  let hasPublished = false
  let cancelTick: (() => void) | null = null
  let isEnding = false
  let finish: ((answer: Message) => void) | null = null
  const unsubscribe = pace.subscribe(showAll)

  function showAll() {
    if (!pending.isEmpty) tick(true)
  }

  function release(all: boolean) {
    const characters = allowance.count()
    if (all || isEnding || pace.isImmediate()) {
      for (const chunk of pending.takeAll()) shown = fold(shown, chunk)
    } else {
      const taken = pending.take(characters)
      for (const chunk of taken.chunks) shown = fold(shown, chunk)
      allowance.spend(taken.characters)
    }
    if (pending.characters === 0) allowance.reset()
  }

  function tick(all = false) {
    cancelTick?.()
    cancelTick = null
    rhythm.beat()
    const before = shown
    release(all)
    if (shown !== before) {
      hasPublished = true
      publish(shown)
    }
    if (!pending.isEmpty) schedule()
    else if (isEnding) finish?.(shown)
  }

  function schedule() {
    if (cancelTick) return
    cancelTick = clock.after(rhythm.restMs(), tick)
  }

  return {
    push(chunk) {
      const before = pending.characters
      if (before === 0) allowance.begin()
      else allowance.count()
      pending.add(chunk)
      rhythm.note(pending.characters - before)
      // A character that is due just after a change is seen with the next one, and not too late then.
      allowance.hurry(pending.characters, REVEAL_LAG_MAX_MS - rhythm.intervalMs())
      // Timers of a hidden tab may sleep for a minute; the chunks that arrive drive it then.
      if (pace.isImmediate() ? rhythm.isDue() : !hasPublished) tick()
      else schedule()
    },
    end() {
      isEnding = true
      // No limit: its own ticks end it, each after PUBLISH_INTERVAL_MS.
      return new Promise((resolve) => {
        finish = resolve
        // The last words are not held back: nothing follows that they would have to wait for.
        if (pace.isImmediate() || pending.isEmpty || rhythm.isDue()) tick()
        else schedule()
      })
    },
    stop() {
      cancelTick?.()
      cancelTick = null
      unsubscribe()
      for (const chunk of pending.takeAll()) shown = fold(shown, chunk)
      return shown
    },
  }
}

type TextChunk = Extract<Chunk, { type: 'text-delta' | 'reasoning-delta' }>

/** Chunks that arrived and are not shown yet, in order. */
interface PendingChunks {
  add(chunk: Chunk): void
  /** At most so many characters of text, and whatever else stands before, between and after them. */
  take(characters: number): Taken
  takeAll(): readonly Chunk[]
  /** Units of text that wait. */
  readonly characters: number
  readonly isEmpty: boolean
}

interface Taken {
  readonly chunks: readonly Chunk[]
  readonly characters: number
}

function createPendingChunks(): PendingChunks {
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
