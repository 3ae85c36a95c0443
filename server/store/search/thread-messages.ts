import type { Queryable } from '../database.ts'

/** Messages in memory at once: one may be half a megabyte. */
const MESSAGES_PER_QUERY = 20

/** Reads the messages of a thread for an index, page by page, parents before their children. */
export async function* readThreadMessages(db: Queryable, threadId: string) {
  let after = { height: -1, created_at: '', id: '' }
  for (;;) {
    const { height, created_at, id } = after
    const messages = await db
      .selectFrom('messages')
      .select(['id', 'thread_id', 'project_id', 'workspace_id', 'content', 'height', 'created_at'])
      .where('thread_id', '=', threadId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('height', 'created_at', 'id'), '>', tuple(height, created_at, id)),
      )
      .orderBy('height')
      .orderBy('created_at')
      .orderBy('id')
      .limit(MESSAGES_PER_QUERY)
      .execute()
    yield messages
    const last = messages.at(-1)
    if (!last || messages.length < MESSAGES_PER_QUERY) return
    after = last
  }
}
