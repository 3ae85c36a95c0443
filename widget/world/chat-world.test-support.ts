import type { Store } from 'jotai/vanilla'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk } from '../../shared/wire/sse.ts'
import {
  createFakeHttp,
  json,
  type Answer,
  type FakeHttp,
  type SentRequest,
} from '../api/fake-http.test-support.ts'
import { createFakeStorage, fakeTokens } from '../api/fake-tokens.test-support.ts'
import { createManualClock, settle, type ManualClock } from '../api/manual-clock.test-support.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { messageIdsAtom } from '../conversation/atoms/thread.ts'
import { createChatStore } from '../create-chat-store.ts'

const BASE = 'https://chat.example'
const REFRESH_KEY = `aui:refresh_token:${BASE}`
export const KNOWN_VISITOR = {
  [REFRESH_KEY]: JSON.stringify({ token: 'rt_0', expires_at: '2026-12-21T00:00:00.000Z' }),
}

/** A pending answer of the fake server. */
export interface OpenAnswer {
  send(...chunks: readonly Chunk[]): Promise<void>
}

export interface ChatWorld {
  readonly store: Store
  readonly http: FakeHttp
  readonly clock: ManualClock
  readonly answers: readonly OpenAnswer[]
  readonly reports: readonly string[]
  /** Errors reported with them. */
  readonly reported: readonly unknown[]
  /** Answers of single routes, for example `GET /threads`. All other routes succeed. */
  readonly routes: Map<string, (request: SentRequest) => Answer>
  readonly lines: readonly string[]
  readonly messages: readonly Message[]
  isOnline: boolean
  readonly connectionListeners: Set<() => void>
  /** A separate answer, for a route that streams. */
  openAnswer(): Response
}

export function createChatWorld(
  options: {
    storage?: KeyValueStorage
    stored?: Record<string, string>
    isReadOnly?: boolean
  } = {},
): ChatWorld {
  const clock = createManualClock()
  const storage = options.storage ?? createFakeStorage(options.stored)
  const routes = new Map<string, (request: SentRequest) => Answer>()
  const answers: OpenAnswer[] = []
  const reports: string[] = []
  const reported: unknown[] = []
  const connectionListeners = new Set<() => void>()

  const http = createFakeHttp((request) => {
    const route = `${request.method} ${request.path.split('?')[0]}`
    const special = routes.get(route)
    if (special) return special(request)
    if (route.includes('/auth/')) return json(200, fakeTokens(clock.now()))
    if (route === 'GET /threads') return json(200, { threads: [] })
    if (route.endsWith('/messages')) return json(200, { messages: [] })
    if (route.endsWith('/stream')) return new Response(null, { status: 204 })
    if (route.endsWith('/stop')) return json(200, { removed: [] })
    return openAnswer()
  })

  function openAnswer(): Response {
    const encoder = new TextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
    answers.push({
      async send(...chunks) {
        controller.enqueue(encoder.encode(chunks.map(encodeChunk).join('')))
        await settle()
        await clock.advance(300)
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  const store = createChatStore({
    base: BASE,
    isReadOnly: options.isReadOnly,
    fetch: http.fetch,
    clock,
    random: () => 0,
    openStorage: () => storage,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    connection: {
      isOnline: () => world.isOnline,
      subscribe(listener) {
        connectionListeners.add(listener)
        return () => connectionListeners.delete(listener)
      },
    },
    report(text, error) {
      reports.push(text)
      reported.push(error)
    },
  })
  const world: ChatWorld = {
    store,
    http,
    clock,
    answers,
    reports,
    reported,
    routes,
    isOnline: true,
    connectionListeners,
    openAnswer,
    get messages() {
      return store.get(messageIdsAtom).flatMap((id) => store.get(messageAtom(id)) ?? [])
    },
    get lines() {
      return world.messages.map((message) => `${message.role}: ${messageText(message)}`)
    },
  }
  return world
}

/** A stored message as the server lists it. */
export const storedRow = (id: string, parentId: string | null, role: string, text: string) => ({
  id,
  external_id: null,
  parent_id: parentId,
  height: 0,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { role, content: [{ type: 'text', text }], metadata: {} },
})

/** Adds a thread with an answered question to the server. */
export function addStoredThread({ routes }: ChatWorld): void {
  routes.set('GET /threads', () => json(200, { threads: [{ id: 'thread_9', title: 'Old' }] }))
  routes.set('GET /threads/thread_9/messages', () =>
    json(200, {
      messages: [
        storedRow('msg_2', 'msg_1', 'assistant', 'Answer'),
        storedRow('msg_1', null, 'user', 'Question'),
      ],
    }),
  )
}
