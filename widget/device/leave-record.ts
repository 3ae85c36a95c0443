import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createTextRecord, type TextRecord } from './text-record.ts'

/**
 * Record of the last end of a session in this project, in milliseconds since 1970, without the person. Needed by
 * pages in the back/forward cache, which do not get events of their channel.
 *
 * @param base the project's address.
 */
export const createLeaveRecord = (
  base: string,
  open: (() => KeyValueStorage) | undefined,
): TextRecord<number> =>
  createTextRecord({
    key: `alcove:left:${base}`,
    open,
    parse(text) {
      const at = Number(text)
      return Number.isFinite(at) ? at : undefined
    },
    format: String,
  })
