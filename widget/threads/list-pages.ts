import type { ThreadItemPage } from '../api/cloud-threads.ts'
import { slotOf, type Change, type ThreadListState } from './thread-list-state.ts'
import { updateSlot, type ThreadKind } from './thread-slot.ts'

export type KindPages = Readonly<Record<ThreadKind, ThreadItemPage>>

const KINDS: readonly ThreadKind[] = ['regular', 'archived']

/**
 * The first pages as the server listed them, of both kinds at once: a thread may have moved from one
 * to the other. What they cannot know stays: slots without a thread, and what is behind their ends.
 *
 * @param isHeld slots that are in use, which leave their list at most.
 */
export const refilled =
  (pages: KindPages, isHeld: (id: string) => boolean): Change =>
  (before) => {
    const listed = { regular: new Set<string>(), archived: new Set<string>() }
    const upserted = upsert(before, [...pages.regular.items, ...pages.archived.items], listed)
    const slots = new Map(upserted.slots)
    const next = { ...before.next }
    const lists = { regular: before.regular, archived: before.archived }
    for (const kind of KINDS) {
      const isElsewhere = (id: string) => listed.regular.has(id) || listed.archived.has(id)
      const others = before[kind].filter((id) => !isElsewhere(id))
      const ahead = others.filter((id) => slots.get(id)?.listedAt === undefined)
      const behind = others.filter((id) => isBehind(pages[kind], slots.get(id)?.listedAt))
      const kept = new Set([...ahead, ...behind])
      for (const id of others) if (!kept.has(id) && !isHeld(id)) slots.delete(id)
      lists[kind] = [...ahead, ...listed[kind], ...behind]
      if (behind.length === 0) next[kind] = pages[kind].next
    }
    const newId = slots.get(before.newId ?? '')?.status === 'new' ? before.newId : null
    return { slots, next, newId, ...lists }
  }

/** A kind without its later pages, which are read anew. */
export const emptied =
  (kind: ThreadKind): Change =>
  (state) => ({
    ...state,
    [kind]: state[kind].filter((id) => state.slots.get(id)?.listedAt === undefined),
    next: { ...state.next, [kind]: null },
  })

/** Before the page's end everything is on the page, so what is not there is gone. */
function isBehind({ items, next }: ThreadItemPage, at: string | undefined): boolean {
  const end = items.at(-1)?.lastMessageAt
  return next !== null && at !== undefined && end !== undefined && at <= end
}

/** One more page of a kind: it adds what is not there yet. */
export const continued =
  (kind: ThreadKind, page: ThreadItemPage): Change =>
  (before) => {
    const listed = { regular: new Set<string>(), archived: new Set<string>() }
    const { slots } = upsert(before, page.items, listed)
    const lists = { regular: before.regular, archived: before.archived }
    for (const each of KINDS) {
      const other = each === 'regular' ? listed.archived : listed.regular
      const kept = before[each].filter((id) => !other.has(id))
      const known = new Set(kept)
      lists[each] = [...kept, ...[...listed[each]].filter((id) => !known.has(id))]
    }
    return { ...before, slots, ...lists, next: { ...before.next, [kind]: page.next } }
  }

/** Each row's own field says which kind it is: older servers list both kinds in one answer. */
function upsert(
  state: ThreadListState,
  items: ThreadItemPage['items'],
  listed: Readonly<Record<ThreadKind, Set<string>>>,
): ThreadListState {
  const slots = new Map(state.slots)
  const current = { ...state, slots }
  for (const item of items) {
    const slot = updateSlot(slotOf(current, item), item)
    slots.set(slot.id, slot)
    listed.regular.delete(slot.id)
    listed.archived.delete(slot.id)
    listed[item.status].add(slot.id)
  }
  return current
}
