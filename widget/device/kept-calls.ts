import { randomId } from '../../shared/ids.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Feedback } from '../../shared/thread/message.ts'
import { readFeedback } from '../../shared/thread/stored-metadata.ts'
import { keepRows, type RowOwner } from './kept-rows.ts'

/**
 * A call that reports a person's decision to the server. It may be repeated: the last call about a subject
 * counts. Threads and messages have the server's names.
 */
export type KeptCall =
  | {
      readonly type: 'rating'
      readonly thread: string
      readonly message: string
      /** `null` removes the rating. */
      readonly feedback: Feedback | null
    }
  | { readonly type: 'rename'; readonly thread: string; readonly title: string }
  | { readonly type: 'archive' | 'unarchive' | 'delete'; readonly thread: string }

/** Maximum number of stored calls; the oldest are evicted. */
export const CALLS_KEPT_MAX = 100
const DAY_MS = 24 * 60 * 60_000
/** Maximum age of a call. Later, the person may have decided otherwise on another device. */
export const CALL_KEPT_MAX_MS: Readonly<Record<KeptCall['type'], number>> = {
  rating: 30 * DAY_MS,
  rename: DAY_MS,
  archive: DAY_MS,
  unarchive: DAY_MS,
  delete: DAY_MS,
}

export interface KeptRow {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly call: KeptCall
}

/** Calls of one person on this device that may not have reached the server. */
export interface CallStore {
  /** Oldest first. */
  all(): Promise<readonly KeptRow[]>
  put(row: KeptRow): Promise<void>
  remove(rows: readonly KeptRow[]): Promise<void>
}

const ID_LENGTH = 16

export const createKeptRow = (call: KeptCall, at: number): KeptRow => ({
  id: randomId(ID_LENGTH),
  at,
  call,
})

/** Names the subject of a call. Of two calls with the same subject, the later one counts. */
export function subjectOf(call: KeptCall): string {
  switch (call.type) {
    case 'rating':
      return `rating ${call.thread} ${call.message}`
    case 'rename':
      return `title ${call.thread}`
    case 'archive':
    case 'unarchive':
    case 'delete':
      return `place ${call.thread}`
    default:
      return call satisfies never
  }
}

export function createCallStore(owner: RowOwner, now: () => number): CallStore {
  const rows = keepRows(owner, 'calls', parseRow)

  async function remove(gone: readonly KeptRow[]) {
    await rows.remove(gone.map(({ id }) => id))
  }

  async function all(): Promise<readonly KeptRow[]> {
    const kept = [...(await rows.all())].map(([id, row]) => ({ id, ...row }))
    const young = kept.filter(({ at, call }) => now() - at < CALL_KEPT_MAX_MS[call.type])
    await remove(kept.filter((row) => !young.includes(row)))
    return young.toSorted((a, b) => a.at - b.at)
  }

  return {
    all,
    async put({ id, ...row }) {
      await rows.put(id, row)
      await remove((await all()).slice(0, -CALLS_KEPT_MAX))
    },
    remove,
  }
}

function parseRow(value: unknown): Omit<KeptRow, 'id'> | undefined {
  if (!isPlainObject(value) || typeof value['at'] !== 'number') return undefined
  const call = parseCall(value['call'])
  return call && { at: value['at'], call }
}

function parseCall(value: unknown): KeptCall | undefined {
  if (!isPlainObject(value)) return undefined
  const { type, thread, message, title, feedback } = value
  if (typeof thread !== 'string') return undefined
  switch (type) {
    case 'rating': {
      const read = feedback === null ? null : readFeedback(feedback)
      if (typeof message !== 'string' || read === undefined) return undefined
      return { type, thread, message, feedback: read }
    }
    case 'rename':
      return typeof title === 'string' ? { type, thread, title } : undefined
    case 'archive':
    case 'unarchive':
    case 'delete':
      return { type, thread }
    default:
      return undefined
  }
}
