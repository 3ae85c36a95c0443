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
  /** Without unreadable rows. */
  readonly rows: readonly StoredMessage[]
  /** Ids and parents of rows whose other fields could not be read. */
  readonly unreadable: readonly { readonly id: string; readonly parentId: string | null }[]
  /** Cursor of the next page; `null` after the last one. */
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
/** Minimum of an unreadable row: enough to keep the messages below it. */
const linkSchema = v.object({ id: v.string(), parent_id: v.nullish(v.string()) })

/**
 * Reads a page row by row, so that one bad row does not cost the thread.
 *
 * @throws AlcoveError `unavailable` for a response that is not a page.
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
  // A page with large rows ends early. Its last row is the lowest: with a parent, it is not the thread's
  // beginning.
  const isFull = page.output.messages.length >= MESSAGES_PAGE_MAX
  const hasMore = last !== null && (isFull || last.parentId !== null)
  return { rows, unreadable, next: hasMore && last !== null ? last.id : null }
}

export type CreateMessageBody = v.InferInput<typeof createMessageBodySchema>

const pathOf = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}/messages`
const rowPathOf = (threadId: string, messageId: string): string =>
  `${pathOf(threadId)}/${encodeURIComponent(messageId)}`

/**
 * Returns one page of history, newest first, with rows as stored. No format is requested: the server would leave
 * out rows that it cannot convert, and this client reads every format of the contract.
 *
 * @param after id of the last row on the page before.
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

/** Returns the new row's id. With an `external_id` the call is idempotent. */
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
 * Deletes up to 200 rows.
 *
 * @throws AlcoveError `not_found` if none of them exists.
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
