import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { refuse, type ThreadLog } from './thread-log.ts'

/** A path that a person chose, by rows: both outlive the page. */
export interface ChosenPath {
  /** Row of its last message. */
  readonly row: string
  /** Row of the newest message at the time of the choice. Later messages were not known then. */
  readonly newest: string
}

/** Remembers the chosen path of each thread; `null`: the path to the newest message. Never throws. */
export interface PathMemory {
  read(threadId: string): ChosenPath | null
  write(threadId: string, chosen: ChosenPath | null): void
}

export interface PathShowerSettings {
  readonly log: ThreadLog
  readonly memory: PathMemory | undefined
  readonly host: PathHost
}

/** The parts of the conversation that the choice of a path uses. */
export interface PathHost {
  /** True if another path can be shown now. */
  readonly canSwitch: boolean
  /** Called when another path is shown. */
  notePathShown(): void
}

/** Controls the shown path through the tree. */
export interface PathShower {
  switchTo(messageId: string): void
  showRow(rowId: string): string | null
  /** Shows the path that was chosen before the rows were reloaded, unless a newer message arrived. */
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
      // During a run the answer stays visible.
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
