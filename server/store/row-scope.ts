import type { Scope } from './store.ts'

interface OwnedRow {
  readonly project_id: string
  readonly workspace_id: string
  readonly user_id: string
}

/** Whose a row is. */
export const toScope = (row: OwnedRow): Scope => ({
  projectId: row.project_id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
})
