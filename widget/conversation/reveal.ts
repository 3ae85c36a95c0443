import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../api/clock.ts'
import { createPendingChunks } from './pending-chunks.ts'

/** Whether text may appear bit by bit now. */
export interface Pace {
  /** True in a hidden tab and under reduced motion: then everything is shown at once. */
  isImmediate(): boolean
  /** Called when the answer may have changed, also when the tab is shown again. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** The slowest that text appears (specification, section 9). */
export const MS_PER_CHARACTER_MAX = 5
/** No text is shown later than this after it arrived (specification, section 9). */
export const REVEAL_LAG_MAX_MS = 250
/** The shown message changes at most this often: painting costs more than reading. */
export const PUBLISH_INTERVAL_MS = 50
/** Text that comes faster than this is only seen to fly past, many times faster than it is read. */
export const FAST_CHARACTERS_PER_MS = 2
/** So many changes in a row must be as fast: a burst is none yet. */
export const FAST_CHANGES = 5
/** How often it changes then. */
export const FAST_PUBLISH_INTERVAL_MS = 80

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

/** How many characters may be shown by now. */
function createAllowance(clock: Clock) {
  let charactersPerMs = 1 / MS_PER_CHARACTER_MAX
  let surplus = 0
  let countedAt = clock.uptime()
  return {
    /** Nothing waited before: time begins to count. */
    begin() {
      countedAt = clock.uptime()
    },
    count(): number {
      const now = clock.uptime()
      surplus += (now - countedAt) * charactersPerMs
      countedAt = now
      return Math.floor(surplus)
    },
    /** Within a burst it only gets faster: what arrived first must not wait for what came later. */
    hurry(characters: number, withinMs: number) {
      charactersPerMs = Math.max(charactersPerMs, characters / withinMs)
    },
    spend(characters: number) {
      surplus -= characters
    },
    /** Nothing waits any more. */
    reset() {
      surplus = 0
      charactersPerMs = 1 / MS_PER_CHARACTER_MAX
    },
  }
}

/** How often the shown message changes: less often where text only flies past. */
function createRhythm(clock: Clock, maySlow: () => boolean) {
  /** Characters that came since the last change, and how many changes in a row they were many. */
  let arrived = 0
  let fastChanges = 0
  let beatAt = Number.NEGATIVE_INFINITY

  const intervalMs = () =>
    fastChanges >= FAST_CHANGES && maySlow() ? FAST_PUBLISH_INTERVAL_MS : PUBLISH_INTERVAL_MS
  const restMs = () => Math.max(beatAt + intervalMs() - clock.uptime(), 0)
  return {
    intervalMs,
    /** Until the next change. */
    restMs,
    isDue: () => restMs() === 0,
    note(characters: number) {
      arrived += characters
    },
    /** It changes now. */
    beat() {
      const now = clock.uptime()
      const isFast = arrived > (now - beatAt) * FAST_CHARACTERS_PER_MS
      fastChanges = isFast ? fastChanges + 1 : 0
      arrived = 0
      beatAt = now
    },
  }
}
