export interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** `null` unless the operator switched it off. */
  readonly suspendedAt: string | null
}

export interface ProjectQueries {
  /** @throws AlcoveError `conflict` when the id is taken. */
  create(project: { readonly id: string; readonly name: string }): Promise<ProjectRow>
  find(id: string): Promise<ProjectRow | undefined>
  /** All, by id: for the operator's tools alone. */
  list(): Promise<readonly ProjectRow[]>
  /** Whether there was such a project. */
  setSuspended(id: string, isSuspended: boolean): Promise<boolean>
}
