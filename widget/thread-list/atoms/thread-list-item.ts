import type { ThreadListState, ThreadSlot } from '../thread-list-state.ts'
import { threadName } from './thread-list-facts.ts'

/** A thread as the list shows it. */
export interface ThreadListItem {
  /** The slot's; it never changes. */
  readonly id: string
  readonly remoteId?: string | undefined
  readonly externalId?: string | undefined
  readonly status: 'new' | 'regular' | 'archived'
  readonly title?: string | undefined
  readonly lastMessageAt?: string | undefined
  readonly lastText?: string | undefined
  readonly isRunning: boolean
  /** An answer came that nobody has seen. */
  readonly isUnread: boolean
}

/** What is known of threads beside the list itself. */
export interface ThreadMarks {
  /** What is followed here knows better than the list. */
  readonly runs: ReadonlyMap<string, boolean>
  readonly unread: ReadonlySet<string>
}

/** An item that did not change is the same one, so that its row is not drawn again. */
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

/** Written to last first; threads of unknown or the same time in the order of the list. */
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
