/** Calls about one thread, one after the other; those of other threads do not wait for them. */
export interface SlotQueue {
  run<Result>(id: string, task: () => Promise<Result>): Promise<Result>
}

export function createSlotQueue(): SlotQueue {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run(id, task) {
      // The one before may fail; that is no reason not to try this one.
      const result = (tails.get(id) ?? Promise.resolve()).then(task, task)
      const tail = result
        .catch(() => {})
        .then(() => {
          if (tails.get(id) === tail) tails.delete(id)
        })
      tails.set(id, tail)
      return result
    },
  }
}
