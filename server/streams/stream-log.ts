/** Where one run's events are written while it lives. */
export interface LogWriter {
  /** Adds the encoded text of the next event; the first one has position 1. */
  append(event: string): void
  /** The texts that close the stream. Readers end; the log is kept a while for those who come late. */
  end(last: string): void
}

/** The events of the runs of this process, for any number of readers at any position. */
export interface StreamLog {
  /**
   * `start`: what every reader gets first, wherever it goes on. An only copy is never given up for
   * others: no store has what it has.
   */
  open(runId: string, start: string, isOnlyCopy?: boolean): LogWriter
  /**
   * The start, the events after position `after`, then live ones, until the run ends or `signal`
   * aborts. `undefined` when the run is unknown here. A slow reader holds nothing up: it reads from
   * the log at its own pace.
   */
  follow(runId: string, after: number, signal: AbortSignal): ReadableStream<Uint8Array> | undefined
}

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

/** What is written once stands in both: the own log for readers here, the shared one for those elsewhere. */
export const writeToBoth = (own: LogWriter, shared: LogWriter): LogWriter => ({
  append(event) {
    own.append(event)
    shared.append(event)
  },
  end(last) {
    own.end(last)
    shared.end(last)
  },
})
