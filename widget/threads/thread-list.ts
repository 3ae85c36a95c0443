import type { RunMessage } from '../api/run-calls.ts'
import type { ListStatus } from './page-loader.ts'
import type { SlotMatch } from './search-threads.ts'
import type { ThreadListAdapter } from './thread-list-adapter.ts'
import type { ThreadListState } from './thread-list-state.ts'
import type { ThreadKind, ThreadSlot } from './thread-slot.ts'

export interface MadeThread {
  readonly remoteId: string
  readonly externalId: string | undefined
}

/** A change that the server has taken. */
export type DoneChange = 'created' | 'renamed' | 'archived' | 'unarchived' | 'deleted'

export interface ThreadListSettings {
  readonly adapter: ThreadListAdapter
  /** The thread that is shown first; `null`: a new one. */
  readonly main: ThreadSlot | null
  /** Everything ends with it. */
  readonly signal: AbortSignal
  readonly now: () => number
  readonly onChange: () => void
  /** Shows a thread; settles when it is shown, or another one is to be shown by then. */
  readonly show: (slot: ThreadSlot) => Promise<void>
  /** Lets go what shows or runs a thread. */
  readonly onDetach: (id: string) => void
  readonly onDone: (change: DoneChange, remoteId: string) => void
  /** Whether a thread that nobody made yet holds something, for example a message that was not sent. */
  readonly isUsed: (id: string) => boolean
  /** Whether something of a thread goes on here: its slot stays, whatever the server lists. */
  readonly isHeld: (id: string) => boolean
}

/**
 * The threads of one person. Ids are those of slots or of the server. What is asked for shows at
 * once, and is taken back when the call fails; then the promise rejects with an AlcoveError.
 */
export interface ThreadList {
  readonly state: ThreadListState
  readonly status: ListStatus
  readonly isLoadingMore: boolean
  readonly mainId: string
  /** A slot by its id or the server's. */
  find(id: string): ThreadSlot | undefined
  load(): Promise<void>
  /** Reads the list again, since somebody else may have changed it. */
  reload(): Promise<void>
  loadMore(kind: ThreadKind): Promise<void>
  search(query: string, signal: AbortSignal): Promise<readonly SlotMatch[]>

  switchTo(id: string): Promise<void>
  switchToNew(): Promise<void>
  ensureNotMain(id: string): Promise<void>
  /**
   * The first message of a new thread is on its way. Called again, it is the same call, until that
   * failed.
   *
   * @param make default: the adapter makes the thread.
   */
  initialize(id: string, make?: () => Promise<MadeThread>): Promise<MadeThread>
  /**
   * A new thread that was left with something in it stands in the list, though nobody made it yet: one
   * of this page, or one of a page before.
   */
  retain(id: string): void
  /** Something was written in the thread. */
  touch(id: string): void
  /** Whether an answer runs in a thread that nothing here follows any more. */
  noteRun(id: string, isRunning: boolean): void
  rename(id: string, title: string): Promise<void>
  archive(id: string): Promise<void>
  unarchive(id: string): Promise<void>
  delete(id: string): Promise<void>
  /** Ends what runs of the thread here. */
  detach(id: string): Promise<void>
  /** The thread was deleted elsewhere. */
  forget(id: string): Promise<void>
  generateTitle(id: string, messages: readonly RunMessage[]): Promise<void>
  /** The title after the first answer: the one that the server made, or one that is asked for now. */
  nameOnce(id: string, messages: readonly RunMessage[]): Promise<void>
}
