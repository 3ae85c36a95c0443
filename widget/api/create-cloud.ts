import { AlcoveError } from '../../shared/errors.ts'
import type { BindFilesWorld } from './bind-files.ts'
import type { Cloud } from './cloud.ts'
import { createRequests, type Requests, type RequestSettings } from './create-requests.ts'
import { getThread, listThreads } from './list-threads.ts'
import type { Thread } from './thread-row.ts'

/** What the frame calls, for one identity. Calls that it does not make cost it nothing. */
export function createCloud(settings: RequestSettings & BindFilesWorld): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    records: async () => (await import('./bind-records.ts')).bindRecords(requests),
    files: async () => (await import('./bind-files.ts')).bindFiles(requests, settings),
    threads: async () =>
      (await import('./thread-operations.ts')).createThreadOperations(requests, settings.clock),
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
