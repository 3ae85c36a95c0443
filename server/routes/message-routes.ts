import type { InferOutput } from 'valibot'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { emptySchema, MESSAGE_ID, THREAD_ID } from '../../shared/api/common-fields.ts'
import {
  createdMessageSchema,
  createMessageBodySchema,
  deleteMessagesBodySchema,
  messageListSchema,
  messagesQuerySchema,
  updateMessageBodySchema,
} from '../../shared/api/messages.ts'
import { HEARTBEAT_INTERVAL_MS, MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import type { Files } from '../files/files.ts'
import { readUserText } from '../runs/titles.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import { writeJson } from '../steps/write-json.ts'
import { storedBytes, type Scope, type Store } from '../store/store.ts'
import {
  findMessage,
  findThread,
  isRowName,
  requireMessage,
  requireStorable,
  requireThread,
} from './find-row.ts'
import { answerMessages, PAGE_SDK_NOTE } from './list-messages.ts'
import { route, type Route } from './route.ts'

const MESSAGE_ID_PREFIX = 'msg_'
const UNKNOWN_NAME_TEXT = 'Parent message with external_id not found in thread'

const WRITE_ERRORS = ['conflict', 'run_ended', 'lease_mismatch', 'quota_exceeded'] as const
const HEARTBEAT = { heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS }

type NewMessageBody = InferOutput<typeof createMessageBodySchema>

export const messageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/threads/:id/messages',
    params: { id: THREAD_ID },
    summary: 'List a thread’s messages, newest first; empty for a missing thread',
    access: 'user',
    query: messagesQuerySchema,
    headers: { 'Aui-Sdk': PAGE_SDK_NOTE },
    answers: { 200: messageListSchema },
    async handle(c, { params, query }, parts) {
      const { identity } = c.var
      const thread = await findThread(parts.store, identity, params.id)
      // Empty, not 404: clients ask for threads that they have not created yet.
      if (!thread) return c.json({ messages: [] })
      return answerMessages(c, parts, identity, thread.id, query)
    },
  }),
  route({
    method: 'POST',
    path: '/threads/:id/messages',
    params: { id: THREAD_ID },
    summary: 'Store a message; a known external_id, or the id of a row as one, updates that row',
    access: 'user',
    body: createMessageBodySchema,
    headers: { [ALCOVE_STREAM_HEADER]: '1: an unknown parent is refused, and never a root' },
    answers: { 200: createdMessageSchema, 201: createdMessageSchema },
    errors: ['not_found', ...WRITE_ERRORS],
    async handle(c, { params, body }, { store, files, titles, quota }) {
      const { identity } = c.var
      const { external_id: externalId = null, format, lease_id: leaseId } = body
      requireStorable({ external_id: externalId, format, lease_id: leaseId })
      if (body.open_run === true && leaseId !== undefined) {
        throw new AlcoveError('invalid_request', 'open_run, lease_id: Expected one of them.')
      }
      const { content, keys } = await inTurns(readStoredContent(files, c.var.base, body.content))
      const thread = await requireThread(store, identity, params.id)
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const parent = await findParent(store, identity, thread.id, body, isOurs)
      const known = await findNamed(store, identity, thread.id, externalId)
      const opensLease = body.open_run === true
      const message = { parent, externalId, format, content, leaseId, opensLease }
      const added = storedBytes(content) - (known ? storedBytes(known.content) : 0)
      const { id, leaseId: opened } = await quota.within(identity, added, (maxBytes) =>
        store.messages.append(identity, thread.id, message, maxBytes),
      )
      await store.files.attach(identity, thread.id, keys)
      const text = thread.title === null ? readUserText(content) : undefined
      if (text !== undefined) titles.titleLater(identity, thread.id, text)
      const lease = opened !== undefined && { lease_id: opened, ...HEARTBEAT }
      return c.json({ message_id: id, ...lease }, known?.id === id ? 200 : 201)
    },
  }),
  route({
    method: 'PUT',
    path: '/threads/:id/messages/:messageId',
    params: { id: THREAD_ID, messageId: MESSAGE_ID },
    summary: 'Replace a message’s content; its role stays',
    access: 'user',
    body: updateMessageBodySchema,
    answers: { 200: emptySchema },
    errors: ['not_found', ...WRITE_ERRORS],
    async handle(c, { params, body }, { store, files, quota }) {
      const { identity, base } = c.var
      requireStorable({ lease_id: body.lease_id })
      const { content, keys } = await inTurns(readStoredContent(files, base, body.content))
      const thread = await requireThread(store, identity, params.id)
      const known = await requireMessage(store, identity, thread.id, params.messageId)
      const { id } = known
      const added = storedBytes(content) - storedBytes(known.content)
      await quota.within(identity, added, (maxBytes) =>
        store.messages.update(identity, thread.id, id, content, maxBytes, body.lease_id),
      )
      await store.files.attach(identity, thread.id, keys)
      return c.json({})
    },
  }),
  route({
    method: 'DELETE',
    path: '/threads/:id/messages',
    params: { id: THREAD_ID },
    summary: 'Delete messages; their answers are joined to the remaining ones before',
    access: 'user',
    body: deleteMessagesBodySchema,
    answers: { 200: emptySchema },
    errors: ['not_found', 'run_active'],
    async handle(c, { params, body }, { store }) {
      const { identity } = c.var
      const thread = await requireThread(store, identity, params.id)
      const names = body.message_ids.filter(isRowName)
      const count = await store.messages.remove(identity, thread.id, names)
      if (count === 0) throw new AlcoveError('not_found', 'Messages not found')
      return c.json({})
    },
  }),
]

/** Finds the row to which the caller already gave this name; a repeated call answers 200 instead of 201. */
async function findNamed(store: Store, scope: Scope, thread: string, name: string | null) {
  return name === null ? undefined : store.messages.find(scope, thread, name)
}

/**
 * Published clients may name a parent by an id that the server never saw, because the parent's own save is
 * still pending. They expect a root message then, not a failure. Our own client always waits.
 */
async function findParent(
  store: Store,
  scope: Scope,
  thread: string,
  body: NewMessageBody,
  isOurs: boolean,
): Promise<string | null> {
  const named = body.parent_external_id ?? undefined
  const name = named ?? body.parent_id
  if (name === null) return null
  const row = await findMessage(store, scope, thread, name)
  if (row) return row.id
  if (named !== undefined) throw new AlcoveError('invalid_request', UNKNOWN_NAME_TEXT)
  if (!isOurs && !name.startsWith(MESSAGE_ID_PREFIX)) return null
  throw new AlcoveError('invalid_request', THREAD_TEXTS.parentNotFound)
}

/** The stored form of a message. */
export interface StoredContent {
  readonly content: JsonObject
  /** Keys of the files that it names. */
  readonly keys: readonly string[]
}

/**
 * Replaces addresses of files by their stable form, in short steps: a content may have 250,000 values.
 *
 * @throws AlcoveError `too_large` for content above the limit of a row.
 */
function* readStoredContent(
  files: Pick<Files, 'withStoredUrls' | 'keysIn'>,
  base: string,
  sent: JsonObject,
): Steps<StoredContent> {
  const content = files.withStoredUrls(base, sent)
  yield
  requireSmall(yield* writeJson(content))
  yield
  const keys = files.keysIn(content)
  yield
  return { content, keys }
}

function requireSmall(text: string): void {
  const limit = MESSAGE_CONTENT_MAX_BYTES
  if (Buffer.byteLength(text) <= limit) return
  throw new AlcoveError('too_large', `content: Expected at most ${limit} bytes of JSON.`, {
    data: { limit },
  })
}
