/** Tables of the people who open the desk. */
export interface DeskTables {
  readonly desk_people: DeskPeopleTable
  readonly desk_roles: DeskRolesTable
  readonly desk_links: DeskLinksTable
  readonly desk_sessions: DeskSessionsTable
  readonly desk_audit: DeskAuditTable
}

export interface DeskPeopleTable {
  readonly id: string
  /** Lower case; unique. */
  readonly mail: string
  readonly created_at: string
  readonly seen_at: string | null
}

export interface DeskRolesTable {
  readonly person_id: string
  /** Empty: the whole service. */
  readonly project_id: string
  readonly role: 'reader' | 'editor' | 'owner'
  readonly created_at: string
  /** Time of the last raise. Null: the role is no more than it was at first. */
  readonly raised_at: string | null
  /** The least role since the beginning: that of sessions from before the raise. */
  readonly raised_from: 'reader' | 'editor' | null
}

/** Links that sign in once. */
export interface DeskLinksTable {
  readonly token_hash: string
  readonly person_id: string
  readonly ends_at: string
  readonly used_at: string | null
}

export interface DeskSessionsTable {
  readonly id: string
  readonly token_hash: string
  readonly person_id: string
  readonly device: string
  readonly started_at: string
  readonly used_at: string
  /** The session ends then, however much it is used. */
  readonly ends_at: string
}

export interface DeskAuditTable {
  readonly id: string
  readonly at: string
  /** Null: the command line. */
  readonly person_id: string | null
  /** Mail at that time. Null: the command line. */
  readonly mail: string | null
  /** Null: the service. */
  readonly project_id: string | null
  readonly act: string
  readonly target: string | null
  /** Of the user whose conversation it was about, so that erasure finds the row. */
  readonly user_id: string | null
  /** JSON object. */
  readonly details: string
}
