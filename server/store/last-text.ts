import type { JsonObject } from '../../shared/json.ts'
import { inTurns } from '../steps/in-turns.ts'
import type { Queryable, Trx } from './database.ts'
import { readColumn } from './json-column.ts'
import { messageText } from './search/documents.ts'
import { firstLine } from './search/snippet.ts'

/** A message that was written. */
export interface Said {
  readonly id: string
  readonly content: JsonObject
}

/**
 * The columns of a thread after a new message. A message without words, such as a file or the call of a tool,
 * keeps the earlier text.
 */
export function lastTextOf({ id, content }: Said) {
  const text = firstLine(messageText(content))
  return text === '' ? {} : { last_text: text, last_text_of: id }
}

/** Updates the text after the last message was changed. Its thread must be locked. */
export async function rewordLastText(db: Queryable, threadId: string, said: Said): Promise<void> {
  await db
    .updateTable('threads')
    .set({ last_text: firstLine(messageText(said.content)) || null })
    .where('id', '=', threadId)
    .where('last_text_of', '=', said.id)
    .execute()
}

/**
 * Updates the text after messages were removed: if the last one is among them, the new end of the thread
 * counts.
 */
export async function forgetLastText(
  trx: Trx,
  threadId: string,
  goneIds: readonly string[],
): Promise<void> {
  if (goneIds.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('threads')
    .set({ last_text: null, last_text_of: null })
    .where('id', '=', threadId)
    .where('last_text_of', 'in', goneIds)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const last = await trx
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('thread_id', '=', threadId)
    .orderBy('height', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const said = { id: last.id, content: await inTurns(readColumn(last.content)) }
  const columns = lastTextOf(said)
  if (columns.last_text === undefined) return
  await trx.updateTable('threads').set(columns).where('id', '=', threadId).execute()
}
