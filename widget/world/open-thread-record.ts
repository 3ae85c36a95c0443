import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createTextRecord, type TextRecord } from '../device/text-record.ts'

/** Longer names are no thread's. */
export const OPEN_THREAD_MAX_CHARACTERS = 255

/**
 * Which thread a tab shows, so that a reload shows it again; without storage the last one is.
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
