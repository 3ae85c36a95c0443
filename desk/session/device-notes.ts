const PREFIX = 'alcove-desk-'

/** A tab's storage: texts that survive a reload and a sign-in, and end with the tab. */
export const tabNotes = createNotes(() => sessionStorage)

/** Texts that the device keeps. */
export const deviceNotes = createNotes(() => localStorage)

/** A browser that blocks storage keeps nothing, and reads nothing. */
function createNotes(storage: () => Storage) {
  return {
    read(name: string): string | null {
      try {
        return storage().getItem(PREFIX + name)
      } catch {
        return null
      }
    },
    /** `null` removes it. */
    write(name: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(PREFIX + name)
        else storage().setItem(PREFIX + name, value)
      } catch {
        // Blocked or full.
      }
    },
  }
}

/** Note of the device: the project that was opened last. */
export const LAST_PROJECT = 'project'

/** Note of the tab: the conversation from which the person goes back to the list. */
export const OPENED_NOTE = 'opened'
