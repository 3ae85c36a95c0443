import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import {
  createdThreadSchema,
  createThreadBodySchema,
  threadListSchema,
  THREADS_PAGE_DEFAULT,
  THREADS_UNPAGED_MAX,
  threadsQuerySchema,
} from '../../shared/wire/threads.ts'
import type { NewThread, Scope, Store, ThreadPage } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createCursorError } from './cursor-error.ts'
import { findThread } from './find-thread.ts'
import { requireRoom } from './require-room.ts'
import { route, type Route, type RouteContext } from './route.ts'
import { threadJson } from './row-json.ts'
import { isRowName, requireStorable } from './stored-name.ts'
import { threadTime } from './thread-time.ts'

export const createThreadRoutes = ({ store, limits, now }: ApiParts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/threads',
    summary: 'List the threads of the caller’s workspace, newest message first',
    access: 'user',
    query: threadsQuerySchema,
    headers: { 'Aui-Sdk': 'Without it, is_archived and limit: all threads of both kinds at once' },
    answers: { 200: threadListSchema },
    async handle(c, { query }) {
      const { after, after_time: afterTime, external_id: name } = query
      if (name !== undefined) {
        const named = isRowName(name)
          ? await store.threads.findNamed(c.var.identity, name)
          : undefined
        return c.json({ threads: named ? [threadJson(named)] : [] })
      }
      const cursor = await readCursor(store, c.var.identity, after, afterTime)
      const page = { ...readPage(c, query), ...cursor }
      const threads = await store.threads.list(c.var.identity, page)
      return c.json({ threads: threads.map(threadJson) })
    },
  }),
  route({
    method: 'POST',
    path: '/threads',
    summary: 'Create a thread; a known external_id gives the existing one',
    access: 'user',
    body: createThreadBodySchema,
    answers: { 200: createdThreadSchema, 201: createdThreadSchema },
    errors: ['quota_exceeded'],
    async handle(c, { body }) {
      const { identity } = c.var
      const thread = newThread(body, now())
      const name = thread.externalId ?? undefined
      const known = name === undefined ? undefined : await store.threads.findNamed(identity, name)
      if (!known) {
        await limits.takeThread(identity)
        await requireRoom(store, limits, identity)
      }
      const { id } = await store.threads.create(identity, thread)
      return c.json({ thread_id: id }, known?.id === id ? 200 : 201)
    },
  }),
]

/**
 * With the time that a page showed, its last thread needs not be there any more, nor where it was.
 *
 * @throws AlcoveError `invalid_request` for what is no place of the list.
 */
async function readCursor(
  store: Store,
  scope: Scope,
  after: string | undefined,
  afterTime: string | undefined,
): Promise<Pick<ThreadPage, 'after' | 'afterTime'>> {
  if (after === undefined) {
    if (afterTime === undefined) return {}
    throw new AlcoveError('invalid_request', 'after_time: Expected after beside it.')
  }
  if (afterTime !== undefined && isRowName(after)) {
    return { after, afterTime: new Date(afterTime).toISOString() }
  }
  const last = await findThread(store, scope, after)
  if (!last) throw createCursorError()
  return { after: last.id }
}

/**
 * The oldest clients ask once, without a page, and expect everything; they are known by the header
 * that they do not send. All others get a page of one kind.
 */
function readPage(c: RouteContext, query: InferOutput<typeof threadsQuerySchema>): ThreadPage {
  const { is_archived: isArchived, limit } = query
  const isOldest = isArchived === undefined && limit === undefined && !c.req.header('Aui-Sdk')
  if (isOldest) return { limit: THREADS_UNPAGED_MAX }
  return { isArchived: isArchived ?? false, limit: limit ?? THREADS_PAGE_DEFAULT }
}

function newThread(body: InferOutput<typeof createThreadBodySchema>, nowMs: number): NewThread {
  const { title, external_id: externalId, metadata } = body
  requireStorable({ title, external_id: externalId })
  // Apart: its keys are the caller's, and may be named as fields are.
  requireStorable(metadata ?? {})
  return {
    title: title ?? null,
    externalId: externalId ?? null,
    metadata: metadata ?? null,
    lastMessageAt: threadTime(body.last_message_at, nowMs),
  }
}
