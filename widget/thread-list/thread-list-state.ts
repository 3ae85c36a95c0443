import type { ThreadItem, ThreadCursor } from '../api/cloud-threads.ts'

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
  /** How what was said last begins. */
  readonly lastText?: string | undefined
  /** The same as the server listed it; absent for a slot that was never listed. */
  readonly listedAt?: string | undefined
  /** Whether the server said that an answer runs. */
  readonly isRunning: boolean
}

/** The thread that a list without other threads knows (specification, section 4). */
export const DEFAULT_THREAD_ID = 'DEFAULT_THREAD_ID'

const createNewSlot = (id: string): ThreadSlot => ({ id, status: 'new', isRunning: false })

/** The slot with what the server says of its thread; without one, a slot of its own. */
export function updateSlot(slot: ThreadSlot | undefined, item: ThreadItem): ThreadSlot {
  const { remoteId, externalId, status, title, lastMessageAt, lastText, isRunning } = item
  return {
    ...slot,
    id: slot?.id ?? remoteId,
    remoteId,
    externalId,
    status,
    // A thread that has a title keeps one: a list that was read before it had does not take it back.
    title: title ?? slot?.title,
    lastMessageAt: latest(slot?.lastMessageAt, lastMessageAt),
    lastText: lastText ?? slot?.lastText,
    listedAt: lastMessageAt,
    isRunning,
  }
}

/** Times of the contract are all written alike, so their order is the order of their texts. */
function latest(known: string | undefined, listed: string | undefined): string | undefined {
  if (known === undefined || listed === undefined) return known ?? listed
  return known > listed ? known : listed
}

/** The list as one value; every change of it is a function from one to the next. */
export interface ThreadListState {
  readonly slots: ReadonlyMap<string, ThreadSlot>
  /** The new thread's slot, which is in neither list; `null`: none was begun. */
  readonly newId: string | null
  readonly regular: readonly string[]
  readonly archived: readonly string[]
  /** Where the next page of each kind begins; `null`: all of it is here. */
  readonly next: Readonly<Record<ThreadKind, ThreadCursor | null>>
}

export type Change = (state: ThreadListState) => ThreadListState

export const EMPTY_LIST: ThreadListState = {
  slots: new Map(),
  newId: null,
  regular: [],
  archived: [],
  next: { regular: null, archived: null },
}

/** A slot by its own id or by the server's. */
export function findSlot({ slots }: ThreadListState, id: string): ThreadSlot | undefined {
  const known = slots.get(id)
  if (known) return known
  for (const slot of slots.values()) if (slot.remoteId === id) return slot
  return undefined
}

function withSlot(state: ThreadListState, slot: ThreadSlot): ThreadListState {
  return { ...state, slots: new Map(state.slots).set(slot.id, slot) }
}

const without = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : ids

/** Changes fields of a slot where it stands; one that is gone stays gone. */
export const patched =
  (id: string, patch: Partial<Omit<ThreadSlot, 'id'>>): Change =>
  (state) => {
    const slot = state.slots.get(id)
    return slot ? withSlot(state, { ...slot, ...patch }) : state
  }

/** A new thread begins. */
export const begun =
  (id: string): Change =>
  (state) => ({ ...withSlot(state, createNewSlot(id)), newId: id })

/** A slot is there, in no list: one that is shown before the list is loaded, or that a search found. */
export const adopted =
  (slot: ThreadSlot): Change =>
  (state) =>
    withSlot(state, slot)

/** A new thread that was left with something in it stands in the list, though nobody made it yet. */
export const retained =
  (id: string, lastMessageAt: string): Change =>
  (state) => {
    const slot = findSlot(state, id) ?? createNewSlot(id)
    if (slot.status !== 'new') return state
    return moved(slot.id, 'regular')(withSlot(state, { ...slot, lastMessageAt }))
  }

/** A thread could not be made. There is one new thread at a time: one that was left meanwhile is retained. */
export const unmade =
  (id: string, lastMessageAt: string): Change =>
  (state) => {
    const isNew = findSlot(state, id)?.status === 'new'
    return isNew && state.newId !== id ? retained(id, lastMessageAt)(state) : state
  }

/** Something was written in a thread that is in a list: it comes to the front. */
export const touched =
  (id: string, lastMessageAt: string): Change =>
  (state) => {
    const slot = findSlot(state, id)
    if (!slot || slot.status === 'new') return state
    return moved(slot.id, slot.status)(withSlot(state, { ...slot, lastMessageAt }))
  }

/** Moves a slot to the front of a kind. */
export const moved =
  (id: string, kind: ThreadKind): Change =>
  (state) => {
    const slot = state.slots.get(id)
    if (!slot) return state
    const lists = {
      regular: without(state.regular, id),
      archived: without(state.archived, id),
    }
    return {
      ...withSlot(state, { ...slot, status: kind }),
      newId: state.newId === id ? null : state.newId,
      ...lists,
      [kind]: [id, ...lists[kind]],
    }
  }

export const removed =
  (id: string): Change =>
  (state) => {
    const slots = new Map(state.slots)
    slots.delete(id)
    return {
      ...state,
      slots,
      newId: state.newId === id ? null : state.newId,
      regular: without(state.regular, id),
      archived: without(state.archived, id),
    }
  }

/** The server knows the slot's thread. A list that was read meanwhile may hold it already. */
export const initialized =
  (
    id: string,
    made: { readonly remoteId: string; readonly externalId: string | undefined },
  ): Change =>
  (state) => {
    const twin = findSlot(state, made.remoteId)
    const single = twin && twin.id !== id ? removed(twin.id)(state) : state
    // From now on a list without it says that it is gone.
    const listedAt = state.slots.get(id)?.lastMessageAt
    return patched(id, { ...made, listedAt })(single)
  }

/** A title that was made by itself: it never replaces one that a person chose. */
export const entitled =
  (id: string, title: string): Change =>
  (state) =>
    state.slots.get(id)?.isNamed ? state : patched(id, { title })(state)

/** One thread as the server says it is; one that is not in a list stays out of both. */
export const refreshed =
  (item: ThreadItem): Change =>
  (state) => {
    const slot = slotOf(state, item)
    const updated = updateSlot(slot, item)
    const next = withSlot(state, updated)
    if (!slot || slot.status === item.status) return next
    return moved(updated.id, item.status)(next)
  }

/** A thread may be listed before the call that made it has told its id. */
export function slotOf(state: ThreadListState, item: ThreadItem): ThreadSlot | undefined {
  const known = findSlot(state, item.remoteId)
  if (known || item.externalId === undefined) return known
  const begunHere = state.slots.get(item.externalId)
  return begunHere?.remoteId === undefined ? begunHere : undefined
}
