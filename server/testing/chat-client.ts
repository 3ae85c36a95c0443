import { createMessageId } from '../../shared/ids.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'

/** A part of a saved message; tool calls have the fields of a call. */
export interface SavedPart {
  readonly type: string
  readonly text?: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly args?: unknown
  readonly result?: unknown
  readonly approval?: { readonly id: string; readonly approved?: boolean }
  readonly interrupt?: unknown
}

export interface SavedRow {
  readonly id: string
  readonly external_id: string | null
  readonly parent_id: string | null
  readonly format: string
  readonly content: {
    readonly role: string
    readonly content: readonly SavedPart[]
    readonly status?: { readonly type: string; readonly reason?: string }
    readonly metadata?: { readonly steps?: readonly object[] }
  }
}

export interface SentMessage {
  readonly id: string
  readonly text: string
  readonly role?: 'user' | 'assistant' | 'system'
  /** Replaces the text. */
  readonly parts?: readonly Readonly<Record<string, unknown>>[]
}

export interface ChatCall {
  readonly thread: string
  readonly messages: readonly SentMessage[]
  readonly regenerates?: string
  readonly requestId?: string
  /** By name: description and parameters. */
  readonly tools?: Readonly<Record<string, unknown>>
  /** True if the call announces our own client: then the server saves. */
  readonly isOurs?: boolean
  readonly signal?: AbortSignal
}

export interface ChatAnswer {
  readonly status: number
  /** The stream's chunks as they come. */
  chunks(): AsyncGenerator<Chunk>
  /** Reads until the texts so far contain `text`. */
  until(text: string): Promise<void>
  /** Reads to the end; returns all texts joined. */
  text(): Promise<string>
  json(): Promise<{ error?: string; message?: string }>
}

/** A client of the wire contract, for tests: one visitor of one server. */
export interface ChatClient {
  /** The `Authorization` header, for a test's own calls. */
  readonly authorization: string
  chat(call: ChatCall): Promise<ChatAnswer>
  /** Reads a running answer, from its start. */
  follow(thread: string): Promise<ChatAnswer>
  stop(
    thread: string,
    requestId?: string,
  ): Promise<{ removed: { id: string; external_id: string | null }[] }>
  threads(): Promise<{ id: string; external_id: string | null; workspace_id: string }[]>
  /** Oldest first. */
  messages(thread: string): Promise<SavedRow[]>
  call(path: string, init?: RequestInit): Promise<Response>
  /** The same visitor at another address of the same service. */
  at(origin: string): ChatClient
}

/** Text of a saved message. */
export const rowText = (row: SavedRow | undefined): string =>
  row?.content.content.map((part) => part.text ?? '').join('') ?? ''

/** A message that continues an answer, with results of its calls. */
export const answerMessage = (
  id: string,
  ...parts: readonly Readonly<Record<string, unknown>>[]
): SentMessage => ({ id, role: 'assistant', text: '', parts })

export const userMessage = (text: string): SentMessage => ({ id: createMessageId(), text })

export async function createChatClient(origin: string): Promise<ChatClient> {
  const minted = await fetch(`${origin}/v1/auth/tokens/anonymous`, { method: 'POST' })
  const { access_token: token } = (await minted.json()) as { access_token: string }
  return createClientOf(origin, token)
}

function createClientOf(origin: string, token: string): ChatClient {
  const authorization = `Bearer ${token}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/v1${path}`, {
      ...init,
      headers: {
        authorization,
        'aui-sdk': 'alcove-tests/0.1.0',
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
    })

  return {
    authorization,
    call,
    at: (other) => createClientOf(other, token),
    async chat({ thread, messages, regenerates, requestId, tools, isOurs = true, signal }) {
      const response = await call('/chat', {
        method: 'POST',
        headers: isOurs ? { 'alcove-stream': '1' } : {},
        body: JSON.stringify({
          id: thread,
          messages: messages.map(({ id, text, role = 'user', parts }) => ({
            id,
            role,
            parts: parts ?? [{ type: 'text', text }],
          })),
          trigger: regenerates === undefined ? 'submit-message' : 'regenerate-message',
          messageId: regenerates,
          requestId,
          tools,
        }),
        signal: signal ?? null,
      })
      return createAnswer(response)
    },
    async follow(thread) {
      return createAnswer(
        await call(`/chat/${encodeURIComponent(thread)}/stream`, {
          headers: { 'alcove-stream': '1' },
        }),
      )
    },
    async stop(thread, requestId) {
      const response = await call(`/chat/${encodeURIComponent(thread)}/stop`, {
        method: 'POST',
        body: JSON.stringify({ requestId }),
      })
      return (await response.json()) as { removed: { id: string; external_id: string | null }[] }
    },
    async threads() {
      const body = (await (await call('/threads')).json()) as { threads: never[] }
      return body.threads
    },
    async messages(thread) {
      const response = await call(`/threads/${encodeURIComponent(thread)}/messages`)
      return ((await response.json()) as { messages: SavedRow[] }).messages.toReversed()
    },
  }
}

function createAnswer(response: Response): ChatAnswer {
  let seen = ''
  const read = readChunks(response)
  async function* chunks() {
    for (;;) {
      const { value, done } = await read.next()
      if (done) return
      if (value.type === 'text-delta') seen += value.delta
      yield value
    }
  }
  return {
    status: response.status,
    chunks,
    async until(text) {
      for await (const _ of chunks()) if (seen.includes(text)) return
      throw new Error(`The answer ended without "${text}": ${seen}`)
    },
    async text() {
      for await (const _ of chunks());
      return seen
    },
    json: () => response.json() as Promise<{ error?: string; message?: string }>,
  }
}

async function* readChunks(response: Response): AsyncGenerator<Chunk, void, undefined> {
  if (!response.body) return
  for await (const event of response.body.pipeThrough(createEventDecoder())) {
    if (event.type === 'chunk') yield event.chunk
  }
}
