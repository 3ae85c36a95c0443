import type { Selectable } from 'kysely'
import type { RunRow } from './store.ts'
import type { RunsTable } from './tables.ts'

export function toRunRow(row: Selectable<RunsTable>): RunRow {
  return {
    id: row.id,
    scope: { projectId: row.project_id, workspaceId: row.workspace_id, userId: row.user_id },
    threadId: row.thread_id,
    messageId: row.message_id,
    parentId: row.parent_id,
    ownsUserMessage: row.owns_user_message === 1,
    startedAt: row.started_at,
  }
}
