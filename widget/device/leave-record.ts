import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createTextRecord, type TextRecord } from './text-record.ts'

/**
 * When a session ended last in this project, in milliseconds since 1970, and nothing of whose: a page that the browser
 * keeps for Back does not hear its channel.
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
