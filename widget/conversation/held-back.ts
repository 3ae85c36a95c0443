import { AlcoveError } from '../../shared/errors.ts'
import {
  createEventDecoder,
  encodeChunk,
  encodeChunkAt,
  ENCODED_END,
  type StreamEvent,
} from '../../shared/wire/sse.ts'
import { wait, type Clock } from '../api/clock.ts'
import type { ChatOptions, StreamPlace } from '../api/chat-calls.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ByteStream } from '../api/open-stream.ts'
import { createReadPlace } from './read-place.ts'
import { FROM_THE_START, peekRows, type PeekedStream } from './running-answer.ts'
import type { TurnCall } from './transport.ts'

/** A call without data for this long is looked for by other calls, repeatedly. */
export const HELD_BACK_AFTER_MS = 10_000
/** The same after streams were held back in this session. */
export const HELD_BACK_AGAIN_MS = 1_000
/** Length of a piece of an answer, in seconds. */
export const PIECE_S = 1
/** Minimum time between the beginnings of two pieces, independent of their length at the server. */
export const PIECE_PAUSE_MS = 500

export interface HeldBackSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly follow: NonNullable<Cloud['follow']>
  readonly clock: Clock
}

/** Reads answers in pieces through a proxy that holds back each response until it is complete. */
export interface HeldBack {
  /**
   * Opens the stream of a pending call or, if that is held back, of the run that it began.
   *
   * @throws any error of the call.
   */
  open(
    call: TurnCall,
    options: ChatOptions,
    send: (options: ChatOptions) => Promise<ByteStream>,
  ): Promise<ByteStream>
  /** As the cloud's `follow`, in pieces if that is silent. */
  readonly follow: NonNullable<Cloud['follow']>
}

export function createHeldBack(settings: HeldBackSettings): HeldBack {
  const { cloud, follow, clock } = settings
  /** True if streams were held back in this session. */
  let isKnown = false

  async function followInPieces(
    threadId: string,
    place: StreamPlace,
    signal: AbortSignal,
  ): Promise<ByteStream | null> {
    let soonest = clock.uptime()
    async function ask(from: StreamPlace) {
      const pauseMs = soonest - clock.uptime()
      if (pauseMs > 0) await wait(clock, pauseMs, signal)
      soonest = clock.uptime() + PIECE_PAUSE_MS
      return follow(threadId, { ...from, seconds: PIECE_S }, signal)
    }
    const first = await ask(place)
    return first && joinPieces(first, place, ask)
  }

  /** True if the run belongs to this call, not to another tab's. */
  async function isOf(call: TurnCall, { rows }: PeekedStream, signal: AbortSignal) {
    const { question, threadId, rowOf } = call
    const known = rowOf(question.id)
    if (known !== undefined) return known === rows.userMessageId
    const page = await cloud.messages(threadId, null, signal)
    const row = page.rows.find(({ id }) => id === rows.userMessageId)
    return row?.externalId === question.id
  }

  async function find(call: TurnCall, signal: AbortSignal): Promise<ByteStream | undefined> {
    const bytes = await followInPieces(call.threadId, FROM_THE_START, signal)
    const found = bytes && (await peekRows({ bytes }, clock, signal))
    if (!found) return undefined
    if (await isOf(call, found, signal)) return found.stream.bytes
    found.drop()
    return undefined
  }

  /** Polls until it finds the run, or the signal aborts. */
  async function look(call: TurnCall, signal: AbortSignal): Promise<ByteStream> {
    for (;;) {
      await wait(clock, isKnown ? HELD_BACK_AGAIN_MS : HELD_BACK_AFTER_MS, signal)
      // Errors are left to the call itself.
      const found = await find(call, signal).catch(() => undefined)
      signal.throwIfAborted()
      if (!found) continue
      isKnown = true
      return found
    }
  }

  return {
    open(call, options, send) {
      const sending = new AbortController()
      const looking = new AbortController()
      const either = (own: AbortController) => AbortSignal.any([options.signal, own.signal])
      const found = look(call, either(looking))
      const sent = send({ ...options, signal: either(sending) }).finally(() => {
        if (!sending.signal.aborted) looking.abort()
      })
      found.then(() => sending.abort()).catch(() => {})
      // Errors are left to the call.
      return Promise.race([sent, found.catch(() => sent)])
    },
    async follow(threadId, place, signal) {
      if (!isKnown) {
        try {
          return await follow(threadId, place, signal)
        } catch (error) {
          if (!(error instanceof AlcoveError) || error.code !== 'call_timeout') throw error
        }
      }
      const bytes = await followInPieces(threadId, place, signal)
      isKnown = true
      return bytes
    },
  }
}

/**
 * Joins several streams into one stream of an answer's events. When one ends, `next` returns the stream that
 * continues after a place; `null`: there is none. Errors of the pieces and of `next` end it.
 *
 * @param place the place before the first piece.
 */
export function joinPieces(
  first: ByteStream,
  place: StreamPlace,
  next: (place: StreamPlace) => Promise<ByteStream | null>,
): ByteStream {
  const encoder = new TextEncoder()
  const read = createReadPlace()
  let piece = openPiece(first)
  let isOver = false

  function encode(event: StreamEvent): string {
    if (event.type === 'end') {
      isOver = true
      return ENCODED_END
    }
    const { chunk, position } = event
    read.take(chunk, position)
    return position === undefined ? encodeChunk(chunk) : encodeChunkAt(chunk, Number(position))
  }

  const reached = (): StreamPlace => ({
    answerId: read.answerId ?? place.answerId,
    position: Math.max(read.position, place.position),
  })

  /** Returns `undefined` at the end. */
  async function readEvent(): Promise<string | undefined> {
    while (!isOver) {
      const { done, value } = await piece.read()
      if (!done) return encode(value)
      const bytes = await next(reached())
      if (bytes) piece = openPiece(bytes)
      else isOver = true
    }
    return undefined
  }

  return new ReadableStream(
    {
      async pull(controller) {
        const text = await readEvent()
        if (text === undefined) controller.close()
        else controller.enqueue(encoder.encode(text))
      },
      async cancel(reason) {
        isOver = true
        await piece.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

// Limit: STREAM_SILENCE_MAX_MS of the reader of the answer, which cancels: "gives up an answer that falls silent, but
// lets a model think".
const openPiece = (bytes: ByteStream) => bytes.pipeThrough(createEventDecoder()).getReader()
