import type { LogWriter } from './memory-log.ts'

/** A run's events after a position, without a gap. */
export interface LogPage {
  readonly events: readonly string[]
  /** The texts that close the stream, once all events before them are there. */
  readonly last?: string
}

/** Reads the events of a run of another process. */
export interface SharedReader {
  /**
   * The events after position `after`, as soon as there are any. Empty if none came within `waitMs`, if one
   * is missing, or if the shared log fails: the store has them too.
   */
  read(after: number, waitMs: number, signal: AbortSignal): Promise<LogPage>
  close(): void
}

/** A log that several processes share, in addition to the log of each process. */
export interface SharedLog {
  open(runId: string): LogWriter
  follow(runId: string): SharedReader
  close(): void
}
