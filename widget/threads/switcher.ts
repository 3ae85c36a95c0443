import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { requireOperation, type ThreadListAdapter } from './thread-list-adapter.ts'
import type { ThreadSlot } from './thread-slot.ts'

export interface SwitcherSettings {
  readonly adapter: ThreadListAdapter
  readonly signal: AbortSignal
  /** The slot that is shown first. */
  readonly mainId: string
  /** A slot as it is now; absent when it was deleted. */
  readonly find: (id: string) => ThreadSlot | undefined
  /** A slot for any id of a thread. @throws AlcoveError `not_found`. */
  readonly resolve: (id: string) => Promise<ThreadSlot>
  readonly unarchive: (id: string) => Promise<void>
  /** The slot of the new thread: the one that was begun and not used, or another. */
  readonly takeNew: () => string
  readonly newId: () => string | null
  /** Shows a thread; settles when it is shown, or another one is to be shown by then. */
  readonly show: (slot: ThreadSlot) => Promise<void>
  readonly onChange: () => void
}

/** Which thread is shown. The last call wins: a slow one does not come back later. */
export interface Switcher {
  readonly mainId: string
  /**
   * @throws AlcoveError `not_found`: there is no such thread, or it was deleted meanwhile;
   *   `unavailable`: the list cannot do that; whatever kept an archived thread from coming back.
   */
  switchTo(id: string): Promise<void>
  /** @throws AlcoveError `unavailable`. */
  switchToNew(): Promise<void>
  /** Leaves a thread that is shown for a new one. @throws AlcoveError `conflict`, `unavailable`. */
  ensureNotMain(id: string): Promise<void>
}

export function createSwitcher(settings: SwitcherSettings): Switcher {
  const { adapter, signal, find, show, onChange } = settings
  let { mainId } = settings
  let switches = 0

  async function become(id: string, turn: number): Promise<void> {
    // Another thread was chosen meanwhile.
    if (turn !== switches || mainId === id) return
    const slot = find(id)
    if (!slot) throw new AlcoveError('not_found', ERROR_TEXTS.threadDeletedBeforeStart)
    const before = mainId
    mainId = id
    onChange()
    try {
      await show(slot)
    } catch (error) {
      if (turn === switches && find(before)) {
        mainId = before
        onChange()
      }
      throw error
    }
  }

  async function switchToNew(): Promise<void> {
    const prepare = requireOperation(adapter, 'switchToNewThread')
    const turn = ++switches
    await prepare(signal)
    if (turn === switches) await become(settings.takeNew(), turn)
  }

  return {
    get mainId() {
      return mainId
    },
    async switchTo(id) {
      if (find(id)?.status === 'new') return become(id, ++switches)
      const prepare = requireOperation(adapter, 'switchToThread')
      const turn = ++switches
      const slot = await settings.resolve(id)
      // Only then: a thread that could not come back must not be the one that is shown.
      if (slot.status === 'archived') await settings.unarchive(slot.id)
      if (slot.remoteId !== undefined) await prepare(slot.remoteId, signal)
      await become(slot.id, turn)
    },
    switchToNew,
    async ensureNotMain(id) {
      const refuse = () => new AlcoveError('conflict', ERROR_TEXTS.cannotEnsureNewThread)
      if (id === settings.newId()) throw refuse()
      if (id !== mainId) return
      await switchToNew()
      // Somebody went back to it in the same moment.
      if (id === mainId) throw refuse()
    },
  }
}
