import { AlcoveError } from '../../shared/errors.ts'
import type { CloudThreads, ThreadItemPage, ThreadCursor } from '../api/cloud-threads.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { requireOperation } from './thread-guards.ts'
import {
  slotOf,
  type Change,
  type ThreadListState,
  updateSlot,
  type ThreadKind,
} from './thread-list-state.ts'

export type KindPages = Readonly<Record<ThreadKind, ThreadItemPage>>

const KINDS: readonly ThreadKind[] = ['regular', 'archived']

/**
 * Takes the first pages of both kinds at once, since a thread may have moved between them. Slots without a
 * thread, and slots behind the pages' ends, stay.
 *
 * @param isHeld true for slots in use, which leave their list but are not dropped.
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

/** Drops the later pages of a kind, which are loaded again. */
export const emptied =
  (kind: ThreadKind): Change =>
  (state) => ({
    ...state,
    [kind]: state[kind].filter((id) => state.slots.get(id)?.listedAt === undefined),
    next: { ...state.next, [kind]: null },
  })

/** True for slots after a page's end. Before its end the page is complete, so missing threads are gone. */
function isBehind({ items, next }: ThreadItemPage, at: string | undefined): boolean {
  const end = items.at(-1)?.lastMessageAt
  return next !== null && at !== undefined && end !== undefined && at <= end
}

/** Adds another page of a kind, without known threads. */
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

/** The row's own field decides its kind: older servers list both kinds in one response. */
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

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed'

export interface PageLoaderSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
  /** True for slots in use, independent of the server's list. */
  readonly isHeld: (id: string) => boolean
  readonly onChange: () => void
}

/** Loads the list page by page. */
export interface PageLoader {
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  /** Loads the first page of both kinds. Calls during a load share it. */
  load(): Promise<void>
  /** As `load`, but does not share a pending load, which may be too old. */
  reload(): Promise<void>
  /** Loads the next page of a kind. Does nothing if all are loaded. */
  loadMore(kind: ThreadKind): Promise<void>
}

export function createPageLoader(settings: PageLoaderSettings): PageLoader {
  const first = createFirstPages(settings)
  const later = createLaterPages(settings, first)
  return {
    get status() {
      return first.status
    },
    get isLoadingMore() {
      return later.isLoading
    },
    load: () => first.load(),
    reload: first.reload,
    loadMore: later.load,
  }
}

/** Loads the first page of both kinds at once. */
function createFirstPages(settings: PageLoaderSettings) {
  const { adapter, list, isHeld, onChange } = settings
  let status: ListStatus = 'idle'
  let flight: Promise<void> | null = null
  let following: Promise<void> | null = null

  function setStatus(next: ListStatus) {
    status = next
    onChange()
  }

  async function readBoth(): Promise<KindPages> {
    const [regular, archived] = await Promise.all([
      readPage(settings, 'regular', null),
      readPage(settings, 'archived', null),
    ])
    return { regular, archived }
  }

  async function read(startsOver?: ThreadKind): Promise<void> {
    // A shown list stays visible while it is read again.
    if (status !== 'ready') setStatus('loading')
    try {
      // Without a server's list, only the threads begun here are listed.
      if (adapter.list) {
        await list.read(readBoth, (state, pages) =>
          refilled(pages, isHeld)(startsOver ? emptied(startsOver)(state) : state),
        )
      }
      setStatus('ready')
    } catch (error) {
      if (status === 'loading') setStatus('failed')
      throw error
    }
  }

  /** @param startsOver a kind whose later pages are dropped. */
  function load(startsOver?: ThreadKind): Promise<void> {
    flight ??= read(startsOver).finally(() => {
      flight = null
    })
    return flight
  }

  /** Waits for a pending load, also if it fails. */
  const settled = async (): Promise<void> => flight?.catch(() => {})

  return {
    get status() {
      return status
    },
    load,
    reload(): Promise<void> {
      if (!flight) return load()
      following ??= settled().then(() => {
        following = null
        return load()
      })
      return following
    },
    settled,
  }
}

/** Loads pages after the first one, one at a time per kind. */
function createLaterPages(
  settings: PageLoaderSettings,
  first: ReturnType<typeof createFirstPages>,
) {
  const { list, onChange } = settings
  const flights = new Map<ThreadKind, Promise<void>>()

  async function read(kind: ThreadKind, after: ThreadCursor): Promise<void> {
    try {
      await list.read(
        () => readPage(settings, kind, after),
        (state, page) => continued(kind, page)(state),
      )
    } catch (error) {
      if (!isPlaceLost(error)) throw error
      await first.settled()
      await first.load(kind)
    }
  }

  return {
    get isLoading() {
      return flights.size > 0
    },
    load(kind: ThreadKind): Promise<void> {
      const known = flights.get(kind)
      if (known) return known
      const after = list.value.next[kind]
      if (after === null) return Promise.resolve()
      const loading = read(kind, after).finally(() => {
        flights.delete(kind)
        onChange()
      })
      flights.set(kind, loading)
      onChange()
      return loading
    },
  }
}

async function readPage(
  { adapter, signal }: PageLoaderSettings,
  status: ThreadKind,
  after: ThreadCursor | null,
): Promise<ThreadItemPage> {
  return requireOperation(adapter, 'list')({ status, after }, signal)
}

/** True if the thread at the cursor no longer exists. */
const isPlaceLost = (error: unknown): boolean =>
  error instanceof AlcoveError && error.code === 'invalid_request'
