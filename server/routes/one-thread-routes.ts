import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { emptySchema } from '../../shared/wire/fields.ts'
import { oneThreadSchema, updateThreadBodySchema } from '../../shared/wire/threads.ts'
import type { ThreadChange } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { requireThread } from './find-thread.ts'
import { route, type Route } from './route.ts'
import { threadJson } from './row-json.ts'
import { requireStorable } from './stored-name.ts'
import { threadTime } from './thread-time.ts'

export const createOneThreadRoutes = ({ store, runs, now }: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/threads/:id',
    summary: 'Read one thread',
    access: 'user',
    answers: { 200: oneThreadSchema },
    errors: ['not_found'],
    async handle(c) {
      const thread = await requireThread(store, c.var.identity, c.req.param('id') ?? '')
      const row = threadJson(thread)
      // Clients before 0.1.36 read the thread itself, later ones its wrapping.
      return c.json({ ...row, thread: row })
    },
  }),
  route({
    method: 'PUT',
    path: '/threads/:id',
    summary: 'Rename, archive or describe a thread; what is absent stays',
    access: 'user',
    body: updateThreadBodySchema,
    answers: { 200: emptySchema },
    errors: ['not_found'],
    async handle(c, { body }) {
      const change = readChange(body, now())
      const thread = await requireThread(store, c.var.identity, c.req.param('id') ?? '')
      // It may have gone between the two.
      if (!(await store.threads.update(c.var.identity, thread.id, change))) throw createGoneError()
      return c.json({})
    },
  }),
  route({
    method: 'DELETE',
    path: '/threads/:id',
    summary: 'Delete a thread with its messages; a running answer is stopped first',
    access: 'user',
    answers: { 200: emptySchema },
    errors: ['not_found'],
    async handle(c) {
      const { identity } = c.var
      const thread = await requireThread(store, identity, c.req.param('id') ?? '')
      await runs.stop(identity, { thread: thread.id })
      if (!(await store.threads.remove(identity, thread.id))) throw createGoneError()
      return c.json({})
    },
  }),
]

function readChange(body: InferOutput<typeof updateThreadBodySchema>, nowMs: number): ThreadChange {
  const { title, is_archived: isArchived, last_message_at: time, metadata } = body
  requireStorable({ title })
  // Apart: its keys are the caller's, and may be named as fields are.
  requireStorable(metadata ?? {})
  return {
    ...(title === undefined ? {} : { title }),
    ...(isArchived === undefined ? {} : { isArchived }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(time === undefined ? {} : { lastMessageAt: threadTime(time, nowMs) }),
  }
}

const createGoneError = (): AlcoveError => new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
