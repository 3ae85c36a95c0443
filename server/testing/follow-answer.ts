import { setTimeout as delay } from 'node:timers/promises'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { ChatClient, SavedRow, SentMessage } from './chat-client.ts'

/** Delay before a reader that lost its stream reconnects. */
const RETRY_MS = 20
/** Longer than any pause between two chunks of a test's model: a longer silence is a hanging stream. */
const SILENCE_MS = 1_500
const FOLLOW_TIMEOUT_MS = 90_000

export interface FollowedAnswer {
  /** The texts of all streams, joined. */
  readonly text: string
  /** End of the answer for its reader; `gone`: it had ended, and the rows have the result. */
  readonly end: 'finish' | 'error' | 'abort' | 'gone'
  /** Text of the last chunk, if it is an error. */
  readonly errorText?: string
  /** Number of requested streams. */
  readonly requests: number
  /** Reasons for the reconnections. */
  readonly troubles: readonly string[]
  /** The answer's row. */
  readonly answerId: string | undefined
}

export interface FollowSettings {
  readonly client: ChatClient
  readonly thread: string
  /** Starts the answer; absent: a running one is followed from its start. */
  readonly message?: SentMessage
  /** Called after each chunk. */
  readonly onText?: (text: string) => void
  /** Time after which a silent stream is aborted; default: {@link SILENCE_MS}. */
  readonly silenceMs?: number
}

/**
 * Reads an answer by the rules of the contract, wherever its connection breaks: a send without an answer is
 * repeated with the same ids, a broken stream is resumed at its last position, and for an ended answer the
 * rows have the rest.
 *
 * @throws Error for a gap, a repetition, or an answer that never ends.
 */
export async function followAnswer(settings: FollowSettings): Promise<FollowedAnswer> {
  const { client, thread, message, onText, silenceMs = SILENCE_MS } = settings
  const late = AbortSignal.timeout(FOLLOW_TIMEOUT_MS)
  const read = createPosition()
  const troubles: string[] = []
  let requests = 0
  let last: Chunk | undefined

  const ask = () => {
    requests += 1
    return message === undefined || read.answerId !== undefined
      ? continueStream(client, thread, read)
      : sendMessage(client, thread, message)
  }
  function finish(end: FollowedAnswer['end']): FollowedAnswer {
    const errorText = last?.type === 'error' ? { errorText: last.errorText } : {}
    return { text: read.text, end, requests, troubles, answerId: read.answerId, ...errorText }
  }

  for (;;) {
    late.throwIfAborted()
    const silence = createSilence(silenceMs, late)
    try {
      const response = await ask()(silence.signal)
      if (response.status === 204) return finish('gone')
      if (response.status >= 500) throw new Error(`status ${response.status}`)
      if (response.status !== 200) throw new Refusal(`${response.status} ${await response.text()}`)
      for await (const event of response.body!.pipeThrough(createEventDecoder())) {
        silence.reset()
        if (event.type === 'end') continue
        last = event.chunk
        read.take(event.chunk, event.position)
        onText?.(read.text)
        if (isTerminal(last)) return finish(last.type)
      }
      troubles.push('ended without a last word')
    } catch (error) {
      if (error instanceof Refusal) throw error
      troubles.push(String(silence.signal.reason ?? error))
    } finally {
      silence.stop()
    }
    await delay(RETRY_MS, undefined, { signal: late })
  }
}

/** The contract was broken, or the call was invalid: a retry would hide it. */
class Refusal extends Error {}

type Terminal = Extract<Chunk, { type: 'finish' | 'error' | 'abort' }>
const isTerminal = (chunk: Chunk): chunk is Terminal =>
  chunk.type === 'finish' || chunk.type === 'error' || chunk.type === 'abort'

interface Position {
  readonly answerId: string | undefined
  readonly count: number
  readonly text: string
  take(chunk: Chunk, position: string | undefined): void
}

function createPosition(): Position {
  const state = { answerId: undefined as string | undefined, count: 0, text: '' }
  return {
    get answerId() {
      return state.answerId
    },
    get count() {
      return state.count
    },
    get text() {
      return state.text
    },
    take(chunk, position) {
      if (chunk.type === 'start') {
        if (state.answerId !== undefined && chunk.messageId !== state.answerId) {
          throw new Refusal(`Another answer began: ${chunk.messageId} after ${state.answerId}.`)
        }
        state.answerId = chunk.messageId
        return
      }
      if (position !== undefined) {
        if (Number(position) !== state.count + 1) {
          throw new Refusal(`Chunk ${position} came after chunk ${state.count}.`)
        }
        state.count += 1
      }
      if (chunk.type === 'text-delta') state.text += chunk.delta
    },
  }
}

const continueStream =
  (client: ChatClient, thread: string, { answerId, count }: Position) =>
  (signal: AbortSignal): Promise<Response> => {
    const query = answerId === undefined ? '' : `?message=${encodeURIComponent(answerId)}`
    return client.call(`/chat/${encodeURIComponent(thread)}/stream${query}`, {
      headers: {
        [ALCOVE_STREAM_HEADER]: '1',
        ...(count > 0 ? { 'last-event-id': String(count) } : {}),
      },
      signal,
    })
  }

const sendMessage =
  (client: ChatClient, thread: string, { id, text }: SentMessage) =>
  (signal: AbortSignal): Promise<Response> =>
    client.call('/chat', {
      method: 'POST',
      headers: { [ALCOVE_STREAM_HEADER]: '1' },
      body: JSON.stringify({
        id: thread,
        messages: [{ id, role: 'user', parts: [{ type: 'text', text }] }],
        trigger: 'submit-message',
      }),
      signal,
    })

/** Aborts when nothing has arrived for this long. */
function createSilence(limitMs: number, late: AbortSignal) {
  const silent = new AbortController()
  const start = () => setTimeout(() => silent.abort(new Error('Nothing comes any more.')), limitMs)
  let timer = start()
  const stop = () => clearTimeout(timer)
  return {
    signal: AbortSignal.any([silent.signal, late]),
    stop,
    reset() {
      stop()
      timer = start()
    },
  }
}

/** The row of a followed answer. */
export async function answerRow(
  client: ChatClient,
  thread: string,
  { answerId }: FollowedAnswer,
): Promise<SavedRow | undefined> {
  const rows = await client.messages(thread)
  return rows.find(({ id, content }) =>
    answerId === undefined ? content.role === 'assistant' : id === answerId,
  )
}
