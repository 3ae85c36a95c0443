import type { Cloud } from '../cloud/cloud.ts'
import type { CloudRecords } from '../cloud/cloud-records.ts'
import type { Clock } from '../cloud/clock.ts'
import type { RowIds } from './row-ids.ts'
import type { FailedAction } from './thread-change.ts'
import type { ThreadLog } from './thread-log.ts'

export interface KeeperSettings {
  readonly records: () => Promise<CloudRecords>
  /** Takes the files of answers, if it takes any. */
  readonly cloud: Pick<Cloud, 'files'>
  readonly clock: Clock
  /** A row id, or a local one for a thread that the server does not know. */
  readonly threadId: string
  readonly log: ThreadLog
  readonly rowIds: RowIds
  /** A message that nobody was sent is not saved. */
  readonly unsent: ReadonlySet<string>
  /** The row above the first loaded message. */
  readonly above: () => string | null
  readonly onFailure: (during: FailedAction, error: unknown) => void
}

/** Keeps a thread whose answers come from a server that does not keep them. */
export interface Keeper {
  /**
   * The thread's id; the thread is made if the server does not know it.
   *
   * @throws the signal's reason.
   */
  ensureThread(signal: AbortSignal): Promise<string>
  /**
   * Saves what of the path to a message is not saved, one after the other. Never fails.
   *
   * @param isChanged the message has grown since it was saved.
   */
  save(messageId: string, isChanged?: boolean): Promise<void>
}
