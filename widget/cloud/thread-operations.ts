import { AlcoveError } from '../../shared/errors.ts'
import { THREADS_PAGE_MAX } from '../../shared/wire/threads.ts'
import type { Clock } from './clock.ts'
import type { Requests } from './create-requests.ts'
import { streamTitle, type RunMessage } from './run-calls.ts'
import { createThread, deleteThread, listThreads, updateThread } from './thread-calls.ts'
import type { Thread } from './thread-row.ts'

export interface ThreadItem {
  readonly remoteId: string
  readonly externalId: string | undefined
  readonly status: 'regular' | 'archived'
  readonly title: string | undefined
}

/** What a list of threads asks for; the specification's names. */
export interface ThreadOperations {
  /** Both kinds, written to last first, each thread once. Empty while there is nobody. */
  list(signal: AbortSignal): Promise<readonly ThreadItem[]>
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
}

export function createThreadOperations(requests: Requests, clock: Clock): ThreadOperations {
  const list = async (isArchived: boolean, signal: AbortSignal) =>
    (await listThreads(requests, { isArchived, limit: THREADS_PAGE_MAX }, signal)).threads

  return {
    async list(signal) {
      try {
        const [regular, archived] = await Promise.all([list(false, signal), list(true, signal)])
        const seen = new Set(regular.map(({ id }) => id))
        return [...regular, ...archived.filter(({ id }) => !seen.has(id))].map(toItem)
      } catch (error) {
        if (error instanceof AlcoveError && error.code === 'token_missing') return []
        throw error
      }
    },
    async initialize(localId, signal) {
      const last_message_at = new Date(clock.now()).toISOString()
      const body = { last_message_at, external_id: localId, upsert: true }
      return { remoteId: await createThread(requests, body, signal), externalId: localId }
    },
    rename: (remoteId, title, signal) => updateThread(requests, remoteId, { title }, signal),
    archive: (remoteId, signal) => updateThread(requests, remoteId, { is_archived: true }, signal),
    unarchive: (remoteId, signal) =>
      updateThread(requests, remoteId, { is_archived: false }, signal),
    delete: (remoteId, signal) => deleteThread(requests, remoteId, signal),
    generateTitle: (remoteId, messages, signal) =>
      streamTitle(requests, remoteId, messages, signal),
  }
}

/** Without a server the list is empty, and whatever is done to it does nothing. */
export const NO_THREAD_OPERATIONS: ThreadOperations = {
  list: () => Promise.resolve([]),
  initialize: (localId) => Promise.resolve({ remoteId: localId, externalId: undefined }),
  rename: () => Promise.resolve(),
  archive: () => Promise.resolve(),
  unarchive: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  generateTitle: () => Promise.resolve(createEmptyStream()),
}

const createEmptyStream = () =>
  new ReadableStream<string>({ start: (controller) => controller.close() })

const toItem = ({ id, externalId, isArchived, title }: Thread): ThreadItem => ({
  remoteId: id,
  externalId: externalId ?? undefined,
  status: isArchived ? 'archived' : 'regular',
  title: title ?? undefined,
})
