import type { Warn } from '../../../shared/errors.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import { createEventDecoder, type StreamEvent } from '../../../shared/wire/sse.ts'

/** Reported of an answer whose end mark comes in the middle of a text. */
export const OPEN_TEXT_AT_END =
  'chatEndpoint: an answer ended with [DONE] in the middle of a text. Send text-end, or finish.'

/**
 * Decodes the events of an endpoint. The AI SDK's `createUIMessageStream` writes no `finish` of its own, so an end
 * mark after the end of all texts finishes the answer, too.
 */
export function decodeEndpoint(warn: Warn): ReadableWritablePair<StreamEvent, BufferSource> {
  const { writable, readable } = createEventDecoder(warn)
  return { writable, readable: readable.pipeThrough(createFinisher(warn)) }
}

function createFinisher(warn: Warn): TransformStream<StreamEvent, StreamEvent> {
  let openTexts = 0
  let isFinished = false
  return new TransformStream({
    transform(event, controller) {
      if (event.type === 'chunk') {
        openTexts += OPENED[event.chunk.type] ?? 0
        isFinished ||= LAST.includes(event.chunk.type)
      } else if (!isFinished) {
        if (openTexts > 0) warn(OPEN_TEXT_AT_END)
        else controller.enqueue({ type: 'chunk', chunk: { type: 'finish' } })
      }
      controller.enqueue(event)
    },
  })
}

const LAST: readonly Chunk['type'][] = ['finish', 'abort', 'error']

/** Change in the number of open texts. */
const OPENED: Partial<Record<Chunk['type'], number>> = {
  'text-start': 1,
  'text-end': -1,
  'reasoning-start': 1,
  'reasoning-end': -1,
}
