import type { LogWriter } from './memory-log.ts'

/** What came of a run's events: those that follow a position, without a gap. */
export interface LogPage {
  readonly events: readonly string[]
  /** The texts that close the stream, once all events before them are there. */
  readonly last?: string
}

/** Reads the events of one run that another process makes. */
export interface SharedReader {
  /**
   * The events after position `after`, as soon as there are any. Nothing when none came within
   * `waitMs`, when one is missing, or when the shared log does not work: the store has them too.
   */
  read(after: number, waitMs: number, signal: AbortSignal): Promise<LogPage>
  close(): void
}

/** A log that several processes share, beside the one that each has for itself. */
export interface SharedLog {
  open(runId: string): LogWriter
  follow(runId: string): SharedReader
  close(): void
}
