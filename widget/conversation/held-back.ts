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

/** A call that is silent for so long is looked for beside it, again and again. */
export const HELD_BACK_AFTER_MS = 10_000
/** The same where streams were held back before. */
export const HELD_BACK_AGAIN_MS = 1_000
/** How long a piece of an answer takes that comes in pieces. */
export const PIECE_S = 1
/** Pieces begin at most so often, whatever the server thinks of their length. */
export const PIECE_PAUSE_MS = 500

export interface HeldBackSettings {
  readonly cloud: Pick<Cloud, 'messages'>
  readonly follow: NonNullable<Cloud['follow']>
  readonly clock: Clock
}

/** How answers come through a proxy that lets nothing through before a response is whole: in pieces. */
export interface HeldBack {
  /**
   * The stream of a call that is on its way, or, when that is held back, of the run that it began.
   *
   * @throws whatever the call throws.
   */
  open(
    call: TurnCall,
    options: ChatOptions,
    send: (options: ChatOptions) => Promise<ByteStream>,
  ): Promise<ByteStream>
  /** As the cloud's own, in pieces where that is silent. */
  readonly follow: NonNullable<Cloud['follow']>
}

export function createHeldBack(settings: HeldBackSettings): HeldBack {
  const { cloud, follow, clock } = settings
  /** Streams were held back in this session. */
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

  /** Whether the run that was found is the one of this call, and no other tab's. */
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

  /** Ends with the signal, or with what it found. */
  async function look(call: TurnCall, signal: AbortSignal): Promise<ByteStream> {
    for (;;) {
      await wait(clock, isKnown ? HELD_BACK_AGAIN_MS : HELD_BACK_AFTER_MS, signal)
      // The call itself says what is wrong.
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
      // What went wrong is the call's to say.
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
 * One stream of an answer's events out of many: when one ends, `next` gives the one that goes on behind
 * a place; `null`: nothing does. It breaks with its pieces and with `next`.
 *
 * @param place before the first piece.
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

  /** `undefined`: there is no more. */
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
