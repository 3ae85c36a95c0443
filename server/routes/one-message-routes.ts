import { AlcoveError } from '../../shared/errors.ts'
import { emptySchema } from '../../shared/wire/fields.ts'
import { deleteMessagesBodySchema, updateMessageBodySchema } from '../../shared/wire/messages.ts'
import type { ApiParts } from './api-parts.ts'
import { requireMessage } from './find-message.ts'
import { requireThread } from './find-thread.ts'
import { inTurns } from '../steps/in-turns.ts'
import { route, type Route } from './route.ts'
import { readStoredContent } from './stored-content.ts'
import { isRowName } from './stored-name.ts'

export const createOneMessageRoutes = ({ store, files, room }: ApiParts): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/threads/:id/messages/:messageId',
    summary: 'Replace a message’s content; its role stays',
    access: 'user',
    body: updateMessageBodySchema,
    answers: { 200: emptySchema },
    errors: ['not_found', 'conflict', 'quota_exceeded'],
    async handle(c, { body }) {
      const { identity, base } = c.var
      const { content, keys } = await inTurns(readStoredContent(files, base, body.content))
      const thread = await requireThread(store, identity, c.req.param('id') ?? '')
      const name = c.req.param('messageId') ?? ''
      const { id } = await requireMessage(store, identity, thread.id, name)
      await room.within(identity, (maxBytes) =>
        store.messages.update(identity, thread.id, id, content, maxBytes),
      )
      await store.files.attach(identity, thread.id, keys)
      return c.json({})
    },
  }),
  route({
    method: 'DELETE',
    path: '/threads/:id/messages',
    summary: 'Delete messages; what answered them is joined to what stays before',
    access: 'user',
    body: deleteMessagesBodySchema,
    answers: { 200: emptySchema },
    errors: ['not_found', 'run_active'],
    async handle(c, { body }) {
      const { identity } = c.var
      const thread = await requireThread(store, identity, c.req.param('id') ?? '')
      const names = body.message_ids.filter(isRowName)
      const count = await store.messages.remove(identity, thread.id, names)
      if (count === 0) throw new AlcoveError('not_found', 'Messages not found')
      return c.json({})
    },
  }),
]
