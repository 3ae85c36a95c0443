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
  /** Default: {@link applyChunk}. */
  readonly fold?: (message: Message, chunk: Chunk) => Message
}

export interface Reveal {
  push(chunk: Chunk): void
  /** Resolves with the whole answer once all of it is shown. No chunk may follow. */
  end(): Promise<Message>
  /** Stops publishing. Returns the whole answer, with text that was not shown yet. */
  stop(): Message
}

/**
 * Shows an answer at a readable pace, although chunks arrive in bursts. Chunks are held back, never copied: the
 * shown message is always the fold of the first chunks, so later parts and the final status appear after the text
 * before them. Each character is processed once, independent of the answer's length.
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
      // A character that is due just after an update appears with the next one, so the lag leaves an interval for
      // it.
      allowance.hurry(pending.characters, REVEAL_LAG_MAX_MS - rhythm.intervalMs())
      // Timers of a hidden tab may sleep for a minute, so arriving chunks drive the updates there.
      if (pace.isImmediate() ? rhythm.isDue() : !hasPublished) tick()
      else schedule()
    },
    end() {
      isEnding = true
      // No limit: its own ticks end it, each after PUBLISH_INTERVAL_MS.
      return new Promise((resolve) => {
        finish = resolve
        // Show the last words at once: no later text has to be awaited.
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

/** Arrived chunks that are not shown yet, in order. */
interface PendingChunks {
  add(chunk: Chunk): void
  /** Takes up to this many characters of text, with the other chunks before, between and after them. */
  take(characters: number): Taken
  takeAll(): readonly Chunk[]
  /** UTF-16 units of waiting text. */
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
      // Join chunks, so that a slow screen folds once for many tokens.
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
        // Half a surrogate pair waits for its other half only while that can still arrive.
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

/** Units after a cut that are inspected to find the end of a character. */
const LOOKAHEAD_UNITS = 32
/** Units below this never join the character before, except the second half of a line break. */
const FIRST_JOINING_UNIT = 0x300
const LINE_FEED = 0x0a

/**
 * Returns where to cut `text` so that at most `wanted` units are shown and no visible character (emoji, accents,
 * syllables) is split. May be 0 if the first character is longer.
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

/** The second half of the pair may arrive with the next chunk. */
function endsInHalfPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
