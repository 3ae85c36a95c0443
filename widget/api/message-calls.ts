import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { createMessageBodySchema } from '../../shared/api/messages.ts'
import {
  MESSAGES_PAGE_MAX,
  messageRowSchema,
  createdMessageSchema,
} from '../../shared/wire/messages.ts'
import { parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'

export interface StoredMessage {
  readonly id: string
  readonly externalId: string | null
  readonly parentId: string | null
  readonly createdAt: string
  readonly format: string
  readonly content: JsonObject
}

export interface MessagePage {
  /** Rows that could not be read are left out. */
  readonly rows: readonly StoredMessage[]
  /** Ids of the rows on the page whose other fields could not be read, with their parents. */
  readonly unreadable: readonly { readonly id: string; readonly parentId: string | null }[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null
}

const pageSchema = v.object({ messages: v.array(v.unknown()) })
const rowSchema = v.pick(messageRowSchema, [
  'id',
  'external_id',
  'parent_id',
  'created_at',
  'format',
  'content',
])
/** What is left of a row that cannot be read: enough not to lose what hangs below it. */
const linkSchema = v.object({ id: v.string(), parent_id: v.nullish(v.string()) })

/**
 * Reads a page row by row: one bad row costs itself, never the thread.
 *
 * @throws AlcoveError `unavailable` for an answer that is no page.
 */
export function readMessagePage(answer: unknown): MessagePage {
  const page = v.safeParse(pageSchema, answer)
  if (!page.success) throw new AlcoveError('unavailable', 'The history could not be read.')
  const rows: StoredMessage[] = []
  const unreadable: { id: string; parentId: string | null }[] = []
  let last: { id: string; parentId: string | null } | null = null
  for (const value of page.output.messages) {
    const row = v.safeParse(rowSchema, value)
    if (row.success) {
      const { id, external_id, parent_id, created_at, format, content } = row.output
      rows.push({
        id,
        externalId: external_id ?? null,
        parentId: parent_id,
        createdAt: created_at,
        format,
        content,
      })
      last = { id, parentId: parent_id }
      continue
    }
    const link = v.safeParse(linkSchema, value)
    if (!link.success) continue
    last = { id: link.output.id, parentId: link.output.parent_id ?? null }
    unreadable.push(last)
  }
  // A page ends early where its rows are large. The lowest row comes last: one with a parent is not
  // the thread's beginning.
  const isFull = page.output.messages.length >= MESSAGES_PAGE_MAX
  const hasMore = last !== null && (isFull || last.parentId !== null)
  return { rows, unreadable, next: hasMore && last !== null ? last.id : null }
}

export type CreateMessageBody = v.InferInput<typeof createMessageBodySchema>

const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}/messages`
const rowPathOf = (threadId: string, messageId: string): string =>
  `${pathOf(threadId)}/${encodeURIComponent(messageId)}`

/**
 * One page of history, newest first, its rows as they are stored: asked for by format, a server
 * leaves out what it cannot convert, and we read every format of the contract.
 *
 * @param after the last row's id of the page before.
 */
export async function listMessages(
  requests: Requests,
  threadId: string,
  after: string | null,
  signal: AbortSignal,
): Promise<MessagePage> {
  const query = { limit: MESSAGES_PAGE_MAX, after: after ?? undefined }
  return readMessagePage(
    await requests.json({ method: 'GET', path: pathOf(threadId), query, mayMint: false }, signal),
  )
}

/** Returns the new row's id. With an `external_id` it may be repeated safely. */
export async function createMessage(
  requests: Requests,
  threadId: string,
  body: CreateMessageBody,
  signal: AbortSignal,
): Promise<string> {
  const isRepeatable = typeof body.external_id === 'string'
  const answer = await requests.json(
    {
      method: 'POST',
      path: pathOf(threadId),
      body,
      mayMint: false,
      isRepeatable,
    },
    signal,
  )
  return parseAnswer(createdMessageSchema, answer).message_id
}

/** @throws AlcoveError `not_found`. */
export function updateMessage(
  requests: Requests,
  threadId: string,
  messageId: string,
  content: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    { method: 'PUT', path: rowPathOf(threadId, messageId), body: { content }, mayMint: false },
    signal,
  )
}

/**
 * Removes up to 200 rows.
 *
 * @throws AlcoveError `not_found` when there is none of them.
 */
export function deleteMessages(
  requests: Requests,
  threadId: string,
  messageIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    {
      method: 'DELETE',
      path: pathOf(threadId),
      body: { message_ids: messageIds },
      mayMint: false,
    },
    signal,
  )
}
