import { Hono, type Context } from 'hono'
import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import {
  createThreadBodySchema,
  THREADS_PAGE_DEFAULT,
  THREADS_PAGE_MAX,
  THREADS_UNPAGED_MAX,
} from '../../shared/wire/rest.ts'
import type { NewThread, ThreadPage } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import type { AppEnv } from './app-env.ts'
import { findThread } from './find-thread.ts'
import { readJsonBody } from './json-body.ts'
import { parseFlag, parseLimit } from './query-value.ts'
import { threadJson } from './row-json.ts'
import { requireStorable } from './stored-name.ts'

export function createThreadRoutes({ store }: ApiParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/', async (c) => {
      const page = readPage(c)
      const after = c.req.query('after')
      const last = after === undefined ? undefined : await findThread(store, c.var.identity, after)
      if (after !== undefined && !last) throw createCursorError()
      const cursor = last ? { after: last.id } : {}
      const threads = await store.threads.list(c.var.identity, { ...page, ...cursor })
      return c.json({ threads: threads.map(threadJson) })
    })
    .post('/', async (c) => {
      const thread = newThread(await readJsonBody(c, createThreadBodySchema))
      const name = thread.externalId ?? undefined
      const known = name === undefined ? undefined : await store.threads.find(c.var.identity, name)
      const { id } = await store.threads.create(c.var.identity, thread)
      return c.json({ thread_id: id }, known?.id === id ? 200 : 201)
    })
}

/**
 * The oldest clients ask once, without a page, and expect everything; they are known by the header
 * that they do not send. All others get a page of one kind.
 */
function readPage(c: Context<AppEnv>): ThreadPage {
  const isArchived = parseFlag('is_archived', c.req.query('is_archived'))
  const limit = c.req.query('limit')
  const isOldest = isArchived === undefined && limit === undefined && !c.req.header('Aui-Sdk')
  if (isOldest) return { limit: THREADS_UNPAGED_MAX }
  return {
    isArchived: isArchived ?? false,
    limit: parseLimit(limit, THREADS_PAGE_DEFAULT, THREADS_PAGE_MAX),
  }
}

function newThread(body: InferOutput<typeof createThreadBodySchema>): NewThread {
  const { title, external_id: externalId, metadata } = body
  requireStorable({ title, external_id: externalId })
  // Apart: its keys are the caller's, and may be named as fields are.
  requireStorable(metadata ?? {})
  return {
    title: title ?? null,
    externalId: externalId ?? null,
    metadata: metadata ?? null,
    lastMessageAt: new Date(body.last_message_at).toISOString(),
  }
}

export const createCursorError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'after: expected the id of a row of the page before.')
