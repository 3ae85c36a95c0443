import type { Utterance, UtteranceStatus } from './speech-adapter.ts'

export interface UtteranceControl {
  readonly utterance: Utterance
  /** Ignored once it has ended. */
  become(status: UtteranceStatus): void
}

/** An utterance whose states somebody else knows. `onCancel` silences it. */
export function createUtterance(onCancel: () => void): UtteranceControl {
  const listeners = new Set<() => void>()
  let status: UtteranceStatus = { type: 'starting' }

  function become(next: UtteranceStatus): void {
    if (status.type === 'ended' || (status.type === next.type && next.type === 'running')) return
    status = next
    // One that leaves here must not cost another its turn.
    for (const listener of Array.from(listeners)) listener()
  }

  return {
    become,
    utterance: {
      get status() {
        return status
      },
      cancel() {
        if (status.type === 'ended') return
        become({ type: 'ended', reason: 'cancelled' })
        onCancel()
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
