import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ThreadSlot } from './thread-slot.ts'

export interface GuardSettings {
  readonly find: (id: string) => ThreadSlot | undefined
  /** Whether the server knows the slot's thread, or is about to. */
  readonly isMade: (slot: ThreadSlot) => boolean
}

/** What a thread must be for an operation (specification, section 5). */
export interface Guards {
  /** @throws AlcoveError `not_found`. */
  requireSlot(id: string): ThreadSlot
  /** Regular or archived. @throws AlcoveError `not_found`, `conflict`. */
  requireUsed(id: string): ThreadSlot
  /** Regular or archived, and at the server. @throws AlcoveError `not_found`, `conflict`. */
  requireMade(id: string): ThreadSlot
  /** @throws AlcoveError `not_found`, `conflict`. */
  requireArchivable(id: string): ThreadSlot
  /** @throws AlcoveError `not_found`, `conflict`. */
  requireArchived(id: string): ThreadSlot
}

const conflict = (text: string) => new AlcoveError('conflict', text)

export function createGuards({ find, isMade }: GuardSettings): Guards {
  function requireSlot(id: string): ThreadSlot {
    const slot = find(id)
    if (slot) return slot
    throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
  }

  function requireUsed(id: string): ThreadSlot {
    const slot = requireSlot(id)
    if (slot.status !== 'new') return slot
    throw conflict(ERROR_TEXTS.threadNotInitialized)
  }

  return {
    requireSlot,
    requireUsed,
    requireMade(id) {
      const slot = requireUsed(id)
      if (isMade(slot)) return slot
      throw conflict(ERROR_TEXTS.threadNotInitialized)
    },
    requireArchivable(id) {
      const slot = requireSlot(id)
      if (slot.status === 'regular' && isMade(slot)) return slot
      throw conflict(ERROR_TEXTS.threadNotInitializedOrArchived)
    },
    requireArchived(id) {
      const slot = requireSlot(id)
      if (slot.status === 'archived') return slot
      throw conflict(ERROR_TEXTS.threadNotArchived)
    },
  }
}
