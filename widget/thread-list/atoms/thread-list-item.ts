import type { ThreadListState, ThreadSlot } from '../thread-list-state.ts'
import { threadName } from './thread-list-facts.ts'

/** A thread as the list shows it. */
export interface ThreadListItem {
  /** Id of the slot, which never changes. */
  readonly id: string
  readonly remoteId?: string | undefined
  readonly externalId?: string | undefined
  readonly status: 'new' | 'regular' | 'archived'
  readonly title?: string | undefined
  readonly lastMessageAt?: string | undefined
  readonly lastText?: string | undefined
  readonly isRunning: boolean
  /** True if the thread has an unread answer. */
  readonly isUnread: boolean
}

/** State of threads besides the list itself. */
export interface ThreadMarks {
  /** Followed runs, which are newer than the list's state. */
  readonly runs: ReadonlyMap<string, boolean>
  readonly unread: ReadonlySet<string>
}

/** Unchanged slots keep their item, so that their rows are not rendered again. */
const items = new WeakMap<ThreadSlot, ThreadListItem>()

export function itemOf(slot: ThreadSlot, { runs, unread }: ThreadMarks): ThreadListItem {
  const isRunning = runs.get(slot.id) ?? slot.isRunning
  const isUnread = unread.has(threadName(slot))
  const known = items.get(slot)
  if (known && known.isRunning === isRunning && known.isUnread === isUnread) return known
  const { id, remoteId, externalId, status, title, lastMessageAt, lastText } = slot
  const item = {
    id,
    remoteId,
    externalId,
    status,
    title,
    lastMessageAt,
    lastText,
    isRunning,
    isUnread,
  }
  items.set(slot, item)
  return item
}

/** Sorts by last message, newest first; threads of unknown or the same time keep the list's order. */
export function itemsOf(
  { slots }: ThreadListState,
  ids: readonly string[],
  marks: ThreadMarks,
): readonly ThreadListItem[] {
  const timeOf = ({ lastMessageAt = '' }: ThreadListItem) => lastMessageAt
  return ids
    .flatMap((id) => slots.get(id) ?? [])
    .map((slot) => itemOf(slot, marks))
    .toSorted((one, other) => compareDescending(timeOf(one), timeOf(other)))
}

const compareDescending = (one: string, other: string): number =>
  one === other ? 0 : one < other ? 1 : -1
