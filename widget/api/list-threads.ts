import * as v from 'valibot'
import { THREADS_PAGE_DEFAULT } from '../../shared/wire/thread-schema.ts'
import type { Requests } from './create-requests.ts'
import { parseAnswer } from './parse-answer.ts'
import { listSchema, parseThread, type Thread } from './thread-row.ts'

// The calls that find the thread to show first; the others are loaded later.

export interface ThreadsQuery {
  /** Default: those that are not archived. */
  readonly isArchived?: boolean | undefined
  /** 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** The last thread of the page before. */
  readonly after?: string | null | undefined
  /** When that one was written to last, as it was listed: then it need not be there any more. */
  readonly afterTime?: string | undefined
}

export interface ThreadPage {
  readonly threads: readonly Thread[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null
}

export const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}`

/** One page, written to last first. Rows that cannot be read are left out. */
export async function listThreads(
  requests: Requests,
  { isArchived, limit, after, afterTime }: ThreadsQuery,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const query = {
    is_archived: isArchived,
    limit,
    after: after ?? undefined,
    after_time: afterTime,
  }
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
