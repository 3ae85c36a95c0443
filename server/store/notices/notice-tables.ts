/** Tables of what owners are told: webhooks with their deliveries, and weekly reports by mail. */
export interface NoticeTables {
  readonly notice_hooks: NoticeHooksTable
  readonly notices: NoticesTable
  readonly notice_deliveries: NoticeDeliveriesTable
  readonly report_people: ReportPeopleTable
  readonly report_mails: ReportMailsTable
}

/** Webhooks. Key: id. Index: project_id, created_at, id. */
export interface NoticeHooksTable {
  readonly id: string
  readonly project_id: string
  readonly url: string
  /** JSON: names of events. */
  readonly events: string
  /** JSON: one or two of { sealed, madeAt }, the newest first. */
  readonly secrets: string
  readonly is_on: number
  readonly created_at: string
}

/**
 * Facts to tell, each added by the transaction of the fact, and only if a webhook wants it. Key: id. With its
 * thread. Indexes: created_at, id; thread_id, position;
 * project_id, event, created_at, id; unique: dedupe.
 */
export interface NoticesTable {
  readonly id: string
  readonly project_id: string
  readonly event: string
  readonly thread_id: string | null
  /** Order among those of the same thread. */
  readonly position: number
  /** JSON: ids and figures. */
  readonly data: string
  /** Masked words of the person; null: there are none, or they were removed. */
  readonly words: string | null
  /** Equal for a fact that several transactions may find. */
  readonly dedupe: string | null
  readonly created_at: string
}

/**
 * A notice on its way to one webhook. Key: id. With its notice and its webhook. Indexes: next_at, id of those that are due;
 * hook_id, thread_id, position of those; hook_id, created_at, id; notice_id.
 */
export interface NoticeDeliveriesTable {
  readonly id: string
  readonly notice_id: string
  readonly hook_id: string
  readonly project_id: string
  readonly thread_id: string | null
  readonly position: number
  readonly state: 'due' | 'done' | 'gave-up'
  /** Of the next attempt. During an attempt: the time after which another process takes over. */
  readonly next_at: string
  /** Of the process that makes the attempt. */
  readonly lease: string | null
  /** Begun attempts since the delivery was added or repeated. */
  readonly tries: number
  /** All begun attempts. */
  readonly attempts: number
  /** JSON: the last attempts that ended. */
  readonly log: string
  readonly created_at: string
}

/** People who get the weekly report of a project by mail. Key: project and person; with the person. Index: person_id. */
export interface ReportPeopleTable {
  readonly project_id: string
  readonly person_id: string
  readonly since: string
}

/**
 * Reports on their way to one person. Key: id; unique: project, person and week; with the person. Indexes: next_at, id of those that are
 * due; project_id, created_at, id; created_at, id.
 */
export interface ReportMailsTable {
  readonly id: string
  readonly project_id: string
  readonly person_id: string
  /** First day of the week, or `test`. */
  readonly week: string
  readonly state: 'due' | 'sent' | 'refused' | 'gave-up'
  readonly next_at: string
  readonly lease: string | null
  readonly tries: number
  readonly said: string | null
  readonly created_at: string
}
