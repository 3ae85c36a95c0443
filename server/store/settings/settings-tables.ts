/** Tables of settings that owners change while the service runs. */
export interface SettingsTables {
  readonly project_drafts: ProjectDraftsTable
  readonly project_versions: ProjectVersionsTable
  readonly config_reloads: ConfigReloadsTable
  readonly config_reload_reports: ConfigReloadReportsTable
}

/** At most one of each project. */
export interface ProjectDraftsTable {
  readonly project_id: string
  /** JSON object. */
  readonly settings: string
  /** The published version from which it began; null: none was published. */
  readonly base_number: number | null
  /** From the counter of the project, so that no two drafts have the same one. */
  readonly revision: number
  /** The revision with which it began: changes keep it, and the next draft has another one. */
  readonly began_revision: number
  /** Mail; null: the command line. */
  readonly changed_by: string | null
  readonly changed_at: string
}

/** Never changed. */
export interface ProjectVersionsTable {
  readonly project_id: string
  readonly number: number
  /** JSON object. */
  readonly settings: string
  /** Mail; null: the command line. */
  readonly published_by: string | null
  readonly published_at: string
  readonly why: string
  /** The version that it brought back. */
  readonly undo_of: number | null
}

/** Requests to running servers to read their configuration again. */
export interface ConfigReloadsTable {
  readonly id: string
  readonly asked_at: string
}

/** Reports of the servers about a reload. */
export interface ConfigReloadReportsTable {
  readonly reload_id: string
  /** Random name of a server's process. */
  readonly server: string
  readonly at: string
  /** 1: the configuration is in effect; 0: it was refused. */
  readonly is_taken: number
  /** Lines about the difference, or the refusal. */
  readonly report: string
}
