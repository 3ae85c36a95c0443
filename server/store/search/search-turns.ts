/** Searches that look through texts at once in this process, whoever asked: each is work for seconds at worst. */
export const SEARCHES_AT_ONCE = 2

interface Waiter {
  readonly who: string
  readonly begin: () => void
}

/**
 * Whose search it is: each workspace has one at a time, and those of others do not wait behind all that one asked for.
 *
 * @param atOnce how many there are of all workspaces.
 * @returns how to wait for one's turn. It gives how to end it; `undefined` when nobody waits for the search any more.
 */
export function createSearchTurns(atOnce = SEARCHES_AT_ONCE) {
  const running = new Set<string>()
  /** In the order in which they came. */
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
