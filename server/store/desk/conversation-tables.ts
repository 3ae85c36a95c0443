import type { Generated } from 'kysely'
import type { FixWay } from '../../../shared/desk/fixes.ts'

/** Tables of the desk's conversations. */
export interface ConversationTables {
  readonly desk_documents: DeskDocumentsTable
  readonly desk_unindexed: DeskUnindexedTable
  readonly conversation_notes: ConversationNotesTable
  readonly answer_fixes: AnswerFixesTable
}

/**
 * Searchable texts of a project's conversations for the people of the desk: one row for each title and each message with words, as masked
 * text. Derived, as `search_documents`. With its message or thread.
 */
export interface DeskDocumentsTable {
  readonly id: Generated<number | string>
  readonly project_id: string
  /** Weeks since 1970 at which the text was written. */
  readonly week: number
  readonly thread_id: string
  /** `null`: the thread's title. */
  readonly message_id: string | null
  /** Separated by spaces; each begins with its project and week. An engine may store them in its index only. */
  readonly terms: string
}

/** Threads of a version before, or of a backup, whose texts are not in the index yet. Key: all columns. */
export interface DeskUnindexedTable {
  readonly project_id: string
  /** As of the moment when the row was made: the newest are indexed first. */
  readonly last_at: string
  readonly thread_id: string
}

/** Notes of people of the desk about a conversation. Key: id; with its thread or message. Index: thread_id, created_at, id. */
export interface ConversationNotesTable {
  readonly id: string
  readonly project_id: string
  readonly thread_id: string
  /** `null`: it is about the whole conversation. */
  readonly message_id: string | null
  readonly person_id: string
  /** Mail of the person at that time. */
  readonly mail: string
  readonly text: string
  readonly created_at: string
}

/**
 * Changes of the settings that people of the desk began because of a message. Key: id; with its message. Indexes: thread_id, message_id;
 * project_id, version_number.
 */
export interface AnswerFixesTable {
  readonly id: string
  readonly project_id: string
  readonly thread_id: string
  readonly message_id: string
  readonly way: FixWay
  /** Mail of the person who began it. */
  readonly mail: string
  readonly began_at: string
  /** The version with which it was published; null: it is in the draft. */
  readonly version_number: number | null
  readonly published_at: string | null
}
