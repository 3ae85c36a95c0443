import { setTimeout as delay } from 'node:timers/promises'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { ChatClient, SavedRow, SentMessage } from './chat-client.ts'

/** A reader that lost its stream asks again so soon. */
const RETRY_MS = 20
/** Longer than any break between two chunks of a test's model: then the stream hangs. */
const SILENCE_MS = 1_500
const FOLLOW_TIMEOUT_MS = 90_000

export interface FollowedAnswer {
  /** What the streams said, joined. */
  readonly text: string
  /** How it ended for the reader; `gone`: it had ended, and the rows say how. */
  readonly end: 'finish' | 'error' | 'abort' | 'gone'
  /** Of the last chunk, where that is an error. */
  readonly errorText?: string
  /** Streams that were asked for. */
  readonly requests: number
  /** Why one more was asked for, each time. */
  readonly troubles: readonly string[]
  /** The answer's row. */
  readonly answerId: string | undefined
}

export interface FollowSettings {
  readonly client: ChatClient
  readonly thread: string
  /** Starts the answer; without it one that runs is followed from its start. */
  readonly message?: SentMessage
  /** Called after each chunk. */
  readonly onText?: (text: string) => void
  /** A stream that says nothing for so long is given up; default: {@link SILENCE_MS}. */
  readonly silenceMs?: number
}

/**
 * Reads an answer as the contract says, wherever its connection breaks off: a send that got no answer
 * is sent again with the same ids, a stream that broke off is asked for from its last position; of
 * one that is over the rows say the rest.
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

/** The contract was broken, or the call was wrong: trying again would hide it. */
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

/** Aborts when nothing has come for so long. */
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

/** The row of an answer that was followed. */
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
