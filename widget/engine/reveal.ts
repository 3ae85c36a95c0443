import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Clock } from '../cloud/clock.ts'
import type { Pace } from './pace.ts'
import { createPendingChunks } from './pending-chunks.ts'

/** The slowest that text appears (specification, section 9). */
export const MS_PER_CHARACTER_MAX = 5
/** No text is shown later than this after it arrived (specification, section 9). */
export const REVEAL_LAG_MAX_MS = 250
/** The shown message changes at most this often: painting costs more than reading. */
export const PUBLISH_INTERVAL_MS = 50
// A character that is due just after a publication is seen with the next one, and not too late then.
const DRAIN_MS = REVEAL_LAG_MAX_MS - PUBLISH_INTERVAL_MS

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
  let charactersPerMs = 1 / MS_PER_CHARACTER_MAX
  let surplus = 0
  let countedAt = clock.uptime()
  let tickedAt = Number.NEGATIVE_INFINITY
  let hasPublished = false
  let cancelTick: (() => void) | null = null
  let isEnding = false
  let finish: ((answer: Message) => void) | null = null
  const unsubscribe = pace.subscribe(showAll)

  function showAll() {
    if (!pending.isEmpty) tick(true)
  }

  /** How many characters may be shown by now. */
  function budget(): number {
    const now = clock.uptime()
    surplus += (now - countedAt) * charactersPerMs
    countedAt = now
    return Math.floor(surplus)
  }

  function release(all: boolean) {
    const allowance = budget()
    if (all || isEnding || pace.isImmediate()) {
      for (const chunk of pending.takeAll()) shown = fold(shown, chunk)
    } else {
      const taken = pending.take(allowance)
      for (const chunk of taken.chunks) shown = fold(shown, chunk)
      surplus -= taken.characters
    }
    if (pending.characters > 0) return
    surplus = 0
    charactersPerMs = 1 / MS_PER_CHARACTER_MAX
  }

  function tick(all = false) {
    cancelTick?.()
    cancelTick = null
    tickedAt = clock.uptime()
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
    cancelTick = clock.after(Math.max(tickedAt + PUBLISH_INTERVAL_MS - clock.uptime(), 0), tick)
  }

  function isDue(): boolean {
    return clock.uptime() - tickedAt >= PUBLISH_INTERVAL_MS
  }

  return {
    push(chunk) {
      if (pending.characters === 0) countedAt = clock.uptime()
      else budget()
      pending.add(chunk)
      // Within a burst it only gets faster: what arrived first must not wait for what came later.
      charactersPerMs = Math.max(charactersPerMs, pending.characters / DRAIN_MS)
      // Timers of a hidden tab may sleep for a minute; the chunks that arrive drive it then.
      if (pace.isImmediate() ? isDue() : !hasPublished) tick()
      else schedule()
    },
    end() {
      isEnding = true
      return new Promise((resolve) => {
        finish = resolve
        // The last words are not held back: nothing follows that they would have to wait for.
        if (pace.isImmediate() || pending.isEmpty || isDue()) tick()
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
