import { ALCOVE_STREAM_HEADER, stoppedSchema } from '../../shared/wire/chat.ts'
import type { BindFilesWorld } from './bind-files.ts'
import type { Cloud, RemovedMessage } from './cloud.ts'
import { createRequests, type RequestSettings } from './create-requests.ts'
import { openStream } from './open-stream.ts'
import { parseAnswer } from './parse-answer.ts'
import { listThreads } from './thread-calls.ts'

/** What the frame calls, for one identity. Calls that it does not make cost it nothing. */
export function createCloud(settings: RequestSettings & BindFilesWorld): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    records: async () => (await import('./bind-records.ts')).bindRecords(requests),
    files: async () => (await import('./bind-files.ts')).bindFiles(requests, settings),
    async lastThread(signal) {
      // What reads its messages comes meanwhile; what goes wrong shows when they are read.
      loadMessageCalls().catch(() => {})
      const { threads } = await listThreads(requests, { limit: 1 }, signal)
      const [thread] = threads
      return thread ? { id: thread.id, title: thread.title } : null
    },
    async messages(threadId, after, signal) {
      const { listMessages } = await loadMessageCalls()
      return listMessages(requests, threadId, after, signal)
    },
    async chat(body, { signal, onDispatch }) {
      const stream = await openStream(
        requests,
        {
          method: 'POST',
          path: '/chat',
          headers: { Accept: 'text/event-stream', [ALCOVE_STREAM_HEADER]: '1' },
          body,
          mayMint: true,
          onDispatch,
        },
        ['text/event-stream'],
        signal,
      )
      return stream.body
    },
    async stop(threadId, requestId, signal) {
      const answer = await requests.json(
        {
          method: 'POST',
          path: `/chat/${encodeURIComponent(threadId)}/stop`,
          body: { requestId },
          mayMint: false,
        },
        signal,
      )
      const { removed } = parseAnswer(stoppedSchema, answer)
      return removed.map(({ id, external_id }): RemovedMessage => ({ id, externalId: external_id }))
    },
  }
}

/** A visitor without threads needs none of them. */
const loadMessageCalls = () => import('./message-calls.ts')
