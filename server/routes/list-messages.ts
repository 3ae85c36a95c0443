import type { InferOutput } from 'valibot'
import type { messageRowSchema, messagesQuerySchema } from '../../shared/wire/messages.ts'
import { eachInStep, inTurns } from '../steps/in-turns.ts'
import type { MessagePage, MessageRow, Scope, Store } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { convertRow } from './convert-row.ts'
import { createCursorError } from './cursor-error.ts'
import { withFeedback } from './feedback-score.ts'
import { findMessage } from './find-message.ts'
import type { RouteContext } from './route.ts'
import { messageJson } from './row-json.ts'
import { listText } from './list-text.ts'
import { streamList } from './stream-list.ts'

/** Begins the `Aui-Sdk` header of the widget's own client, which goes on after a short page. */
const OWN_SDK_PREFIX = 'alcove/'

/** What the header `Aui-Sdk` changes, for the description. */
export const PAGE_SDK_NOTE =
  'alcove/…: a page ends early where it would have more than 4 MiB of content, and ratings are shown in rows of every format'

const JSON_TYPE = { 'Content-Type': 'application/json' }

type MessagesQuery = InferOutput<typeof messagesQuerySchema>
type MessageJson = InferOutput<typeof messageRowSchema>
type ListParts = Pick<ApiParts, 'store' | 'files' | 'onBrokenAnswer' | 'onUnreadableRow'>

/**
 * Answers a page of a thread's messages: files can be opened, ratings are shown, rows are in the format
 * that was asked for where they can be. One that cannot stays as it is: its reader passes it over, and
 * no page becomes shorter. Published clients take a page with fewer rows than they asked for as the last one, so theirs is whole, and written
 * bit by bit where it is large.
 *
 * @throws AlcoveError `invalid_request` for a cursor that is no row of the thread.
 */
export async function answerMessages(
  c: RouteContext,
  { store, files, onBrokenAnswer, onUnreadableRow }: ListParts,
  scope: Scope,
  threadId: string,
  query: MessagesQuery,
): Promise<Response> {
  const isOwn = c.req.header('Aui-Sdk')?.startsWith(OWN_SDK_PREFIX) === true
  async function toJson(stored: readonly MessageRow[]): Promise<readonly MessageJson[]> {
    const rows = await withFeedback(store, scope, threadId, stored, isOwn)
    const contents = await files.withReadUrls(
      scope,
      c.var.base,
      rows.map(({ content }) => content),
    )
    // A row of half a megabyte is converted whole.
    return inTurns(
      eachInStep(rows, (row, index) =>
        messageJson(inFormat({ ...row, content: contents[index] ?? row.content })),
      ),
    )
  }

  function inFormat(row: MessageRow): MessageRow {
    const converted = convertRow(row, query.format)
    if (!converted) onUnreadableRow({ id: row.id, format: row.format })
    return converted ?? row
  }

  const whole = async (messages: readonly MessageJson[]) =>
    c.body(`{"messages":[${await listText(messages)}]}`, 200, JSON_TYPE)

  const readGroup = async (ids: readonly string[]) =>
    toJson(await store.messages.listGroup(scope, threadId, ids))

  const page = await readPage(store, scope, threadId, query)
  if (isOwn) {
    return whole(await toJson(await store.messages.list(scope, threadId, page)))
  }
  const [first = [], ...others] = await store.messages.listIds(scope, threadId, page)
  const messages = await readGroup(first)
  if (others.length === 0) return whole(messages)
  const groups = [() => Promise.resolve(messages), ...others.map((ids) => () => readGroup(ids))]
  const body = streamList('messages', groups, onBrokenAnswer)
  return c.body(body, 200, JSON_TYPE)
}

async function readPage(
  store: Store,
  scope: Scope,
  threadId: string,
  { limit, after: last }: MessagesQuery,
): Promise<MessagePage> {
  const after = last === undefined ? {} : { after: await findCursor(store, scope, threadId, last) }
  return { limit, ...after }
}

async function findCursor(store: Store, scope: Scope, thread: string, after: string) {
  const row = await findMessage(store, scope, thread, after)
  if (!row) throw createCursorError()
  return row.id
}
