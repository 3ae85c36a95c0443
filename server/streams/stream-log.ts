/** Where one run's events are written while it lives. */
export interface LogWriter {
  /** Adds the encoded text of one event. */
  append(event: string): void
  /** Nothing follows. Readers end; the log is kept a while for those who come late. */
  end(): void
}

/** The events of runs, for any number of readers at any position. */
export interface StreamLog {
  open(runId: string): LogWriter
  /**
   * Events from the first on, then live ones, until the run ends or `signal` aborts. `undefined` when
   * the run is unknown here. A slow reader holds nothing up: it reads from the log at its own pace.
   */
  follow(runId: string, signal: AbortSignal): ReadableStream<Uint8Array> | undefined
}
