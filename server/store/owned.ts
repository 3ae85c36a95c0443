/** Owner of a row: its user and workspace. */
export interface Owned {
  readonly project_id: string
  readonly workspace_id: string
  readonly user_id: string
}
