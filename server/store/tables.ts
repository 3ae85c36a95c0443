/**
 * The tables as both engines hold them: JSON and times as text, booleans as 0 and 1.
 * Column names are the wire's; the query files map them to rows, once.
 */
export interface Tables {
  readonly threads: ThreadsTable
  readonly messages: MessagesTable
  readonly runs: RunsTable
  readonly run_chunks: RunChunksTable
  readonly sessions: SessionsTable
}

export interface ThreadsTable {
  readonly id: string
  readonly project_id: string
  readonly workspace_id: string
  /** Who made it. */
  readonly user_id: string
  readonly title: string | null
  readonly is_archived: number
  readonly external_id: string | null
  readonly metadata: string | null
  readonly last_message_at: string
  readonly created_at: string
  readonly updated_at: string
}

export interface MessagesTable {
  readonly id: string
  readonly project_id: string
  readonly workspace_id: string
  readonly thread_id: string
  readonly parent_id: string | null
  readonly external_id: string | null
  readonly format: string
  readonly content: string
  readonly height: number
  readonly created_at: string
  readonly updated_at: string
}

export interface RunsTable {
  readonly id: string
  readonly project_id: string
  readonly workspace_id: string
  readonly user_id: string
  readonly thread_id: string
  readonly message_id: string
  readonly parent_id: string
  readonly owns_user_message: number
  readonly owner: string
  readonly lease_until: string
  readonly started_at: string
  /** `null` while the run is open. */
  readonly ended_at: string | null
}

export interface RunChunksTable {
  readonly run_id: string
  readonly seq: number
  readonly data: string
}

export interface SessionsTable {
  readonly token_hash: string
  readonly session_id: string
  readonly project_id: string
  readonly user_id: string
  readonly parent_hash: string | null
  readonly child_hash: string | null
  readonly created_at: string
  readonly used_at: string | null
  readonly expires_at: string
  readonly started_at: string
}
