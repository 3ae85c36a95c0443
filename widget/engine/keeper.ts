import type { Cloud } from '../cloud/cloud.ts'
import type { CloudRecords } from '../cloud/cloud-records.ts'
import type { Clock } from '../cloud/clock.ts'
import type { ThreadChange } from './thread-change.ts'
import type { ThreadLog } from './thread-log.ts'

export interface KeeperSettings {
  readonly records: () => Promise<CloudRecords>
  /** Takes the files of answers, if it takes any. */
  readonly cloud: Pick<Cloud, 'files'>
  readonly clock: Clock
  readonly log: ThreadLog
  readonly tell: (change: ThreadChange) => void
}

/** Keeps a thread whose answers come from a server that does not keep them. */
export interface Keeper {
  /**
   * Makes the thread if the server does not know it.
   *
   * @throws the signal's reason.
   */
  ensureThread(signal: AbortSignal): Promise<void>
  /**
   * Saves what of the path to a message is not saved, one after the other. Never fails.
   *
   * @param isChanged the message has grown since it was saved.
   */
  save(messageId: string, isChanged?: boolean): Promise<void>
}
