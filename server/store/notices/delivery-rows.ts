import type { NoticeDeliveriesTable } from './notice-tables.ts'
import type { NewNotice } from './tell-notice.ts'

/** An attempt that ended. */
export interface AttemptRow {
  readonly at: string
  readonly ms: number
  /** Null: the receiver gave no answer. */
  readonly status: number | null
  /** A sentence; null: it was delivered. */
  readonly problem: string | null
}

export interface DeliveryRow {
  readonly id: string
  readonly noticeId: string
  readonly hookId: string
  readonly event: string
  readonly threadId: string | null
  readonly state: NoticeDeliveriesTable['state']
  readonly nextAt: string
  readonly log: readonly AttemptRow[]
  readonly createdAt: string
}

/** An attempt that this process makes. */
export interface ClaimedDelivery {
  readonly id: string
  readonly hookId: string
  readonly projectId: string
  readonly lease: string
  /** Begun attempts since it was added or repeated, with this one. */
  readonly tries: number
  /** All begun attempts, with this one. */
  readonly attempts: number
  readonly log: readonly AttemptRow[]
  readonly notice: {
    readonly id: string
    readonly event: string
    readonly threadId: string | null
    readonly data: NewNotice['data']
    readonly words: string | null
    readonly createdAt: string
  }
}

export const toDeliveryRow = (
  row: NoticeDeliveriesTable & { readonly event: string },
): DeliveryRow => ({
  id: row.id,
  noticeId: row.notice_id,
  hookId: row.hook_id,
  event: row.event,
  threadId: row.thread_id,
  state: row.state,
  nextAt: row.next_at,
  log: readLog(row.log),
  createdAt: row.created_at,
})

export const readLog = (column: string): readonly AttemptRow[] => JSON.parse(column) as AttemptRow[]
