import * as v from 'valibot'
import {
  claimedSchema,
  createdThreadSchema,
  type createThreadBodySchema,
  THREADS_PAGE_DEFAULT,
  type updateThreadBodySchema,
} from '../../shared/wire/threads.ts'
import type { Requests } from './create-requests.ts'
import { parseAnswer } from './parse-answer.ts'
import { listSchema, parseThread, type Thread } from './thread-row.ts'

export interface ThreadsQuery {
  /** Default: those that are not archived. */
  readonly isArchived?: boolean | undefined
  /** 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** The last thread of the page before. */
  readonly after?: string | null | undefined
}

export interface ThreadPage {
  readonly threads: readonly Thread[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null
}

export type CreateThreadBody = v.InferInput<typeof createThreadBodySchema>
export type UpdateThreadBody = v.InferInput<typeof updateThreadBodySchema>

const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}`

/** One page, written to last first. Rows that cannot be read are left out. */
export async function listThreads(
  requests: Requests,
  { isArchived, limit, after }: ThreadsQuery,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const query = { is_archived: isArchived, limit, after: after ?? undefined }
  const answer = await requests.json(
    { method: 'GET', path: '/threads', query, mayMint: false },
    signal,
  )
  const rows = parseAnswer(listSchema, answer).threads
  const last = v.safeParse(v.object({ id: v.string() }), rows.at(-1))
  const isFull = rows.length >= (limit ?? THREADS_PAGE_DEFAULT)
  return {
    threads: rows.flatMap((row) => parseThread(row) ?? []),
    next: isFull && last.success ? last.output.id : null,
  }
}

/** @throws AlcoveError `not_found`. */
export async function getThread(
  requests: Requests,
  threadId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const answer = await requests.json(
    { method: 'GET', path: pathOf(threadId), mayMint: false },
    signal,
  )
  const { thread } = parseAnswer(v.object({ thread: v.unknown() }), answer)
  return parseThread(thread) ?? parseAnswer(v.never(), thread)
}

/** Returns the new thread's id. With `upsert` and an `external_id` it may be repeated safely. */
export async function createThread(
  requests: Requests,
  body: CreateThreadBody,
  signal: AbortSignal,
): Promise<string> {
  const isRepeatable = body.upsert === true && typeof body.external_id === 'string'
  const answer = await requests.json(
    { method: 'POST', path: '/threads', body, mayMint: true, isRepeatable },
    signal,
  )
  return parseAnswer(createdThreadSchema, answer).thread_id
}

/** @throws AlcoveError `not_found`. */
export function updateThread(
  requests: Requests,
  threadId: string,
  body: UpdateThreadBody,
  signal: AbortSignal,
): Promise<void> {
  return requests.done({ method: 'PUT', path: pathOf(threadId), body, mayMint: false }, signal)
}

/** @throws AlcoveError `not_found`, also for a thread that is gone already. */
export function deleteThread(
  requests: Requests,
  threadId: string,
  signal: AbortSignal,
): Promise<void> {
  return requests.done({ method: 'DELETE', path: pathOf(threadId), mayMint: false }, signal)
}

/**
 * Takes over the threads of an anonymous visitor, by its refresh token; says how many.
 *
 * @throws AlcoveError when the caller is anonymous itself.
 */
export async function claimThreads(
  requests: Requests,
  refreshToken: string,
  signal: AbortSignal,
): Promise<number> {
  const answer = await requests.json(
    {
      method: 'POST',
      path: '/threads/claim',
      body: { refresh_token: refreshToken },
      mayMint: false,
    },
    signal,
  )
  return parseAnswer(claimedSchema, answer).moved
}
