import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { refuse, type ThreadLog } from './thread-log.ts'

/** A path that a person chose, by rows: both outlive the page. */
export interface ChosenPath {
  /** Its last message. */
  readonly row: string
  /** The newest message of then: what came later was not known when the path was chosen. */
  readonly newest: string
}

/** Remembers the chosen path of each thread; `null`: the newest message's. Never throws. */
export interface PathMemory {
  read(threadId: string): ChosenPath | null
  write(threadId: string, chosen: ChosenPath | null): void
}

export interface PathShowerSettings {
  readonly log: ThreadLog
  readonly memory: PathMemory | undefined
  readonly host: PathHost
}

/** The conversation, as the choice of its path uses it. */
export interface PathHost {
  /** Whether another path can be shown now. */
  readonly canSwitch: boolean
  /** Another path is shown. */
  notePathShown(): void
}

/** Which path through the tree is shown. */
export interface PathShower {
  switchTo(messageId: string): void
  showRow(rowId: string): string | null
  /** Shows the path that was chosen before the rows were loaded again, unless something came since. */
  restore(): void
}

export function createPathShower(settings: PathShowerSettings): PathShower {
  const { log, memory, host } = settings
  const rowOf = (id: string | null) => (id === null ? undefined : log.rows.rowOf(id))

  function remember() {
    const row = rowOf(log.tree.headId)
    const newest = rowOf(log.newestId)
    const isKnown = row !== undefined && newest !== undefined && row !== newest
    memory?.write(log.id, isKnown ? { row, newest } : null)
  }

  function switchTo(messageId: string): void {
    if (!host.canSwitch) refuse(log, 'send', THREAD_TEXTS.unsupportedSwitching)
    else if (!log.closing.aborted) {
      log.switchTo(messageId)
      remember()
      host.notePathShown()
    }
  }

  return {
    switchTo,
    showRow(rowId) {
      const message = log.tree.get(log.rows.keyOf(rowId) ?? rowId)
      if (!message || log.closing.aborted) return null
      if (log.tree.path().includes(message)) return message.id
      // During a run nobody loses the answer from sight for it.
      if (!host.canSwitch) return null
      switchTo(message.id)
      return message.id
    },
    restore() {
      const chosen = memory?.read(log.id)
      if (!chosen || chosen.newest !== rowOf(log.newestId)) return
      log.switchTo(log.rows.keyOf(chosen.row) ?? chosen.row)
    },
  }
}
