import type { KeyValueStorage } from '../cloud/refresh-record.ts'

/** Which thread a tab shows, so that a reload shows it again. Never throws: without storage the last one is. */
export interface OpenThreadRecord {
  read(): string | undefined
  /** `undefined`: none that the server knows. */
  write(threadId: string | undefined): void
  remove(): void
}

/** Longer names are no thread's. */
export const OPEN_THREAD_MAX_CHARACTERS = 255

/** @param base the project's address: projects of one origin share its storage. */
export function createOpenThreadRecord(
  base: string,
  open: (() => KeyValueStorage) | undefined,
): OpenThreadRecord {
  const key = `alcove:open-thread:${base}`

  function attempt<Result>(task: (storage: KeyValueStorage) => Result): Result | undefined {
    try {
      return open && task(open())
    } catch {
      return undefined
    }
  }

  const remove = () => attempt((storage) => storage.removeItem(key))
  return {
    read() {
      const kept = attempt((storage) => storage.getItem(key))
      return kept && kept.length <= OPEN_THREAD_MAX_CHARACTERS ? kept : undefined
    },
    write(threadId) {
      if (threadId === undefined) return remove()
      attempt((storage) => storage.setItem(key, threadId))
    },
    remove,
  }
}
