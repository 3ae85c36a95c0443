import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../../shared/ids.ts'
import type { JsonObject } from '../../shared/json.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import type { AlcoveConfig } from '../projects/define-config.ts'
import { addSource } from '../testing/add-source.ts'
import { createDocument, createPiece } from '../store/knowledge/knowledge-rows.test-support.ts'
import type { NewKnowledgeDocument, NewPiece } from '../store/knowledge/document-rows.ts'
import { createCaller } from '../testing/create-caller.ts'
import type { Environment } from '../settings.ts'
import { createTestApp, jsonCall } from '../testing/create-test-app.ts'
import type { StorePlace } from '../../scripts/store-place.ts'

/** Addresses of the scripted model, by the interface that its provider's package speaks. */
export const DIALECTS = {
  'chat completions': (url: string) => ({
    ALCOVE_MODEL: 'openai-compatible/any',
    OPENAI_BASE_URL: url,
  }),
  responses: (url: string) => ({
    ALCOVE_MODEL: 'openai/any',
    OPENAI_API_KEY: 'sk-test-key',
    OPENAI_BASE_URL: url,
  }),
  messages: (url: string) => ({
    ALCOVE_MODEL: 'anthropic/any',
    ANTHROPIC_API_KEY: 'sk-ant-test-key',
    ANTHROPIC_BASE_URL: url,
  }),
} as const

export interface AnswersWorldOptions {
  readonly place: StorePlace
  readonly config?: AlcoveConfig
  readonly dialect?: keyof typeof DIALECTS
  /** Replaces settings of the dialect. */
  readonly env?: Environment
}

export type AnswersWorld = Awaited<ReturnType<typeof createAnswersWorld>>

/** A part of a call for an answer. */
export interface Asked {
  readonly tools?: JsonObject
  /** False: a client of another maker, which keeps its own messages. Default: true. */
  readonly isOurs?: boolean
}

/** The whole service with pages of an owner, and a model whose answers are the questions. */
export async function createAnswersWorld({
  place,
  config,
  dialect = 'chat completions',
  env = {},
}: AnswersWorldOptions) {
  const model = await startModelServer()
  const app = await createTestApp({
    place,
    env: { ...DIALECTS[dialect](model.url), ...env },
    ...(config && { config }),
  })
  const sourceId = await addSource(place)

  return {
    app,
    model,
    /** Keeps a page with these pieces. */
    async keep(
      address: string,
      pieces: readonly (string | NewPiece)[],
      fields: Partial<NewKnowledgeDocument> = {},
    ) {
      const document = createDocument({ sourceId, address, mediaType: 'text/html', ...fields })
      const made = pieces.map((piece) => (typeof piece === 'string' ? createPiece(piece) : piece))
      return (await app.store.knowledge.saveDocument({ document, pieces: made })).id
    },
    /** A person with a conversation. */
    async signIn() {
      const { authorization } = await app.signIn()
      const call = createCaller(app, authorization)
      /** Row of the last answer. */
      let before: { readonly id: string; readonly role: string; readonly parts: [] } | undefined
      /** Sends a message, or the answers to calls of the last answer. */
      async function send(message: object, { tools, isOurs = true }: Asked = {}) {
        const messages = [...(before ? [before] : []), message]
        const body = { id: 'mine', trigger: 'submit-message', messages, tools }
        const init = jsonCall(body, authorization)
        const headers = { ...init.headers, ...(isOurs ? { [ALCOVE_STREAM_HEADER]: '1' } : {}) }
        const response = await app.request('/v1/chat', { ...init, headers })
        return { status: response.status, stream: await response.text() }
      }
      async function lastRow() {
        const [thread] = (await call('GET /threads')).json.threads
        const { messages } = (await call(`GET /threads/${thread.id}/messages`)).json
        const { id, content } = messages[0] as { id: string; content: StoredAnswer }
        before = { id, role: 'assistant', parts: [] }
        return { id, threadId: thread.id as string, ...content }
      }
      return {
        call,
        send,
        ask: (text: string, asked?: Asked) =>
          send({ id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }, asked),
        lastRow,
      }
    },
    async close() {
      await app.close()
      await model.stop()
    },
  }
}

interface StoredAnswer {
  readonly content: readonly (JsonObject & { readonly type: string })[]
  readonly metadata: { readonly custom: JsonObject }
  readonly status: { readonly type: string; readonly reason: string }
}

export const sourcesOf = ({ content }: StoredAnswer) =>
  content.filter(({ type }) => type === 'source')
export const textOf = ({ content }: StoredAnswer): string =>
  content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []))
    .join('')
