import type { ThreadItem, ThreadCursor } from '../api/cloud-threads.ts'

export type ThreadKind = 'regular' | 'archived'

/** An entry of the list. Its id never changes, also after the server gave the thread an id. */
export interface ThreadSlot {
  /** A local id for a thread that was begun here, else the server's. */
  readonly id: string
  /** The server's id; absent until it knows the thread. */
  readonly remoteId?: string | undefined
  readonly externalId?: string | undefined
  readonly status: 'new' | ThreadKind
  readonly title?: string | undefined
  /** True if a person chose the title, which generated titles do not replace. */
  readonly isNamed?: boolean | undefined
  /** Time of the last message, as far as known here. */
  readonly lastMessageAt?: string | undefined
  /** Beginning of the last message. */
  readonly lastText?: string | undefined
  /** `lastMessageAt` as listed by the server; absent for a slot that was never listed. */
  readonly listedAt?: string | undefined
  /** True if the server reports a running answer. */
  readonly isRunning: boolean
}

/** Id of the only thread of a list without others (specification, section 4). */
export const DEFAULT_THREAD_ID = 'DEFAULT_THREAD_ID'

const createNewSlot = (id: string): ThreadSlot => ({ id, status: 'new', isRunning: false })

/** Updates a slot from the server's item, or makes one. */
export function updateSlot(slot: ThreadSlot | undefined, item: ThreadItem): ThreadSlot {
  const { remoteId, externalId, status, title, lastMessageAt, lastText, isRunning } = item
  return {
    ...slot,
    id: slot?.id ?? remoteId,
    remoteId,
    externalId,
    status,
    // A title stays, also after an older list without it.
    title: title ?? slot?.title,
    lastMessageAt: latest(slot?.lastMessageAt, lastMessageAt),
    lastText: lastText ?? slot?.lastText,
    listedAt: lastMessageAt,
    isRunning,
  }
}

/** Times of the contract have one format, so they compare as texts. */
function latest(known: string | undefined, listed: string | undefined): string | undefined {
  if (known === undefined || listed === undefined) return known ?? listed
  return known > listed ? known : listed
}

/** State of the list. Each change is a function from one state to the next. */
export interface ThreadListState {
  readonly slots: ReadonlyMap<string, ThreadSlot>
  /** Slot of the new thread, which is in neither list; `null`: none. */
  readonly newId: string | null
  readonly regular: readonly string[]
  readonly archived: readonly string[]
  /** Cursor of the next page of each kind; `null`: all are loaded. */
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

/** Finds a slot by its own id or by the server's. */
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

/** Changes fields of a slot in its place. A removed slot stays removed. */
export const patched =
  (id: string, patch: Partial<Omit<ThreadSlot, 'id'>>): Change =>
  (state) => {
    const slot = state.slots.get(id)
    return slot ? withSlot(state, { ...slot, ...patch }) : state
  }

/** Begins a new thread. */
export const begun =
  (id: string): Change =>
  (state) => ({ ...withSlot(state, createNewSlot(id)), newId: id })

/** Adds a slot to neither list: shown before the list is loaded, or found by a search. */
export const adopted =
  (slot: ThreadSlot): Change =>
  (state) =>
    withSlot(state, slot)

/** Adds a new thread to the list that was left with content, although the server does not know it yet. */
export const retained =
  (id: string, lastMessageAt: string): Change =>
  (state) => {
    const slot = findSlot(state, id) ?? createNewSlot(id)
    if (slot.status !== 'new') return state
    return moved(slot.id, 'regular')(withSlot(state, { ...slot, lastMessageAt }))
  }

/**
 * Handles a failure to make a thread. Only one new thread exists at a time, so one that was left meanwhile is
 * retained.
 */
export const unmade =
  (id: string, lastMessageAt: string): Change =>
  (state) => {
    const isNew = findSlot(state, id)?.status === 'new'
    return isNew && state.newId !== id ? retained(id, lastMessageAt)(state) : state
  }

/** Moves a thread of a list to the front after a message. */
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

/** Notes the server's id of a slot's thread. A list that was read meanwhile may contain it already. */
export const initialized =
  (
    id: string,
    made: { readonly remoteId: string; readonly externalId: string | undefined },
  ): Change =>
  (state) => {
    const twin = findSlot(state, made.remoteId)
    const single = twin && twin.id !== id ? removed(twin.id)(state) : state
    // From now on, a list without it means that it is gone.
    const listedAt = state.slots.get(id)?.lastMessageAt
    return patched(id, { ...made, listedAt })(single)
  }

/** Sets a generated title, which never replaces one that a person chose. */
export const titled =
  (id: string, title: string): Change =>
  (state) =>
    state.slots.get(id)?.isNamed ? state : patched(id, { title })(state)

/** Updates a thread from the server. One that is in neither list stays out. */
export const refreshed =
  (item: ThreadItem): Change =>
  (state) => {
    const slot = slotOf(state, item)
    const updated = updateSlot(slot, item)
    const next = withSlot(state, updated)
    if (!slot || slot.status === item.status) return next
    return moved(updated.id, item.status)(next)
  }

/** Finds an item's slot. A thread may be listed before the call that made it has returned its id. */
export function slotOf(state: ThreadListState, item: ThreadItem): ThreadSlot | undefined {
  const known = findSlot(state, item.remoteId)
  if (known || item.externalId === undefined) return known
  const begunHere = state.slots.get(item.externalId)
  return begunHere?.remoteId === undefined ? begunHere : undefined
}
