import { createBusyError } from '../limits/busy-error.ts'

export interface Slots {
  /**
   * Runs `work` while fewer than `count` others run.
   *
   * @param signal ends the wait, for a caller that left.
   * @throws a busy error if too many wait already, or it waited too long.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** So many at once, so many more waiting, each for so long. */
export function createSlots(count: number, waiting: number, waitMs: number): Slots {
  let running = 0
  const queue: (() => void)[] = []

  function enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(createQueueError())
    if (running < count) {
      running += 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(createQueueError())
    // Limit: the waiting time of these slots: "lets nobody wait longer than that, and forgets who gave up".
    return new Promise((resolve, reject) => {
      const start = () => {
        settle()
        resolve()
      }
      const giveUp = () => {
        settle()
        queue.splice(queue.indexOf(start), 1)
        reject(createQueueError())
      }
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const timer = setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp)
      queue.push(start)
    })
  }

  /** The slot goes to the caller that waits the longest. */
  function leave() {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

const createQueueError = () =>
  createBusyError('Too many files are being read at the moment; try again.')

export interface UserSlots {
  /** As {@link Slots.run}; for one user, one at a time. */
  run<T>(user: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** A user's second task waits for the first, and does not take a place of other users. */
export function createUserSlots(slots: Slots, waiting: number, waitMs: number): UserSlots {
  const users = new Map<string, { readonly own: Slots; count: number }>()
  return {
    async run(user, work, signal) {
      const entry = users.get(user) ?? { own: createSlots(1, waiting, waitMs), count: 0 }
      users.set(user, entry)
      entry.count += 1
      try {
        return await entry.own.run(() => slots.run(work, signal), signal)
      } finally {
        entry.count -= 1
        if (entry.count === 0) users.delete(user)
      }
    },
  }
}
