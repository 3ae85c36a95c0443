import type { Fetch } from '../api/call.ts'
import type { Connection } from './chat-deps.ts'
import { disprove, NO_FAILURES, raiseFact } from './failure-table.ts'

/**
 * Connection by the browser's own report. An answer to a call that began after the report disproves it: behind
 * some virtual networks the browser permanently reports no network.
 */
export function createBrowserConnection(window: Window): Connection & { fetch: Fetch } {
  const { navigator } = window
  const listeners = new Set<() => void>()
  let failures = NO_FAILURES
  /** True if this loss of the network was raised; an answer may have disproved it. */
  let isRaised = false

  function look() {
    const isLost = !navigator.onLine
    if (!isLost) failures = disprove(failures, 'browser online')
    else if (!isRaised) failures = raiseFact(failures, 'browser offline')
    isRaised = isLost
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  function handleChange() {
    // An answer disproves this loss, not the next one.
    isRaised = false
    look()
    tell()
  }

  window.addEventListener('online', handleChange)
  window.addEventListener('offline', handleChange)
  return {
    isOnline() {
      look()
      return failures.standing.length === 0
    },
    subscribe(listener) {
      const call = () => listener()
      listeners.add(call)
      return () => listeners.delete(call)
    },
    async fetch(url, init) {
      look()
      const since = failures.count
      // Limit: CALL_TIMEOUT_MS and the like, by the signal that `call` is given: "gives up a task at its limit and
      // not before, also one that ignores the signal".
      const response = await window.fetch(url, init)
      const known = failures
      if (response.ok) failures = disprove(failures, 'call answered', since)
      if (failures !== known) tell()
      return response
    },
  }
}
