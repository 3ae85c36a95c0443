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
 * Time limit for opening the stream of a thread's running answer. Shorter than for a new answer: a network that
 * swallows calls shall not hold up the next one for long.
 */
export const FOLLOW_OPEN_TIMEOUT_MS = 10_000

const EVENTS = 'text/event-stream'
const THREAD_ROW_PREFIX = 'thread_'

/** Position up to which the stream of an answer was read. */
export interface StreamPlace {
  /** Row of the answer; `null`: the one that is running. */
  readonly answerId: string | null
  /** Number of the last chunk that was read, counted from 1; 0: none yet. */
  readonly position: number
  /** Time after which the server may end the stream of an unfinished answer. Absent: no such end. */
  readonly seconds?: number
}

export interface ChatOptions {
  readonly signal: AbortSignal
  /** Called before the first byte leaves; afterwards the server may know the message. */
  readonly onDispatch: () => void
}

export interface RemovedMessage {
  readonly id: string
  readonly externalId: string | null
}

/** Sends a turn. The response streams the answer as server-sent events. */
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
      // A thread of the server has an owner, so a new visitor could not write there.
      mayMint: !body.id.startsWith(THREAD_ROW_PREFIX),
      onDispatch,
    },
    [EVENTS],
    signal,
  )
  return stream.body
}

/** Streams the running answer of a thread, from a position on; `null`: none is running. */
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

/** Stops a turn; without a `requestId`, the running turn of the thread. */
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
