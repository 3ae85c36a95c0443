import { AlcoveError } from '../../shared/errors.ts'
import type { Clock } from './clock.ts'
import type {
  ThreadItem,
  ThreadItemPage,
  ThreadItemsQuery,
  ThreadMatch,
  ThreadOperations,
} from './cloud-threads.ts'
import type { Requests } from './create-requests.ts'
import { streamTitle } from './run-calls.ts'
import { getThread, listThreads } from './list-threads.ts'
import { createThread, deleteThread, searchThreads, updateThread } from './thread-calls.ts'
import type { Thread } from './thread-row.ts'

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
    async delete(remoteId, signal) {
      try {
        await deleteThread(requests, remoteId, signal)
      } catch (error) {
        // What is gone already is what was asked for.
        if (!hasCode(error, 'not_found')) throw error
      }
    },
    generateTitle: (remoteId, messages, signal) =>
      streamTitle(requests, remoteId, messages, signal),
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

const toItem = ({ id, externalId, isArchived, title, lastMessageAt, isRunning }: Thread) =>
  ({
    remoteId: id,
    externalId: externalId ?? undefined,
    status: isArchived ? 'archived' : 'regular',
    // Older servers write an empty title for none.
    title: title || undefined,
    lastMessageAt: lastMessageAt ?? undefined,
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
