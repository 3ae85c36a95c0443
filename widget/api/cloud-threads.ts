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

/** A thread as a list of threads knows it. */
export interface ThreadItem {
  readonly remoteId: string
  readonly externalId: string | undefined
  readonly status: 'regular' | 'archived'
  readonly title: string | undefined
  readonly lastMessageAt: string | undefined
  /** How what was said last begins, of servers that tell it. */
  readonly lastText?: string | undefined
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
  /** Deletes everything of whoever calls, for good: on servers that can, more than their threads. */
  deleteAll?(signal: AbortSignal): Promise<void>
  /** The title's pieces. */
  generateTitle(
    remoteId: string,
    messages: readonly RunMessage[],
    signal: AbortSignal,
  ): Promise<ReadableStream<string>>
  /** Takes over the threads of the visitor whom a refresh token proves; how many. Repeated, there are none left. */
  claim?(refreshToken: string, signal: AbortSignal): Promise<number>
  /** Best first; `null` where the server cannot search. */
  search(query: string, signal: AbortSignal): Promise<readonly ThreadMatch[] | null>
  /** Told before a stored thread is shown; a list without it shows no other thread. */
  switchToThread(remoteId: string, signal: AbortSignal): Promise<void>
  /** Told before a new thread is shown; a list without it begins none. */
  switchToNewThread(signal: AbortSignal): Promise<void>
}

/** A list of threads as far as its owner supports one; what is absent is refused. */
export type CloudThreads = Partial<ThreadOperations>

/** Threads of one page of the list. */
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
        // Nobody has anything there.
        if (hasCode(error, 'token_missing')) return
        // Other servers of the contract have no such call.
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
        // Other servers of the contract have no such call.
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
  // A row that could not be read has an id at most.
  const last = items.find(({ remoteId }) => remoteId === next)
  return { items, next: { remoteId: next, lastMessageAt: last?.lastMessageAt } }
}

/** So many pages of threads are deleted one by one; a server that keeps them would never come to an end. */
export const DELETED_PAGES_MAX = 1_000

/** Each page is gone before the next one is asked for. */
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
    // What is gone already is what was asked for.
    if (!hasCode(error, 'not_found')) throw error
  }
}

/** Without a server the list is what was begun here, and whatever is done to it does nothing else. */
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
    // Older servers write an empty title for none.
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
