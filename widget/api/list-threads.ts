import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { JsonObject } from '../../shared/json.ts'
import { threadSchema, THREADS_PAGE_DEFAULT } from '../../shared/wire/thread-schema.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'

export interface Thread {
  readonly id: string
  readonly title: string | null
  readonly isArchived: boolean
  readonly externalId: string | null
  readonly lastMessageAt: string | null
  readonly lastText: string | null
  readonly metadata: JsonObject | null
  readonly isRunning: boolean
}

export const listSchema = v.object({ threads: v.array(v.unknown()) })

const {
  id,
  title,
  is_archived,
  external_id,
  last_message_at,
  last_message_text,
  metadata,
  is_running,
} = threadSchema.entries
/** Requires only the fields that are used: other servers of the contract leave out the rest. */
const rowSchema = v.object({
  id,
  title: v.optional(title, null),
  is_archived: v.optional(is_archived, false),
  external_id: v.optional(external_id, null),
  last_message_at: v.optional(v.nullable(last_message_at), null),
  last_message_text: v.optional(last_message_text, null),
  metadata: v.optional(metadata, null),
  is_running: v.optional(is_running, false),
})

/** Returns `undefined` for an unreadable row. */
export function parseThread(row: unknown): Thread | undefined {
  const parsed = v.safeParse(rowSchema, row)
  if (!parsed.success) return undefined
  const { output } = parsed
  return {
    id: output.id,
    title: output.title,
    isArchived: output.is_archived,
    externalId: output.external_id,
    lastMessageAt: output.last_message_at,
    lastText: output.last_message_text,
    metadata: output.metadata,
    isRunning: output.is_running,
  }
}

export interface ThreadsQuery {
  /** Default: threads that are not archived. */
  readonly isArchived?: boolean | undefined
  /** 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** Id of the last thread on the page before. */
  readonly after?: string | null | undefined
  /** When that thread was last written to, as listed. With it, the thread may have been deleted. */
  readonly afterTime?: string | undefined
}

export interface ThreadPage {
  readonly threads: readonly Thread[]
  /** Cursor of the next page; `null` after the last one. */
  readonly next: string | null
}

export const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}`

/** Returns one page, newest message first, without unreadable rows. */
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
  return readThreads(answer, limit)
}

/** @throws AlcoveError `unavailable` for an answer of another form. */
export function readThreads(answer: unknown, limit = THREADS_PAGE_DEFAULT): ThreadPage {
  const rows = parseAnswer(listSchema, answer).threads
  const last = v.safeParse(v.object({ id: v.string() }), rows.at(-1))
  return {
    threads: rows.flatMap((row) => parseThread(row) ?? []),
    next: rows.length >= limit && last.success ? last.output.id : null,
  }
}

/** @throws AlcoveError `not_found`, also for a visitor whom the server does not know. */
export async function getThread(
  requests: Requests,
  threadId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const call = { method: 'GET', path: pathOf(threadId), mayMint: false } as const
  const answer = await requests.json(call, signal).catch((error: unknown) => {
    if (!(error instanceof AlcoveError && error.code === 'token_missing')) throw error
    throw new AlcoveError('not_found', THREAD_TEXTS.threadNotFound, { cause: error })
  })
  return readThread(answer)
}

/** @throws AlcoveError `unavailable` for an answer of another form. */
export function readThread(answer: unknown): Thread {
  const { thread } = parseAnswer(v.object({ thread: v.unknown() }), answer)
  return parseThread(thread) ?? parseAnswer(v.never(), thread)
}
