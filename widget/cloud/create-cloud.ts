import { ALCOVE_STREAM_HEADER, stoppedSchema } from '../../shared/wire/chat.ts'
import type { Cloud, RemovedMessage } from './cloud.ts'
import { createRequests, type RequestSettings } from './create-requests.ts'
import { listMessages } from './message-calls.ts'
import { openStream } from './open-stream.ts'
import { parseAnswer } from './parse-answer.ts'
import { listThreads } from './thread-calls.ts'

/** What the frame calls, for one identity. Calls that it does not make cost it nothing. */
export function createCloud(settings: RequestSettings): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    async lastThread(signal) {
      const { threads } = await listThreads(requests, { limit: 1 }, signal)
      const [thread] = threads
      return thread ? { id: thread.id, title: thread.title } : null
    },
    messages: (threadId, after, signal) => listMessages(requests, threadId, after, signal),
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
