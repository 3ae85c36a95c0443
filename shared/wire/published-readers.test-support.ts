import * as ai5 from 'ai-5'
import * as ai6 from 'ai-6'
import * as ai7 from 'ai'
import * as untypedStream from 'stream-0.2.36'
import * as newStream from 'stream-0.3.44'
import * as newestStream from 'stream-0.3.57'
import type { Chunk } from './chunk.ts'
import { DATA_STREAM_HEARTBEAT } from './data-stream-lines.ts'
import { createDataStreamEncoder } from './data-stream-encoder.ts'
import { encodeChunk, ENCODED_END, HEARTBEAT } from './sse.ts'

// Its own types are lost in modern module resolution; its exports are the same.
const oldStream = untypedStream as unknown as typeof newStream

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** In slices, as a network may cut it. */
export function stream(text: string, sliceBytes = 7): ReadableStream<Uint8Array<ArrayBuffer>> {
  const all = bytesOf(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < all.length; at += sliceBytes) {
        controller.enqueue(all.slice(at, at + sliceBytes))
      }
      controller.close()
    },
  })
}

export function dataStream(chunks: readonly Chunk[]) {
  const encoder = createDataStreamEncoder()
  return DATA_STREAM_HEARTBEAT + chunks.map(encoder.encode).join('') + encoder.end()
}

export const assistantStreams = {
  'assistant-stream 0.2.36': async (text: string) => {
    const messages = await Array.fromAsync(
      stream(text)
        .pipeThrough(new oldStream.DataStreamDecoder())
        .pipeThrough(new oldStream.AssistantMessageAccumulator()),
    )
    return messages.at(-1)
  },
  'assistant-stream 0.3.44': async (text: string) => {
    const messages = await Array.fromAsync(
      stream(text)
        .pipeThrough(new newStream.DataStreamDecoder())
        .pipeThrough(new newStream.AssistantMessageAccumulator()),
    )
    return messages.at(-1)
  },
  'assistant-stream 0.3.57': async (text: string) => {
    const messages = await Array.fromAsync(
      stream(text)
        .pipeThrough(new newestStream.DataStreamDecoder())
        .pipeThrough(new newestStream.AssistantMessageAccumulator()),
    )
    return messages.at(-1)
  },
}

/** An answer's chunks, or its whole text. */
type Answer = readonly Chunk[] | string
const textOf = (answer: Answer): string =>
  typeof answer === 'string' ? answer : HEARTBEAT + answer.map(encodeChunk).join('') + ENCODED_END

const respond = (answer: Answer) => () =>
  Promise.resolve(
    new Response(stream(textOf(answer)), {
      headers: { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' },
    }),
  )
const request = {
  chatId: 'thread',
  messages: [],
  abortSignal: undefined,
  trigger: 'submit-message' as const,
  messageId: undefined,
}

interface Reading {
  readonly message: { readonly id: string; readonly metadata?: unknown; readonly parts: unknown }
  readonly errors: readonly string[]
}

/** Reads to the last state of the message. Not by iteration: that of `ai` 5 does not end. */
async function readLast(
  open: (onError: (error: unknown) => void) => ReadableStream<Reading['message']>,
): Promise<Reading> {
  const errors: string[] = []
  const reader = open((error) => void errors.push(String(error))).getReader()
  let message: Reading['message'] = { id: '', parts: [] }
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return { message, errors }
    message = value
  }
}

/** Each folds the chat's stream as its `useChat` does, and validates every chunk. */
export const chats = {
  'ai 5': async (answer: Answer) => {
    const transport = new ai5.DefaultChatTransport({ fetch: respond(answer) })
    const stream = await transport.sendMessages(request)
    return readLast((onError) => ai5.readUIMessageStream({ stream, onError }))
  },
  'ai 6': async (answer: Answer) => {
    const transport = new ai6.DefaultChatTransport({ fetch: respond(answer) })
    const stream = await transport.sendMessages(request)
    return readLast((onError) => ai6.readUIMessageStream({ stream, onError }))
  },
  'ai 7': async (answer: Answer) => {
    const transport = new ai7.DefaultChatTransport({ fetch: respond(answer) })
    const stream = await transport.sendMessages(request)
    return readLast((onError) => ai7.readUIMessageStream({ stream, onError }))
  },
}
