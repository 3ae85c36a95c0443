import type { Clock } from '../api/clock.ts'
import type { ThreadList } from '../threads/thread-list.ts'
import type { ThreadSlot } from '../threads/thread-slot.ts'

/** How often the list is read again while an answer runs that nothing here follows. */
export const LISTED_RUN_POLL_MS = 5_000

export interface RunWatchSettings {
  readonly threads: ThreadList
  readonly clock: Clock
  /** Whether a session, of this tab or another, tells of the thread by itself. */
  readonly isFollowed: (slot: ThreadSlot) => boolean
  /** Whether anybody could see the list. */
  readonly isLooking: () => boolean
  /** An answer ended that nobody followed. */
  readonly onEnd: (slot: ThreadSlot) => void
}

/** Notices the ends of answers that run elsewhere: in a tab that is gone, or let go for another one. */
export function createRunWatch(settings: RunWatchSettings): { look(): void } {
  const { threads, clock, isFollowed, isLooking, onEnd } = settings
  let before: ReadonlySet<string> = new Set()
  let isWaiting = false

  function wait() {
    if (isWaiting || before.size === 0 || threads.status !== 'ready') return
    isWaiting = true
    clock.after(LISTED_RUN_POLL_MS, () => {
      isWaiting = false
      // What changes is published, and looked at again.
      if (isLooking()) threads.reload().catch(() => {})
    })
  }

  return {
    look() {
      const { slots } = threads.state
      const running = [...slots.values()].filter((slot) => slot.isRunning && !isFollowed(slot))
      for (const id of before) {
        const slot = slots.get(id)
        if (!slot || slot.isRunning || isFollowed(slot) || id === threads.mainId) continue
        onEnd(slot)
      }
      before = new Set(running.map(({ id }) => id))
      wait()
    },
  }
}
