/** The tenant and user whose rows a query may touch. Every query of threads, messages and runs takes one. */
export interface Scope {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
}

interface OwnedRow {
  readonly project_id: string
  readonly workspace_id: string
  readonly user_id: string
}

/** The owner of a row. */
export const toScope = (row: OwnedRow): Scope => ({
  projectId: row.project_id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
})
