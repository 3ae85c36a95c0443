import type { Generated } from 'kysely'
import type { AnswerKnowledgeTable, StepMemoryTable } from './answer-tables.ts'
import type { CaseTables } from './cases/case-tables.ts'
import type { ConversationTables } from './desk/conversation-tables.ts'
import type { EventBatchesTable, EventsTable, MessageLeasesTable } from './client-tables.ts'
import type { BlockedAddressesTable, BudgetsTable, SpentProofsTable } from './guard-tables.ts'
import type { DeskTables } from './desk/desk-tables.ts'
import type { FactTables } from './facts/fact-tables.ts'
import type { Owned } from './owned.ts'
import type { NoticeTables } from './notices/notice-tables.ts'
import type { KnowledgeTables } from './knowledge/knowledge-tables.ts'
import type { SettingsTables } from './settings/settings-tables.ts'
import type { VectorTables } from './knowledge/vectors/vector-tables.ts'
import type { JobLeasesTable, WorkspaceBytesTable, WriteChecksTable } from './upkeep-tables.ts'

/** The tables of both engines: JSON and times as text, booleans as 0 and 1. Column names are the wire's; the query files map them. */
export interface Tables
  extends
    CaseTables,
    ConversationTables,
    DeskTables,
    FactTables,
    KnowledgeTables,
    NoticeTables,
    SettingsTables,
    VectorTables {
  readonly threads: ThreadsTable
  readonly messages: MessagesTable
  readonly message_leases: MessageLeasesTable
  readonly step_memory: StepMemoryTable
  readonly answer_knowledge: AnswerKnowledgeTable
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
  readonly event_batches: EventBatchesTable
  readonly files: FilesTable
  readonly file_threads: FileThreadsTable
  readonly budgets: BudgetsTable
  readonly write_checks: WriteChecksTable
  readonly blocked_addresses: BlockedAddressesTable
  readonly spent_proofs: SpentProofsTable
  readonly job_leases: JobLeasesTable
}

/**
 * The writer of a message's current content: a run of this server, or a caller of the API. Text of people
 * always counts as theirs; a client's copy of an answer decides nothing.
 */
export type MessageOrigin = 'server' | 'client'

/** `pending`: an upload address was issued. `ready`: its bytes arrived and were inspected. */
export type FileState = 'pending' | 'ready'

/** `server`: a secret of the project's own backend. `browser`: may be in a page. */
export type ApiKeyScope = 'server' | 'browser'

export type ScoreType = 'numeric' | 'categorical' | 'boolean'

export interface ThreadsTable extends Owned {
  readonly id: string
  readonly title: string | null
  readonly is_archived: number
  readonly external_id: string | null
  readonly metadata: string | null
  readonly last_message_at: string
  /** The beginning of the last text, in one line; of the message `last_text_of`. */
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
  /** The workspace in which it started, if its thread has moved since. */
  readonly moved_from: string | null
  readonly request_id: string | null
  readonly turn_key: string | null
  /** Time when the process that drives it was asked to stop. */
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
 * Searchable texts: one row for each title and each message with words. Derived from the other tables, and
 * rebuilt if those were filled in another way.
 */
export interface SearchDocumentsTable {
  /** Grows with each row; Postgres returns it as text. */
  readonly id: Generated<number | string>
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
  /** Prefix of each of its terms. */
  readonly scope: string
  /** Separated by spaces. An engine may store them in its index only. */
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
  /** The version of its settings that is in effect; null: none was published. */
  readonly published_number: Generated<number | null>
  /** The newest revision of its drafts. */
  readonly draft_revision: Generated<number>
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
  /** Its thread, message or run as one text: unique columns must not be `null`. */
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

export interface FilesTable extends Owned {
  readonly key: string
  readonly filename: string
  readonly declared_type: string | null
  readonly declared_bytes: number | null
  readonly media_type: string | null
  readonly bytes: number | null
  readonly state: FileState
  /** The last thread in which it was sent; `file_threads` has all of them. */
  readonly thread_id: string | null
  /** Since when it is not needed; `null` once it was sent, empty if its thread was removed. */
  readonly unsent_since: string | null
  readonly created_at: string
}

/** Each thread that refers to a file. */
export interface FileThreadsTable {
  readonly file_key: string
  readonly thread_id: string
}
