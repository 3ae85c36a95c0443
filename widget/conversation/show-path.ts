import { canSwitch, type Capabilities } from './capabilities.ts'
import type { ThreadLog } from './thread-log.ts'

export interface PathSettings {
  readonly log: ThreadLog
  readonly capabilities: Capabilities
  readonly isRunning: () => boolean
  readonly onRefused: () => void
  /** Another path is shown. */
  readonly onSwitched: () => void
}

/** Which path through the tree is shown. */
export function createPathShower(settings: PathSettings) {
  const { log, capabilities, isRunning, onRefused, onSwitched } = settings

  function switchTo(messageId: string): void {
    if (!canSwitch(capabilities, isRunning())) onRefused()
    else if (!log.closing.aborted) {
      log.switchTo(messageId)
      onSwitched()
    }
  }

  return {
    switchTo,
    showRow(rowId: string): string | null {
      const message = log.tree.get(log.rows.keyOf(rowId) ?? rowId)
      if (!message || log.closing.aborted) return null
      if (log.tree.path().includes(message)) return message.id
      // During a run nobody loses the answer from sight for it.
      if (!canSwitch(capabilities, isRunning())) return null
      switchTo(message.id)
      return message.id
    },
  }
}
