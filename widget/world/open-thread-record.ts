import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createTextRecord, type TextRecord } from '../device/text-record.ts'

/** Maximum length of a thread's id; longer values are ignored. */
export const OPEN_THREAD_MAX_CHARACTERS = 255

/**
 * Record of the thread that a tab shows, restored by a reload. Without storage, a reload shows the last thread.
 *
 * @param base the project's address.
 */
export const createOpenThreadRecord = (
  base: string,
  open: (() => KeyValueStorage) | undefined,
): TextRecord<string> =>
  createTextRecord({
    key: `alcove:open-thread:${base}`,
    open,
    parse: (text) => (text.length <= OPEN_THREAD_MAX_CHARACTERS ? text : undefined),
    format: (threadId) => threadId,
  })
