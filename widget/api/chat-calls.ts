import type { ChatBody } from '../../shared/api/chat.ts'
import {
  ALCOVE_STREAM_HEADER,
  LAST_EVENT_ID_HEADER,
  stoppedSchema,
} from '../../shared/wire/chat.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'
import { type ByteStream, openStream, openStreamIfAny } from './open-stream.ts'

/**
 * How long the server may take to say what runs in a thread. Shorter than for an answer that is to be
 * made: a network that swallows calls shall not hold up the next one for long.
 */
export const FOLLOW_OPEN_TIMEOUT_MS = 10_000

const EVENTS = 'text/event-stream'
const THREAD_ROW_PREFIX = 'thread_'

/** Up to where the stream of an answer was read. */
export interface StreamPlace {
  /** The answer's row; `null`: whichever runs. */
  readonly answerId: string | null
  /** Of the last chunk that was taken, counted from 1; 0: none was. */
  readonly position: number
  /** The stream may end after so long, though the answer goes on. Absent: it does not. */
  readonly seconds?: number
}

export interface ChatOptions {
  readonly signal: AbortSignal
  /** Called before the first byte leaves: from now on the server may know the message. */
  readonly onDispatch: () => void
}

export interface RemovedMessage {
  readonly id: string
  readonly externalId: string | null
}

/** Sends a turn; the answer's bytes are server-sent events. */
export async function startChat(
  requests: Requests,
  body: ChatBody,
  { signal, onDispatch }: ChatOptions,
): Promise<ByteStream> {
  const stream = await openStream(
    requests,
    {
      method: 'POST',
      path: '/chat',
      headers: { Accept: EVENTS, [ALCOVE_STREAM_HEADER]: '1' },
      body,
      // A thread of the server is somebody's: whoever is made now could not write there.
      mayMint: !body.id.startsWith(THREAD_ROW_PREFIX),
      onDispatch,
    },
    [EVENTS],
    signal,
  )
  return stream.body
}

/** What runs in a thread, from a place on; `null`: nothing. */
export async function followChat(
  requests: Requests,
  threadId: string,
  { answerId, position, seconds }: StreamPlace,
  signal: AbortSignal,
): Promise<ByteStream | null> {
  const stream = await openStreamIfAny(
    requests,
    {
      method: 'GET',
      path: `/chat/${encodeURIComponent(threadId)}/stream`,
      query: { message: answerId ?? undefined, seconds },
      headers: {
        Accept: EVENTS,
        [ALCOVE_STREAM_HEADER]: '1',
        ...(position > 0 ? { [LAST_EVENT_ID_HEADER]: String(position) } : {}),
      },
      mayMint: false,
      limitMs: FOLLOW_OPEN_TIMEOUT_MS,
    },
    [EVENTS],
    signal,
  )
  return stream && stream.body
}

/** Stops a turn, or with no `requestId` whatever runs in the thread. */
export async function stopChat(
  requests: Requests,
  threadId: string,
  requestId: string | undefined,
  signal: AbortSignal,
): Promise<readonly RemovedMessage[]> {
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
}
