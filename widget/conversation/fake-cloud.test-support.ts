import type { ChatBody } from '../../shared/api/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { ENCODED_END, encodeChunk, encodeChunkAt } from '../../shared/wire/sse.ts'
import type { Cloud } from '../api/cloud.ts'
import type { RemovedMessage, StreamPlace } from '../api/chat-calls.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import type { MessagePage } from '../api/message-calls.ts'

/** A chat call that the test answers. */
export interface FakeChat {
  readonly body: ChatBody
  readonly signal: AbortSignal
  /** Reports that the bytes leave. */
  dispatch(): void
  /** Answers with a stream, or with an error. */
  open(): void
  refuse(error: Error): Promise<void>
  send(...chunks: readonly Chunk[]): Promise<void>
  /** Sends chunks with positions, beginning with this one. */
  sendFrom(position: number, ...chunks: readonly Chunk[]): Promise<void>
  end(): Promise<void>
  /** Ends the stream without its end mark. */
  close(): Promise<void>
  cut(): Promise<void>
}

/** A call for a stream that the test answers. */
export interface FakeFollow extends Omit<FakeChat, 'body' | 'dispatch'> {
  readonly threadId: string
  readonly place: StreamPlace
  /** Answers that nothing runs. */
  nothing(): Promise<void>
}

export interface FakeStop {
  readonly threadId: string
  readonly requestId: string | undefined
  answer(removed: readonly RemovedMessage[]): Promise<void>
  refuse(error: Error): Promise<void>
}

export interface FakeCloud extends Cloud {
  readonly chats: readonly FakeChat[]
  readonly stops: readonly FakeStop[]
  /** Calls for streams, if the server has them. */
  readonly follows: readonly FakeFollow[]
  /** Pages of history, newest first, by the row that they follow. */
  pages: Map<string | null, MessagePage | Error>
  readonly asked: readonly (string | null)[]
  /** Set to hold page calls. */
  pageGate: Promise<void> | null
  /** Calls of the records with their arguments; the test answers each. */
  readonly calls: readonly FakeCall[]
  to(name: string): readonly FakeCall[]
}

/** A call of a record that the test answers. */
export interface FakeCall {
  readonly name: string
  readonly args: readonly unknown[]
  answer(value?: unknown): Promise<void>
  refuse(error: Error): Promise<void>
}

/** A server that the test controls. Its chat calls are dispatched at once unless `holds` is set. */
export function createFakeCloud({
  holds = false,
  answersRecords = false,
  hasStreams = false,
} = {}): FakeCloud {
  const chats: FakeChat[] = []
  const follows: FakeFollow[] = []
  const stops: FakeStop[] = []
  const asked: (string | null)[] = []
  const calls: FakeCall[] = []

  /** Records a call and holds it for the test, or answers as a server would. */
  function record<Result>(name: string, args: readonly unknown[], usual: Result): Promise<Result> {
    if (answersRecords) {
      calls.push({ name, args, answer: settle, refuse: settle })
      return Promise.resolve(usual)
    }
    return new Promise((resolve, reject) => {
      calls.push({
        name,
        args,
        async answer(value) {
          resolve((value ?? usual) as Result)
          await settle()
        },
        async refuse(error) {
          reject(error)
          await settle()
        },
      })
    })
  }

  return {
    calls,
    to: (name) => calls.filter((call) => call.name === name),
    pageGate: null,
    records: () =>
      Promise.resolve({
        createThread: (name) => record('createThread', [name], 'thread_1'),
        createMessage: (threadId, message) =>
          record('createMessage', [threadId, message], `row_${message.externalId}`),
        updateMessage: (...args) => record('updateMessage', args.slice(0, 3), undefined),
        sendFeedback: (...args) => record('sendFeedback', args.slice(0, 3), undefined),
        streamRun: (run) =>
          record('streamRun', [run], {
            protocol: 'data-stream',
            body: new Blob([]).stream(),
          }),
      }),
    chats,
    follows,
    stops,
    asked,
    pages: new Map(),
    hasIdentity: () => true,
    lastThread: () => Promise.resolve(null),
    async messages(_threadId, after) {
      asked.push(after)
      if (this.pageGate) await this.pageGate
      const page = this.pages.get(after)
      if (page instanceof Error) throw page
      return page ?? { rows: [], unreadable: [], next: null }
    },
    chat(body, { signal, onDispatch }) {
      const { stream, ...hands } = createHands<FakeStream>(signal)
      chats.push({ ...hands, body, signal, dispatch: onDispatch, open: () => void hands.resolve() })
      if (!holds) onDispatch()
      return stream
    },
    ...(hasStreams
      ? {
          follow(threadId: string, place: StreamPlace, signal: AbortSignal) {
            const { stream, ...hands } = createHands<FakeStream | null>(signal)
            const nothing = () => hands.resolve(null)
            const open = () => void hands.resolve()
            follows.push({ ...hands, threadId, place, signal, nothing, open })
            return stream
          },
        }
      : {}),
    stop(threadId, requestId) {
      return new Promise((resolve, reject) => {
        stops.push({
          threadId,
          requestId,
          async answer(removed) {
            resolve(removed)
            await settle()
          },
          async refuse(error) {
            reject(error)
            await settle()
          },
        })
      })
    },
  }
}

type FakeStream = ReadableStream<Uint8Array<ArrayBuffer>>

/** A stream that the test opens, writes and breaks. */
function createHands<Answer extends FakeStream | null>(signal: AbortSignal) {
  const encoder = new TextEncoder()
  const opening = Promise.withResolvers<Answer>()
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => void (controller = given),
  })
  signal.addEventListener('abort', () => {
    opening.reject(signal.reason)
    try {
      controller.error(signal.reason)
    } catch {
      // The stream had ended before.
    }
  })
  const resolve = async (answer = bytes as Answer) => {
    opening.resolve(answer)
    await settle()
  }
  const write = async (text: string) => {
    void resolve()
    controller.enqueue(encoder.encode(text))
    await settle()
  }
  return {
    stream: opening.promise,
    resolve,
    async refuse(error: Error) {
      opening.reject(error)
      await settle()
    },
    send: (...chunks: readonly Chunk[]) => write(chunks.map(encodeChunk).join('')),
    sendFrom: (position: number, ...chunks: readonly Chunk[]) =>
      write(chunks.map((chunk, index) => encodeChunkAt(chunk, position + index)).join('')),
    end: () => write(ENCODED_END),
    async close() {
      void resolve()
      controller.close()
      await settle()
    },
    async cut() {
      void resolve()
      controller.error(new TypeError('network error'))
      await settle()
    },
  }
}

/** The first chunk of a server that stores turns. */
export const start = (answerId: string, userMessageId: string, threadId = 'thread_1'): Chunk => ({
  type: 'start',
  messageId: answerId,
  messageMetadata: { alcove: { threadId, userMessageId } },
})
export const words = (text: string): readonly Chunk[] => [
  { type: 'text-start', id: 't1' },
  { type: 'text-delta', id: 't1', delta: text },
]
export const FINISH: Chunk = { type: 'finish', messageMetadata: { finishReason: 'stop' } }
export const ABORT: Chunk = { type: 'abort' }
export const removedChunk = (id: string, externalId: string): Chunk => ({
  type: 'message-metadata',
  messageMetadata: { alcove: { removed: [{ id, external_id: externalId }] } },
})
