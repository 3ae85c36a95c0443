import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import {
  createdMessageSchema,
  createMessageBodySchema,
  messageListSchema,
  messagesQuerySchema,
} from '../../shared/wire/messages.ts'
import type { Scope, Store } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { findMessage } from './find-message.ts'
import { findThread, requireThread } from './find-thread.ts'
import { answerMessages, PAGE_SDK_NOTE } from './list-messages.ts'
import { readUserText } from '../runs/read-user-text.ts'
import { inTurns } from '../steps/in-turns.ts'
import { route, type Route } from './route.ts'
import { readStoredContent } from './stored-content.ts'
import { requireStorable } from './stored-name.ts'

const MESSAGE_ID_PREFIX = 'msg_'
const UNKNOWN_NAME_TEXT = 'Parent message with external_id not found in thread'

type NewMessageBody = InferOutput<typeof createMessageBodySchema>

export const createMessageRoutes = (parts: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/threads/:id/messages',
    summary: 'List a thread’s messages, newest first; empty for a thread that is not there',
    access: 'user',
    query: messagesQuerySchema,
    headers: { 'Aui-Sdk': PAGE_SDK_NOTE },
    answers: { 200: messageListSchema },
    async handle(c, { query }) {
      const { identity } = c.var
      const thread = await findThread(parts.store, identity, c.req.param('id') ?? '')
      // Empty, not 404: clients ask for threads that they are only about to make.
      if (!thread) return c.json({ messages: [] })
      return answerMessages(c, parts, identity, thread.id, query)
    },
  }),
  route({
    method: 'POST',
    path: '/threads/:id/messages',
    summary: 'Store a message; a known external_id updates the existing one',
    access: 'user',
    body: createMessageBodySchema,
    headers: { [ALCOVE_STREAM_HEADER]: '1: an unknown parent is refused, and never a root' },
    answers: { 200: createdMessageSchema, 201: createdMessageSchema },
    errors: ['not_found', 'conflict', 'quota_exceeded'],
    async handle(c, { body }) {
      const { store, files, titles, room } = parts
      const { identity } = c.var
      const { external_id: externalId = null, format } = body
      requireStorable({ external_id: externalId, format })
      const { content, keys } = await inTurns(readStoredContent(files, c.var.base, body.content))
      const thread = await requireThread(store, identity, c.req.param('id') ?? '')
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const parent = await findParent(store, identity, thread.id, body, isOurs)
      const known = await findNamed(store, identity, thread.id, externalId)
      const message = { parent, externalId, format, content }
      const { id } = await room.within(identity, (maxBytes) =>
        store.messages.append(identity, thread.id, message, maxBytes),
      )
      await store.files.attach(identity, thread.id, keys)
      const text = thread.title === null ? readUserText(content) : undefined
      if (text !== undefined) titles.titleLater(identity, thread.id, text)
      return c.json({ message_id: id }, known === id ? 200 : 201)
    },
  }),
]

/** The row that the caller already gave this name; a repeated call answers 200 instead of 201. */
async function findNamed(store: Store, scope: Scope, thread: string, name: string | null) {
  const row = name === null ? undefined : await store.messages.find(scope, thread, name)
  return row?.id
}

/**
 * Published clients may name a parent by an id that the server never saw, because the parent's own
 * save is still on its way; they expect a root then, not a failure. Ours knows better.
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
  throw new AlcoveError('invalid_request', ERROR_TEXTS.parentNotFound)
}
