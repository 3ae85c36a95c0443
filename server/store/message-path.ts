import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { findMessage, toMessageRows } from './message-rows.ts'
import type { MessageRow, Scope } from './store.ts'

interface MessagePath {
  readonly scope: Scope
  readonly threadId: string
  readonly messageId: string
  /** Of content, as JSON text in UTF-8. */
  readonly maxBytes: number | undefined
}

/** From the message up to the root, or to the last one that fits; in the order of the talk. */
export async function readPath(
  db: Queryable,
  { scope, threadId, messageId, maxBytes = Number.MAX_SAFE_INTEGER }: MessagePath,
): Promise<readonly MessageRow[]> {
  const last = await findMessage(db, scope, threadId, messageId)
  if (!last) return []
  const bytes = sql<number>`cast(octet_length(messages.content) as bigint)`
  const rows = await db
    .withRecursive('ancestors', (cte) =>
      cte
        .selectFrom('messages')
        .selectAll()
        .select(bytes.as('total_bytes'))
        .where('thread_id', '=', threadId)
        .where('id', '=', last.id)
        .unionAll(
          cte
            .selectFrom('ancestors')
            .innerJoin('messages', 'messages.id', 'ancestors.parent_id')
            .selectAll('messages')
            .select(sql<number>`ancestors.total_bytes + ${bytes}`.as('total_bytes'))
            .where('messages.thread_id', '=', threadId)
            .where(sql`ancestors.total_bytes + ${bytes}`, '<=', maxBytes),
        ),
    )
    .selectFrom('ancestors')
    .selectAll()
    .orderBy('height')
    .execute()
  return toMessageRows(rows)
}
