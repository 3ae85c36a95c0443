import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { AUI_V0 } from '../../shared/thread/aui-v0.ts'
import { ALCOVE_STREAM_HEADER, stoppedSchema } from '../../shared/wire/chat.ts'
import { MESSAGES_PAGE_MAX } from '../../shared/wire/messages.ts'
import { threadSchema } from '../../shared/wire/threads.ts'
import type { ByteStream, Cloud, RemovedMessage } from './cloud.ts'
import { createRequests, type RequestSettings } from './create-requests.ts'
import { readMessagePage } from './message-page.ts'
import { withTimeLimit } from './time-limit.ts'

/** How long the chat call may take to open its stream; the answer itself may take longer. */
export const CHAT_OPEN_TIMEOUT_MS = 30_000

const threadsSchema = v.object({ threads: v.array(v.pick(threadSchema, ['id', 'title'])) })

/** The typed client of one project, for one identity. */
export function createCloud(settings: RequestSettings): Cloud {
  const requests = createRequests(settings)

  return {
    hasIdentity: () => settings.auth.hasIdentity(),
    async lastThread(signal) {
      const answer = await requests.json(
        { method: 'GET', path: '/threads', query: { limit: 1 }, mayMint: false },
        signal,
      )
      return parseAnswer(threadsSchema, answer).threads[0] ?? null
    },
    async messages(threadId, after, signal) {
      const answer = await requests.json(
        {
          method: 'GET',
          path: `/threads/${encodeURIComponent(threadId)}/messages`,
          query: { format: AUI_V0, limit: MESSAGES_PAGE_MAX, after: after ?? undefined },
          mayMint: false,
        },
        signal,
      )
      return readMessagePage(answer)
    },
    async chat(body, { signal, onDispatch }) {
      // The signal that fetch gets lives as long as the stream, the limit only until it opens.
      const reading = new AbortController()
      signal.addEventListener('abort', () => reading.abort(signal.reason), { once: true })
      const opening = { clock: settings.clock, limitMs: CHAT_OPEN_TIMEOUT_MS, operation: '/chat' }
      try {
        return await withTimeLimit({ ...opening, signal }, async () => {
          const response = await requests.send(
            {
              method: 'POST',
              path: '/chat',
              headers: { Accept: 'text/event-stream', [ALCOVE_STREAM_HEADER]: '1' },
              body: body as unknown as JsonObject,
              mayMint: true,
              onDispatch,
            },
            reading.signal,
          )
          return readEventStream(response)
        })
      } catch (error) {
        reading.abort(error)
        throw error
      }
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

/** A proxy's error page with status 200 must not be read as an empty answer. */
function readEventStream(response: Response): ByteStream {
  const type = response.headers.get('Content-Type') ?? ''
  if (type.startsWith('text/event-stream') && response.body) return response.body
  void response.body?.cancel()
  throw new AlcoveError('unavailable', 'The server answered with something else than a stream.')
}

function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered in a form that is not known here.')
}
