import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import { ENCODED_END, encodeChunk } from '../../shared/wire/sse.ts'
import type { Cloud, MessagePage, RemovedMessage } from '../cloud/cloud.ts'
import { settle } from '../cloud/manual-clock.test-support.ts'

/** A chat call that the test answers. */
export interface FakeChat {
  readonly body: ChatBody
  readonly signal: AbortSignal
  /** The bytes leave now. */
  dispatch(): void
  /** Answers with a stream, or with an error. */
  open(): void
  refuse(error: Error): Promise<void>
  send(...chunks: readonly Chunk[]): Promise<void>
  end(): Promise<void>
  /** The stream ends without its end mark. */
  close(): Promise<void>
  cut(): Promise<void>
}

export interface FakeStop {
  readonly threadId: string
  readonly requestId: string
  answer(removed: readonly RemovedMessage[]): Promise<void>
  refuse(error: Error): Promise<void>
}

export interface FakeCloud extends Cloud {
  readonly chats: readonly FakeChat[]
  readonly stops: readonly FakeStop[]
  /** Pages of history, newest first, by the row they come after. */
  pages: Map<string | null, MessagePage | Error>
  readonly asked: readonly (string | null)[]
  /** Set to keep page calls waiting. */
  pageGate: Promise<void> | null
  /** Calls of the records, with what they were given; the test answers each. */
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

/** A server in the test's hands; its chat calls leave at once unless `holds` is set. */
export function createFakeCloud({ holds = false, answersRecords = false } = {}): FakeCloud {
  const chats: FakeChat[] = []
  const stops: FakeStop[] = []
  const asked: (string | null)[] = []
  const calls: FakeCall[] = []
  const encoder = new TextEncoder()

  /** A call that waits for the test, or is answered as a server would. */
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
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
          start: (given) => void (controller = given),
        })
        signal.addEventListener('abort', () => {
          try {
            controller.error(signal.reason)
          } catch {
            // It ended before.
          }
        })
        const write = async (text: string) => {
          controller.enqueue(encoder.encode(text))
          await settle()
        }
        chats.push({
          body,
          signal,
          dispatch: onDispatch,
          open: () => resolve(stream),
          async refuse(error) {
            reject(error)
            await settle()
          },
          async send(...chunks) {
            resolve(stream)
            await write(chunks.map(encodeChunk).join(''))
          },
          end: () => write(ENCODED_END),
          async close() {
            controller.close()
            await settle()
          },
          async cut() {
            resolve(stream)
            controller.error(new TypeError('network error'))
            await settle()
          },
        })
        if (!holds) onDispatch()
      })
    },
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

/** What a server that saves says first. */
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
