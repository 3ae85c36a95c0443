/** Maximum of searches that scan texts at once in this process: each may take seconds. */
export const SEARCHES_AT_ONCE = 2

interface Waiter {
  readonly who: string
  readonly begin: () => void
}

/**
 * Lets each workspace search once at a time, so that others do not wait for all its searches.
 *
 * @param atOnce maximum of all workspaces.
 * @returns a function that waits for a turn. It resolves with a function that ends the turn, or with
 * `undefined` if the caller has left.
 */
export function createSearchTurns(atOnce = SEARCHES_AT_ONCE) {
  const running = new Set<string>()
  /** In the order of their arrival. */
  const waiting: Waiter[] = []

  function next() {
    while (running.size < atOnce) {
      const index = waiting.findIndex(({ who }) => !running.has(who))
      if (index === -1) return
      const [waiter] = waiting.splice(index, 1)
      running.add(waiter!.who)
      waiter!.begin()
    }
  }

  return (who: string, signal?: AbortSignal): Promise<(() => void) | undefined> =>
    // No limit: searches of this process end, and the signal of a caller that left takes it out of the line.
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(undefined)
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        resolve(undefined)
      }
      const waiter: Waiter = {
        who,
        begin() {
          signal?.removeEventListener('abort', leave)
          resolve(() => {
            running.delete(who)
            next()
          })
        },
      }
      signal?.addEventListener('abort', leave)
      waiting.push(waiter)
      next()
    })
}
