import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from './database.ts'
import type { Scope } from './scope.ts'

/**
 * Time within which equal events of a user are one call that was repeated. Published clients repeat a call
 * whose answer they did not get after 250 ms, and again after 1 s, without a sign that it is the same. They
 * collect new events for 2 s, so equal ones that come later are others.
 */
export const EVENTS_REPEAT_MS = 1_750

/** True if the user sent the same events less than {@link EVENTS_REPEAT_MS} ago; records them otherwise. */
export async function isRepeated(
  trx: Trx,
  { projectId, workspaceId, userId }: Scope,
  events: readonly object[],
  now: string,
): Promise<boolean> {
  const text = JSON.stringify([projectId, workspaceId, userId, events])
  const id = createHash('sha256').update(text).digest('base64url')
  const until = new Date(Date.parse(now) + EVENTS_REPEAT_MS).toISOString()
  const { rows } = await sql`
    insert into event_batches (id, until) values (${id}, ${until})
    on conflict (id) do update set until = excluded.until where event_batches.until <= ${now}
    returning id
  `.execute(trx)
  return rows.length === 0
}
