import { sql, type RawBuilder } from 'kysely'
import type { PurgeQueries } from './store.ts'

/** When a purge is, and since when a visitor must rest. */
export type PurgeTimes = Parameters<PurgeQueries['purge']>[0]

/**
 * Workspaces of visitors without a name, as `createAnonymousIdentity` names them and as the indexes
 * of visitors have it, word for word: else neither engine would use those indexes.
 */
export const IS_VISITORS = sql<boolean>`workspace_id >= 'usr_anon_' and workspace_id < 'usr_anon\`'`

/** Whether no session of the row's visitor lives, and all their threads rest. */
export const isAbandoned = (
  row: string,
  { now, idleBefore }: PurgeTimes,
): RawBuilder<boolean> => sql<boolean>`
  not exists (
    select 1 from sessions
    where sessions.project_id = ${sql.ref(`${row}.project_id`)}
      and sessions.user_id = ${sql.ref(`${row}.workspace_id`)}
      and sessions.expires_at >= ${now}
  )
  and not exists (
    select 1 from threads as active
    where active.project_id = ${sql.ref(`${row}.project_id`)}
      and active.workspace_id = ${sql.ref(`${row}.workspace_id`)}
      and active.last_message_at >= ${idleBefore}
  )`
