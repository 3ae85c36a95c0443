import type { RunMessage } from './run-calls.ts'

/** A thread as a list of threads knows it. */
export interface ThreadItem {
  readonly remoteId: string
  readonly externalId: string | undefined
  readonly status: 'regular' | 'archived'
  readonly title: string | undefined
  readonly lastMessageAt: string | undefined
  /** Whether an answer runs in it now. */
  readonly isRunning: boolean
}

/** Where a page ended: its last thread as it was listed, whatever becomes of it. */
export interface ThreadCursor {
  readonly remoteId: string
  readonly lastMessageAt: string | undefined
}

export interface ThreadItemsQuery {
  readonly status: ThreadItem['status']
  /** Where the page before ended; `null` for the first one. */
  readonly after: ThreadCursor | null
}

export interface ThreadItemPage {
  /** Written to last first. */
  readonly items: readonly ThreadItem[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: ThreadCursor | null
}

/** A thread that a search found, and why. */
export interface ThreadMatch {
  readonly item: ThreadItem
  /** The message that holds the words; `null`: the title does. */
  readonly messageId: string | null
  /** The title, or a piece of the message. */
  readonly text: string
  /** From and to, in UTF-16 units of `text`. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** What a list of threads asks for; the specification's names. All throw AlcoveError. */
export interface ThreadOperations {
  /** One page of a kind. Empty while there is nobody. */
  list(query: ThreadItemsQuery, signal: AbortSignal): Promise<ThreadItemPage>
  /** @throws AlcoveError `not_found`. */
  fetch(remoteId: string, signal: AbortSignal): Promise<ThreadItem>
  /** Makes the thread of a local id; asked twice, it is the same thread. */
  initialize(
    localId: string,
    signal: AbortSignal,
  ): Promise<{ readonly remoteId: string; readonly externalId: string | undefined }>
  rename(remoteId: string, title: string, signal: AbortSignal): Promise<void>
  archive(remoteId: string, signal: AbortSignal): Promise<void>
  unarchive(remoteId: string, signal: AbortSignal): Promise<void>
  delete(remoteId: string, signal: AbortSignal): Promise<void>
  /** The title's pieces. */
  generateTitle(
    remoteId: string,
    messages: readonly RunMessage[],
    signal: AbortSignal,
  ): Promise<ReadableStream<string>>
  /** Best first; `null` where the server cannot search. */
  search(query: string, signal: AbortSignal): Promise<readonly ThreadMatch[] | null>
  /** Told before a stored thread is shown; a list without it shows no other thread. */
  switchToThread(remoteId: string, signal: AbortSignal): Promise<void>
  /** Told before a new thread is shown; a list without it begins none. */
  switchToNewThread(signal: AbortSignal): Promise<void>
}

/** A list of threads as far as its owner supports one; what is absent is refused. */
export type CloudThreads = Partial<ThreadOperations>
