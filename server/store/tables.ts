import type { Generated } from 'kysely'
import type { BlockedAddressesTable, SpentProofsTable } from './guard-tables.ts'
import type { JobLeasesTable, WriteChecksTable } from './upkeep-tables.ts'

/**
 * The tables as both engines hold them: JSON and times as text, booleans as 0 and 1.
 * Column names are the wire's; the query files map them to rows, once.
 */
export interface Tables {
  readonly threads: ThreadsTable
  readonly messages: MessagesTable
  readonly message_bytes: WorkspaceBytesTable
  readonly file_bytes: WorkspaceBytesTable
  readonly runs: RunsTable
  readonly run_chunks: RunChunksTable
  readonly kept_stops: KeptStopsTable
  readonly search_documents: SearchDocumentsTable
  readonly sessions: SessionsTable
  readonly projects: ProjectsTable
  readonly api_keys: ApiKeysTable
  readonly scores: ScoresTable
  readonly run_reports: RunReportsTable
  readonly events: EventsTable
  readonly files: FilesTable
  readonly file_threads: FileThreadsTable
  readonly budgets: BudgetsTable
  readonly write_checks: WriteChecksTable
  readonly blocked_addresses: BlockedAddressesTable
  readonly spent_proofs: SpentProofsTable
  readonly job_leases: JobLeasesTable
}

/**
 * Who wrote a message as it stands: a run of this server, or whoever called the API. What people say
 * is always theirs; an answer of a client's is a copy that decides nothing.
 */
export type MessageOrigin = 'server' | 'client'

/** `pending`: an address was given out. `ready`: its bytes are there and were looked at. */
export type FileState = 'pending' | 'ready'

/** `server`: a secret of the project's own backend. `browser`: may stand in a page. */
export type ApiKeyScope = 'server' | 'browser'

export type ScoreType = 'numeric' | 'categorical' | 'boolean'

/** What belongs to somebody: who made it, and in whose workspace it stands. */
interface Owned {
  readonly project_id: string
  readonly workspace_id: string
  readonly user_id: string
}

export interface ThreadsTable extends Owned {
  readonly id: string
  readonly title: string | null
  readonly is_archived: number
  readonly external_id: string | null
  readonly metadata: string | null
  readonly last_message_at: string
  /** The beginning of what was said last, in one line; of the message `last_text_of`. */
  readonly last_text: string | null
  readonly last_text_of: string | null
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
  readonly origin: MessageOrigin
  readonly created_at: string
  readonly updated_at: string
}

/** Bytes of a workspace's messages, or of its files; kept by triggers. */
export interface WorkspaceBytesTable {
  readonly project_id: string
  readonly workspace_id: string
  readonly bytes: number
}

export interface RunsTable extends Owned {
  readonly id: string
  readonly thread_id: string
  readonly message_id: string
  readonly parent_id: string
  readonly owns_user_message: number
  readonly continues_message: number
  readonly owner: string
  readonly lease_until: string
  readonly started_at: string
  /** `null` while the run is open. */
  readonly ended_at: string | null
  /** The workspace it began in, when its thread has moved since. */
  readonly moved_from: string | null
  readonly request_id: string | null
  readonly turn_key: string | null
  /** When somebody asked the process that drives it to stop it. */
  readonly stop_requested_at: string | null
}

/** Stops that came before their calls. */
export interface KeptStopsTable {
  readonly key: string
  readonly until: string
}

export interface RunChunksTable {
  readonly run_id: string
  readonly seq: number
  readonly data: string
}

/**
 * What the search knows: one row for each title and each message that has words. It is made of the
 * other tables, and made anew where those were filled in another way.
 */
export interface SearchDocumentsTable {
  /** Grows with each row; of Postgres' it is a text here. */
  readonly id: Generated<number | string>
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
  /** What each of its terms begins with. */
  readonly scope: string
  /** With spaces between them. An engine may keep them in its index alone. */
  readonly terms: string
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

export interface ProjectsTable {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly suspended_at: string | null
  readonly named_only_since: string | null
  readonly work_bits: number | null
}

export interface ApiKeysTable {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly scope: ApiKeyScope
  readonly key_hash: string
  readonly hint: string
  readonly created_at: string
  readonly revoked_at: string | null
}

export interface ScoresTable extends Owned {
  readonly id: string
  readonly name: string
  /** Its thread, message or run as one text: what is unique must not be `null`. */
  readonly target: string
  readonly data_type: ScoreType
  readonly value: number | null
  readonly string_value: string | null
  readonly comment: string | null
  readonly thread_id: string | null
  readonly message_id: string | null
  readonly run_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface RunReportsTable extends Owned {
  readonly id: string
  readonly thread_id: string
  readonly message_id: string | null
  readonly trace_id: string | null
  readonly status: string
  readonly model_id: string | null
  readonly duration_ms: number | null
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  readonly attributes: string
  readonly created_at: string
}

export interface EventsTable extends Owned {
  readonly id: string
  readonly kind: string
  readonly thread_id: string | null
  readonly message_id: string | null
  readonly run_id: string | null
  readonly value: number | null
  readonly props: string | null
  readonly created_at: string
}

export interface FilesTable extends Owned {
  readonly key: string
  readonly filename: string
  readonly declared_type: string | null
  readonly declared_bytes: number | null
  readonly media_type: string | null
  readonly bytes: number | null
  readonly state: FileState
  /** The last thread that it was sent in; `file_threads` has all of them. */
  readonly thread_id: string | null
  /** Since when nobody needs it; `null` once it was sent, empty when its thread is gone. */
  readonly unsent_since: string | null
  readonly created_at: string
}

/** Each thread that names a file. */
export interface FileThreadsTable {
  readonly file_key: string
  readonly thread_id: string
}

/** What models cost, by day and project. */
export interface BudgetsTable {
  /** Day, project, name and key. */
  readonly line: string
  /** Of Postgres' it is a text. */
  readonly used: number | string
}
