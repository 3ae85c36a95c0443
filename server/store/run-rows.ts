import type { Selectable } from 'kysely'
import { toScope } from './row-scope.ts'
import type { RunRow } from './store.ts'
import type { RunsTable } from './tables.ts'

export function toRunRow(row: Selectable<RunsTable>): RunRow {
  return {
    id: row.id,
    scope: toScope(row),
    threadId: row.thread_id,
    messageId: row.message_id,
    parentId: row.parent_id,
    ownsUserMessage: row.owns_user_message === 1,
    continuesMessage: row.continues_message === 1,
    startedAt: row.started_at,
    requestId: row.request_id,
    turnKey: row.turn_key,
  }
}
