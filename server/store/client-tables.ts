import type { Owned } from './owned.ts'

/** How the holder of a lease says that its run ended. */
export type LeaseEnd = 'done' | 'cancelled' | 'error'

/** Runs of clients that write an answer themselves: at most one for each message. */
export interface MessageLeasesTable {
  readonly thread_id: string
  readonly message_id: string
  readonly lease_id: string
  /** Time of the holder's last heartbeat or write. */
  readonly beaten_at: string
  /** `null` until the holder ends it. */
  readonly ended_at: string | null
  readonly end_reason: LeaseEnd | null
}

/** Batches of events that came a moment ago, so that a repeated one is not counted twice. */
export interface EventBatchesTable {
  /** Digest of user and events. */
  readonly id: string
  readonly until: string
}

/** Events of use that clients report. */
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
