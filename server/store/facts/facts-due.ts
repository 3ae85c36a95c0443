import { sql, type QueryExecutorProvider } from 'kysely'
import type { Trx } from '../database.ts'

/** Time in which the process that drove an answer writes its facts itself. */
export const OWN_FACTS_MS = 60_000

/** Notes that an answer, which this transaction saves, has no facts yet. */
export async function queueFacts(
  trx: Trx,
  { threadId, messageId }: { readonly threadId: string; readonly messageId: string },
  now: string,
): Promise<void> {
  const dueAt = new Date(Date.parse(now) + OWN_FACTS_MS).toISOString()
  await trx
    .insertInto('facts_due')
    .values({ thread_id: threadId, message_id: messageId, due_at: dueAt })
    .onConflict((conflict) =>
      conflict.columns(['thread_id', 'message_id']).doUpdateSet({ due_at: dueAt }),
    )
    .execute()
}

/** Queues all answers of this server without facts: of a version before, or of a backup of it. */
export async function queueMissingFacts(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into facts_due (thread_id, message_id, due_at)
    select thread_id, id, created_at from messages
    where origin = 'server' and not exists (
      select 1 from answer_facts
      where answer_facts.thread_id = messages.thread_id and answer_facts.message_id = messages.id
    )
    on conflict (thread_id, message_id) do nothing
  `.execute(db)
}
