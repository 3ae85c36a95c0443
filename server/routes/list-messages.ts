import type { InferOutput } from 'valibot'
import type { messageListSchema, messagesQuerySchema } from '../../shared/wire/messages.ts'
import type { Scope, Store } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createCursorError } from './cursor-error.ts'
import { withFeedback } from './feedback-score.ts'
import { findMessage } from './find-message.ts'
import { messageJson } from './row-json.ts'
import { isRowName } from './stored-name.ts'

type MessagesQuery = InferOutput<typeof messagesQuerySchema>

/**
 * A page of a thread's messages as they are answered: files can be opened, ratings are shown.
 *
 * @param base the project's base as the caller wrote it.
 * @throws AlcoveError `invalid_request` for a cursor that is no row of the thread.
 */
export async function listMessages(
  { store, files }: Pick<ApiParts, 'store' | 'files'>,
  scope: Scope,
  base: string,
  threadId: string,
  { limit, after: last, format }: MessagesQuery,
): Promise<InferOutput<typeof messageListSchema>> {
  const after = last === undefined ? {} : { after: await findCursor(store, scope, threadId, last) }
  const filter = format === undefined || !isRowName(format) ? {} : { format }
  const stored = await store.messages.list(scope, threadId, { limit, ...filter, ...after })
  const rows = await withFeedback(store, scope, threadId, stored)
  const contents = await files.withReadUrls(
    scope,
    base,
    rows.map(({ content }) => content),
  )
  return {
    messages: rows.map((row, index) =>
      messageJson({ ...row, content: contents[index] ?? row.content }),
    ),
  }
}

async function findCursor(store: Store, scope: Scope, thread: string, after: string) {
  const row = await findMessage(store, scope, thread, after)
  if (!row) throw createCursorError()
  return row.id
}
