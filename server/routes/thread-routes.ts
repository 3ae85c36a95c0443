import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { emptySchema, THREAD_ID } from '../../shared/api/common-fields.ts'
import {
  createdThreadSchema,
  createThreadBodySchema,
  oneThreadSchema,
  threadListSchema,
  threadSearchQuerySchema,
  threadSearchSchema,
  threadsQuerySchema,
  updateThreadBodySchema,
} from '../../shared/api/threads.ts'
import { THREADS_PAGE_DEFAULT, THREADS_UNPAGED_MAX } from '../../shared/wire/threads.ts'
import type { Identity } from '../auth/identity.ts'
import { amountName, type Limits } from '../limits/limits.ts'
import type { NewThread, Scope, Store, ThreadChange, ThreadPage } from '../store/store.ts'
import {
  createCursorError,
  createThreadError,
  findThread,
  isRowName,
  requireStorable,
  requireThread,
} from './find-row.ts'
import { route, type Route, type RouteContext } from './route.ts'
import { matchJson, threadJson } from './row-json.ts'

export const threadRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/threads',
    summary: 'List the threads of the caller’s workspace, newest message first',
    access: 'user',
    query: threadsQuerySchema,
    headers: { 'Aui-Sdk': 'Without it, is_archived and limit: all threads of both kinds at once' },
    answers: { 200: threadListSchema },
    async handle(c, { query }, { store }) {
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
    storesBody: true,
    answers: { 200: createdThreadSchema, 201: createdThreadSchema },
    errors: ['quota_exceeded'],
    async handle(c, { body }, { store, limits, now }) {
      const { identity } = c.var
      const thread = newThread(body, now())
      const name = thread.externalId ?? undefined
      const known = name === undefined ? undefined : await store.threads.findNamed(identity, name)
      if (!known) await takeThread(identity, store, limits)
      const { id } = await store.threads.create(identity, thread)
      return c.json({ thread_id: id }, known?.id === id ? 200 : 201)
    },
  }),
  // Before `/threads/:id`, which would match this path too.
  route({
    method: 'GET',
    path: '/threads/search',
    summary: 'Find threads of the caller’s workspace by words in their titles and messages',
    access: 'user',
    query: threadSearchQuerySchema,
    answers: { 200: threadSearchSchema },
    count: (c, { limits }) => limits.takeSearch(c.var.identity),
    async handle(c, { query: { query: text, limit } }, { store }) {
      const { signal } = c.req.raw
      const matches = await store.threads.search(c.var.identity, { text, limit, signal })
      return c.json({
        threads: matches.map((match) => ({
          ...threadJson(match.thread),
          match: matchJson(match),
        })),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/threads/:id',
    params: { id: THREAD_ID },
    summary: 'Read one thread',
    access: 'user',
    answers: { 200: oneThreadSchema },
    errors: ['not_found'],
    async handle(c, { params: { id } }, { store }) {
      const thread = await requireThread(store, c.var.identity, id)
      const row = threadJson(thread)
      // Clients before 0.1.36 read the thread itself, later ones its wrapper.
      return c.json({ ...row, thread: row })
    },
  }),
  route({
    method: 'PUT',
    path: '/threads/:id',
    params: { id: THREAD_ID },
    summary: 'Rename, archive or describe a thread; what is absent stays',
    access: 'user',
    body: updateThreadBodySchema,
    storesBody: true,
    answers: { 200: emptySchema },
    errors: ['not_found'],
    async handle(c, { params: { id }, body }, { store, now }) {
      const change = readChange(body, now())
      const thread = await requireThread(store, c.var.identity, id)
      // The thread may have been removed in the meantime.
      if (!(await store.threads.update(c.var.identity, thread.id, change)))
        throw createThreadError()
      return c.json({})
    },
  }),
  route({
    method: 'DELETE',
    path: '/threads/:id',
    params: { id: THREAD_ID },
    summary: 'Delete a thread with its messages; a running answer is stopped first',
    access: 'user',
    answers: { 200: emptySchema },
    errors: ['not_found'],
    async handle(c, { params: { id } }, { store, runs }) {
      const { identity } = c.var
      const thread = await requireThread(store, identity, id)
      await runs.stop(identity, { thread: thread.id })
      if (!(await store.threads.remove(identity, thread.id))) throw createThreadError()
      return c.json({})
    },
  }),
]

/**
 * With the time from a page, the cursor's thread may have moved or been removed.
 *
 * @throws AlcoveError `invalid_request` for a malformed cursor.
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
 * The oldest clients ask once, without a page, and expect all threads; they lack a header that later ones
 * send. All others get one page of one kind.
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
  // Validated separately: its keys are the caller's, and may equal names of fields.
  requireStorable(metadata ?? {})
  return {
    title: title ?? null,
    externalId: externalId ?? null,
    metadata: metadata ?? null,
    lastMessageAt: threadTime(body.last_message_at, nowMs),
  }
}

function readChange(body: InferOutput<typeof updateThreadBodySchema>, nowMs: number): ThreadChange {
  const { title, is_archived: isArchived, last_message_at: time, metadata } = body
  requireStorable({ title })
  // Validated separately: its keys are the caller's, and may equal names of fields.
  requireStorable(metadata ?? {})
  return {
    ...(title === undefined ? {} : { title }),
    ...(isArchived === undefined ? {} : { isArchived }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(time === undefined ? {} : { lastMessageAt: threadTime(time, nowMs) }),
  }
}

/**
 * Time of a thread's last use as stored: never later than now, so that no thread stays on top of the list or
 * escapes the removal of unused ones.
 *
 * @param text a time that the body's schema accepted.
 * @param nowMs milliseconds since 1970.
 */
const threadTime = (text: string, nowMs: number): string =>
  new Date(Math.min(Date.parse(text), nowMs)).toISOString()

/**
 * Counts a thread that is about to be created. No data of a user is removed to make space: users choose
 * themselves.
 *
 * @throws AlcoveError `rate_limited`; `quota_exceeded` if the workspace has its maximum of threads.
 */
export async function takeThread(identity: Identity, store: Store, limits: Limits): Promise<void> {
  await limits.takeThread(identity)
  const name = amountName(identity, 'threadsPerAnonymousUser', 'threadsPerUser')
  const max = limits.amount(identity.projectId, name)
  if ((await store.threads.count(identity, max)) < max) return
  throw new AlcoveError('quota_exceeded', `There are ${max} threads already; delete some first.`, {
    data: { limit: max },
  })
}
