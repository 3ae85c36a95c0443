/** What tells that a call which failed may succeed now. Timers do not: a laptop sleeps over them. */
export interface Wake {
  /** Whether the browser believes that it has a network. */
  isOnline(): boolean
  /**
   * Called when the network is back, and when the page is seen again, restored or resumed. Returns how
   * to stop.
   */
  subscribe(listener: () => void): () => void
}

/** Nothing ever tells. */
export const NO_WAKE: Wake = { isOnline: () => true, subscribe: () => () => {} }

/** One that can be called by hand as well. */
export interface OwnWake extends Wake {
  /** Something else has shown that the server can be reached. */
  nudge(): void
}

export function createOwnWake(wake: Wake): OwnWake {
  const listeners = new Set<() => void>()
  return {
    isOnline: () => wake.isOnline(),
    subscribe(listener) {
      // Each its own, so that one listener may come twice.
      const call = () => listener()
      listeners.add(call)
      const stop = wake.subscribe(call)
      return () => {
        listeners.delete(call)
        stop()
      }
    },
    nudge() {
      for (const listener of listeners) listener()
    },
  }
}
