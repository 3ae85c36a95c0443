import { AlcoveError } from '../../shared/errors.ts'
import type { BindFilesWorld } from './cloud-files.ts'
import type { Cloud } from './cloud.ts'
import { createRequests, type Requests, type RequestSettings } from './create-requests.ts'
import { getThread, listThreads, type Thread } from './list-threads.ts'

/** What the frame calls, for one identity. Calls that it does not make cost it nothing. */
export function createCloud(settings: RequestSettings & BindFilesWorld): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    records: async () => (await import('./cloud-records.ts')).bindRecords(requests),
    files: async () => (await import('./cloud-files.ts')).bindFiles(requests, settings),
    threads: async () =>
      (await import('./cloud-threads.ts')).createThreadOperations(requests, settings.clock),
    async lastThread(signal, preferredId) {
      // What reads its messages comes meanwhile; what goes wrong shows when they are read.
      loadMessageCalls().catch(() => {})
      const preferred = await findPreferred(requests, preferredId, signal)
      const thread = preferred ?? (await findLast(requests, signal))
      return thread ? { id: thread.id, title: thread.title } : null
    },
    async messages(threadId, after, signal) {
      const { listMessages } = await loadMessageCalls()
      return listMessages(requests, threadId, after, signal)
    },
    chat: async (...call) => (await loadChatCalls()).startChat(requests, ...call),
    follow: async (...call) => (await loadChatCalls()).followChat(requests, ...call),
    stop: async (...call) => (await loadChatCalls()).stopChat(requests, ...call),
  }
}

async function findLast(requests: Requests, signal: AbortSignal): Promise<Thread | undefined> {
  const { threads } = await listThreads(requests, { limit: 1 }, signal)
  return threads[0]
}

async function findPreferred(
  requests: Requests,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Thread | undefined> {
  if (id === undefined) return undefined
  try {
    const thread = await getThread(requests, id, signal)
    return thread.isArchived ? undefined : thread
  } catch (error) {
    // Deleted since then, or of somebody who chatted here before.
    if (error instanceof AlcoveError && error.code === 'not_found') return undefined
    throw error
  }
}

/** A visitor without threads needs none of them. */
const loadMessageCalls = () => import('./message-calls.ts')

/** Comes with the engine, which is what calls them. */
const loadChatCalls = () => import('./chat-calls.ts')

export const NO_SERVER_TEXT = 'This chat has no server yet, so nobody can answer.'

/**
 * The client of a build without a base: no threads, no requests, no errors. Whoever writes is
 * answered that nobody can answer.
 */
export function createNoCloud(): Cloud {
  return {
    hasIdentity: () => false,
    lastThread: () => Promise.resolve(null),
    threads: async () => (await import('./cloud-threads.ts')).NO_THREAD_OPERATIONS,
    messages: () => Promise.resolve({ rows: [], unreadable: [], next: null }),
    stop: () => Promise.resolve([]),
    async chat() {
      // No other frame needs it before a thread is shown.
      const { encodeChunk, ENCODED_END } = await import('../../shared/wire/sse.ts')
      const text = encodeChunk({ type: 'error', errorText: NO_SERVER_TEXT }) + ENCODED_END
      return new Blob([text]).stream()
    },
  }
}
