import type { ThreadItem } from '../api/cloud-threads.ts'

export type ThreadKind = 'regular' | 'archived'

/** A place in the list. It keeps its id for ever, whatever the server calls its thread later. */
export interface ThreadSlot {
  /** A local id for a thread that was begun here, else the server's. */
  readonly id: string
  /** The server's id; absent until it knows the thread. */
  readonly remoteId?: string | undefined
  readonly externalId?: string | undefined
  readonly status: 'new' | ThreadKind
  readonly title?: string | undefined
  /** A person chose the title: what is made by itself does not replace it. */
  readonly isNamed?: boolean | undefined
  /** When it was written to last, as far as it is known here. */
  readonly lastMessageAt?: string | undefined
  /** The same as the server listed it; absent for a slot that was never listed. */
  readonly listedAt?: string | undefined
  /** Whether the server said that an answer runs. */
  readonly isRunning: boolean
}

/** The thread that a list without other threads knows (specification, section 4). */
export const DEFAULT_THREAD_ID = 'DEFAULT_THREAD_ID'

export const createNewSlot = (id: string): ThreadSlot => ({ id, status: 'new', isRunning: false })

/** The slot with what the server says of its thread; without one, a slot of its own. */
export function updateSlot(slot: ThreadSlot | undefined, item: ThreadItem): ThreadSlot {
  const { remoteId, externalId, status, title, lastMessageAt, isRunning } = item
  return {
    ...slot,
    id: slot?.id ?? remoteId,
    remoteId,
    externalId,
    status,
    // A thread that has a title keeps one: a list that was read before it had does not take it back.
    title: title ?? slot?.title,
    lastMessageAt: latest(slot?.lastMessageAt, lastMessageAt),
    listedAt: lastMessageAt,
    isRunning,
  }
}

/** Times of the contract are all written alike, so their order is the order of their texts. */
function latest(known: string | undefined, listed: string | undefined): string | undefined {
  if (known === undefined || listed === undefined) return known ?? listed
  return known > listed ? known : listed
}
