import { AlcoveError } from '../../shared/errors.ts'
import type { ThreadCursor } from '../api/cloud-threads.ts'
import { continued, emptied, refilled } from './list-pages.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { requireOperation, type ThreadListAdapter } from './thread-list-adapter.ts'
import type { ThreadListState } from './thread-list-state.ts'
import type { ThreadKind } from './thread-slot.ts'

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed'

export interface PageLoaderSettings {
  readonly adapter: ThreadListAdapter
  readonly list: OptimisticState<ThreadListState>
  readonly signal: AbortSignal
  /** Slots that are in use, whatever the server lists. */
  readonly isHeld: (id: string) => boolean
  readonly onChange: () => void
}

/** Fetches the list page by page. */
export interface PageLoader {
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  /** The first page of both kinds; whoever asks while it is on its way gets the same one. */
  load(): Promise<void>
  /** As `load`, but what is on its way already does not count: it may be older than what is asked for. */
  reload(): Promise<void>
  /** The next page of a kind; nothing when all of it is here. */
  loadMore(kind: ThreadKind): Promise<void>
}

const KINDS: readonly ThreadKind[] = ['regular', 'archived']
const NO_PAGE = { items: [], next: null }

export function createPageLoader(settings: PageLoaderSettings): PageLoader {
  const { adapter, list, signal, isHeld, onChange } = settings
  let status: ListStatus = 'idle'
  let flight: Promise<void> | null = null
  let following: Promise<void> | null = null
  const moreFlights = new Map<ThreadKind, Promise<void>>()

  function setStatus(next: ListStatus) {
    status = next
    onChange()
  }

  /** @param startsOver a kind of which later pages are not to be kept. */
  async function readFirst(startsOver?: ThreadKind): Promise<void> {
    // A list that is shown stays shown while it is read again.
    if (status !== 'ready') setStatus('loading')
    try {
      // Whoever has no list has the threads that were begun here.
      if (adapter.list) {
        await list.read(readPages, (state, pages) =>
          refilled(pages, isHeld)(startsOver ? emptied(startsOver)(state) : state),
        )
      }
      setStatus('ready')
    } catch (error) {
      if (status === 'loading') setStatus('failed')
      throw error
    }
  }

  async function readPages() {
    const [regular, archived] = await Promise.all(
      KINDS.map((kind) => requireOperation(adapter, 'list')({ status: kind, after: null }, signal)),
    )
    return { regular: regular ?? NO_PAGE, archived: archived ?? NO_PAGE }
  }

  function load(startsOver?: ThreadKind): Promise<void> {
    flight ??= readFirst(startsOver).finally(() => {
      flight = null
    })
    return flight
  }

  function reload(): Promise<void> {
    if (!flight) return load()
    following ??= flight
      .catch(() => {})
      .then(() => {
        following = null
        return load()
      })
    return following
  }

  async function readMore(kind: ThreadKind, after: ThreadCursor): Promise<void> {
    try {
      await list.read(
        () => requireOperation(adapter, 'list')({ status: kind, after }, signal),
        (state, page) => continued(kind, page)(state),
      )
    } catch (error) {
      // The thread that the page should come after is gone by now.
      const isLost = error instanceof AlcoveError && error.code === 'invalid_request'
      if (!isLost) throw error
      await flight?.catch(() => {})
      await load(kind)
    }
  }

  return {
    get status() {
      return status
    },
    get isLoadingMore() {
      return moreFlights.size > 0
    },
    load: () => load(),
    reload,
    loadMore(kind) {
      const known = moreFlights.get(kind)
      if (known) return known
      const after = list.value.next[kind]
      if (after === null) return Promise.resolve()
      const loading = readMore(kind, after).finally(() => {
        moreFlights.delete(kind)
        onChange()
      })
      moreFlights.set(kind, loading)
      onChange()
      return loading
    },
  }
}
