import { createSlots, type Slots } from './create-slots.ts'

export interface UserSlots {
  /** As {@link Slots.run}; of one user, one at a time. */
  run<T>(user: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** A user's second piece of work waits for the first, and not in the place of somebody else's. */
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
