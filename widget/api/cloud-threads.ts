import { AlcoveError } from '../../shared/errors.ts'
import type { Clock } from './clock.ts'
import type { Requests } from './create-requests.ts'
import { getThread, listThreads, type Thread } from './list-threads.ts'
import { type RunMessage, streamTitle } from './run-calls.ts'
import {
  claimThreads,
  createThread,
  deleteThread,
  eraseCaller,
  searchThreads,
  updateThread,
} from './thread-calls.ts'

/** A thread as a list shows it. */
export interface ThreadItem {
  readonly remoteId: string
  readonly externalId: string | undefined
  readonly status: 'regular' | 'archived'
  readonly title: string | undefined
  readonly lastMessageAt: string | undefined
  /** Beginning of the last message, if the server sends it. */
  readonly lastText?: string | undefined
  /** True while an answer is running. */
  readonly isRunning: boolean
}

/** Cursor: the last thread of a page as it was listed, valid also after that thread changes or goes. */
export interface ThreadCursor {
  readonly remoteId: string
  readonly lastMessageAt: string | undefined
}

export interface ThreadItemsQuery {
  readonly status: ThreadItem['status']
  /** Cursor of the page before; `null` for the first page. */
  readonly after: ThreadCursor | null
}

export interface ThreadItemPage {
  /** Sorted by last message, newest first. */
  readonly items: readonly ThreadItem[]
  /** Cursor of the next page; `null` after the last one. */
  readonly next: ThreadCursor | null
}

/** A thread found by a search, with the matching text. */
export interface ThreadMatch {
  readonly item: ThreadItem
  /** Message that contains the words; `null`: the title does. */
  readonly messageId: string | null
  /** The title, or an excerpt of the message. */
  readonly text: string
  /** Start and end of each match, in UTF-16 units of `text`. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Calls of a list of threads, under the specification's names. All throw AlcoveError. */
export interface ThreadOperations {
  /** Returns one page of a kind. Empty without an identity. */
  list(query: ThreadItemsQuery, signal: AbortSignal): Promise<ThreadItemPage>
  /** @throws AlcoveError `not_found`. */
  fetch(remoteId: string, signal: AbortSignal): Promise<ThreadItem>
  /** Makes the thread of a local id. Idempotent. */
  initialize(
    localId: string,
    signal: AbortSignal,
  ): Promise<{ readonly remoteId: string; readonly externalId: string | undefined }>
  rename(remoteId: string, title: string, signal: AbortSignal): Promise<void>
  archive(remoteId: string, signal: AbortSignal): Promise<void>
  unarchive(remoteId: string, signal: AbortSignal): Promise<void>
  delete(remoteId: string, signal: AbortSignal): Promise<void>
  /** Permanently deletes the caller's threads and, on servers that can, all other data of the caller. */
  deleteAll?(signal: AbortSignal): Promise<void>
  /** Streams the title in pieces. */
  generateTitle(
    remoteId: string,
    messages: readonly RunMessage[],
    signal: AbortSignal,
  ): Promise<ReadableStream<string>>
  /** Takes over the threads of the visitor that a refresh token proves. Returns their number, 0 if repeated. */
  claim?(refreshToken: string, signal: AbortSignal): Promise<number>
  /** Returns matches, best first; `null` if the server cannot search. */
  search(query: string, signal: AbortSignal): Promise<readonly ThreadMatch[] | null>
  /** Called before a stored thread is shown. A list without this call cannot show another thread. */
  switchToThread(remoteId: string, signal: AbortSignal): Promise<void>
  /** Called before a new thread is shown. A list without this call cannot begin one. */
  switchToNewThread(signal: AbortSignal): Promise<void>
}

/** List of threads with the calls that its owner supports; absent calls are refused. */
export type CloudThreads = Partial<ThreadOperations>

/** Threads per page of the list. */
export const LIST_PAGE = 50

export function createThreadOperations(requests: Requests, clock: Clock): ThreadOperations {
  return {
    async list(query, signal) {
      try {
        return await listPage(requests, query, signal)
      } catch (error) {
        if (hasCode(error, 'token_missing')) return { items: [], next: null }
        throw error
      }
    },
    fetch: async (remoteId, signal) => toItem(await getThread(requests, remoteId, signal)),
    async initialize(localId, signal) {
      const last_message_at = new Date(clock.now()).toISOString()
      const body = { last_message_at, external_id: localId, upsert: true }
      return { remoteId: await createThread(requests, body, signal), externalId: localId }
    },
    rename: (remoteId, title, signal) => updateThread(requests, remoteId, { title }, signal),
    archive: (remoteId, signal) => updateThread(requests, remoteId, { is_archived: true }, signal),
    unarchive: (remoteId, signal) =>
      updateThread(requests, remoteId, { is_archived: false }, signal),
    delete: (remoteId, signal) => deleteOne(requests, remoteId, signal),
    async deleteAll(signal) {
      try {
        await eraseCaller(requests, signal)
      } catch (error) {
        // Without an identity there is nothing to delete.
        if (hasCode(error, 'token_missing')) return
        // Other servers of the contract may lack this call.
        if (!hasCode(error, 'not_found')) throw error
        await deleteEach(requests, signal)
      }
    },
    generateTitle: (remoteId, messages, signal) =>
      streamTitle(requests, remoteId, messages, signal),
    claim: (refreshToken, signal) => claimThreads(requests, refreshToken, signal),
    async search(query, signal) {
      try {
        return (await searchThreads(requests, query, signal)).map(toMatch)
      } catch (error) {
        if (hasCode(error, 'token_missing')) return []
        // Other servers of the contract may lack this call.
        if (hasCode(error, 'not_found')) return null
        throw error
      }
    },
    switchToThread: () => Promise.resolve(),
    switchToNewThread: () => Promise.resolve(),
  }
}

async function listPage(
  requests: Requests,
  { status, after }: ThreadItemsQuery,
  signal: AbortSignal,
): Promise<ThreadItemPage> {
  const query = {
    isArchived: status === 'archived',
    limit: LIST_PAGE,
    after: after?.remoteId,
    afterTime: after?.lastMessageAt,
  }
  const { threads, next } = await listThreads(requests, query, signal)
  const items = threads.map(toItem)
  if (next === null) return { items, next }
  // Of an unreadable row, only the id may be known.
  const last = items.find(({ remoteId }) => remoteId === next)
  return { items, next: { remoteId: next, lastMessageAt: last?.lastMessageAt } }
}

/**
 * Maximum number of pages deleted thread by thread: a server that keeps its threads would cause an endless loop.
 */
export const DELETED_PAGES_MAX = 1_000

/** Deletes each page before it asks for the next. */
async function deleteEach(requests: Requests, signal: AbortSignal): Promise<void> {
  let pages = 0
  for (const isArchived of [false, true]) {
    for (;;) {
      const { threads } = await listThreads(requests, { isArchived, limit: LIST_PAGE }, signal)
      if (threads.length === 0) break
      if (pages === DELETED_PAGES_MAX)
        throw new AlcoveError(
          'unavailable',
          'There are more conversations than can be deleted at once.',
        )
      pages += 1
      for (const { id } of threads) await deleteOne(requests, id, signal)
    }
  }
}

async function deleteOne(requests: Requests, id: string, signal: AbortSignal): Promise<void> {
  try {
    await deleteThread(requests, id, signal)
  } catch (error) {
    // A thread that is already gone counts as deleted.
    if (!hasCode(error, 'not_found')) throw error
  }
}

/** Operations without a server: the list holds the threads begun here, and changes to it go no further. */
export const NO_THREAD_OPERATIONS: Omit<ThreadOperations, 'list' | 'fetch' | 'search'> = {
  initialize: (localId) => Promise.resolve({ remoteId: localId, externalId: undefined }),
  rename: () => Promise.resolve(),
  archive: () => Promise.resolve(),
  unarchive: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  generateTitle: () => Promise.resolve(createEmptyStream()),
  switchToThread: () => Promise.resolve(),
  switchToNewThread: () => Promise.resolve(),
}

const createEmptyStream = () =>
  new ReadableStream<string>({ start: (controller) => controller.close() })

const hasCode = (error: unknown, code: AlcoveError['code']): boolean =>
  error instanceof AlcoveError && error.code === code

const toItem = ({
  id,
  externalId,
  isArchived,
  title,
  lastMessageAt,
  lastText,
  isRunning,
}: Thread) =>
  ({
    remoteId: id,
    externalId: externalId ?? undefined,
    status: isArchived ? 'archived' : 'regular',
    // Older servers send an empty text for a missing title.
    title: title || undefined,
    lastMessageAt: lastMessageAt ?? undefined,
    lastText: lastText ?? undefined,
    isRunning,
  }) satisfies ThreadItem

function toMatch({
  thread,
  match,
}: Awaited<ReturnType<typeof searchThreads>>[number]): ThreadMatch {
  const { message_id: messageId, text, ranges } = match
  return {
    item: toItem(thread),
    messageId,
    text,
    ranges: ranges.map(([from = 0, to = 0]) => [from, to] as const),
  }
}
