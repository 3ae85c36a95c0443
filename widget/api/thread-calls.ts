import * as v from 'valibot'
import type { createThreadBodySchema, updateThreadBodySchema } from '../../shared/api/threads.ts'
import { claimedSchema, createdThreadSchema, threadMatchSchema } from '../../shared/wire/threads.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'
import { pathOf, listSchema, parseThread, type Thread } from './list-threads.ts'

export type CreateThreadBody = v.InferInput<typeof createThreadBodySchema>
export type UpdateThreadBody = v.InferInput<typeof updateThreadBodySchema>

export interface FoundThread {
  readonly thread: Thread
  readonly match: v.InferOutput<typeof threadMatchSchema>
}

/** Returns threads that have all words in their title or in one message, best first. */
export async function searchThreads(
  requests: Requests,
  query: string,
  signal: AbortSignal,
): Promise<readonly FoundThread[]> {
  const answer = await requests.json(
    { method: 'GET', path: '/threads/search', query: { query }, mayMint: false },
    signal,
  )
  return parseAnswer(listSchema, answer).threads.flatMap((row) => {
    const thread = parseThread(row)
    const found = v.safeParse(v.object({ match: threadMatchSchema }), row)
    return thread && found.success ? [{ thread, match: found.output.match }] : []
  })
}

/** Returns the new thread's id. With `upsert` and an `external_id` the call is idempotent. */
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

/** @throws AlcoveError `not_found`, also for a deleted thread. */
export function deleteThread(
  requests: Requests,
  threadId: string,
  signal: AbortSignal,
): Promise<void> {
  return requests.done({ method: 'DELETE', path: pathOf(threadId), mayMint: false }, signal)
}

/** Erases all data of the caller. @throws AlcoveError `not_found` if the server has no such call. */
export const eraseCaller = (requests: Requests, signal: AbortSignal): Promise<void> =>
  requests.done({ method: 'DELETE', path: '/me', mayMint: false }, signal)

/**
 * Takes over the threads of an anonymous visitor, proved by its refresh token. Returns their number.
 *
 * @throws AlcoveError if the caller is anonymous itself.
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
