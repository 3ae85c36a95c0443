import { pullCursor, type LogCursor } from './send-log.ts'

/** Writes one run's events while the run lasts. */
export interface LogWriter {
  /** Adds the encoded text of the next event; the first event has position 1. */
  append(event: string): void
  /** Adds the texts that close the stream. Readers end; the log is kept a while for late ones. */
  end(last: string): void
}

/** The events of this process's runs, for any number of readers at any position. */
export interface StreamLog {
  /**
   * `start`: the first text for every reader, at any position. An only copy is never evicted, since the store
   * does not have its events.
   */
  open(runId: string, start: string, isOnlyCopy?: boolean): LogWriter
  /**
   * The start, the events after position `after`, then live ones, until the run ends or `signal` aborts.
   * `undefined` if the run is unknown here. A slow reader delays no other: it reads from the log at its own
   * pace.
   */
  follow(runId: string, after: number, signal: AbortSignal): ReadableStream<Uint8Array> | undefined
}

/** Time that an ended log stays readable, for a reader that lost its answer. */
export const ENDED_LOG_KEPT_MS = 60_000
/**
 * Maximum characters of all ended logs whose answers are stored; beyond it, those that ended first are
 * evicted early.
 */
export const ENDED_LOGS_CHARACTERS = 16_777_216
/** Interval of comments in a silent stream; proxies close silent streams after 60 s. */
export const HEARTBEAT_MS = 15_000
/** Maximum characters that are joined into one write to a reader, unless one event is longer. */
export const WRITE_CHARACTERS = 65_536

interface Log {
  readonly start: string
  readonly events: string[]
  last: string | undefined
  /** Readers that wait for the next event. */
  readonly waiting: Set<() => void>
}

export interface MemoryLogSettings {
  readonly endedLogKeptMs?: number
  readonly heartbeatMs?: number
}

/** Logs in the memory of this process. They are lost with it; the store's checkpoints are the fallback. */
export function createMemoryLog(settings: MemoryLogSettings = {}): StreamLog {
  const { endedLogKeptMs = ENDED_LOG_KEPT_MS, heartbeatMs = HEARTBEAT_MS } = settings
  const logs = new Map<string, Log>()
  const drop = (runId: string) => void logs.delete(runId)
  const keepEnded = createEndedLogs(endedLogKeptMs, drop)
  const wake = createWaker()

  function open(runId: string, start: string, isOnlyCopy = false): LogWriter {
    const log: Log = { start, events: [], last: undefined, waiting: new Set() }
    let characters = start.length
    logs.set(runId, log)
    return {
      append(event) {
        if (log.last !== undefined) return
        log.events.push(event)
        characters += event.length
        wake(log)
      },
      end(last) {
        if (log.last !== undefined) return
        log.last = last
        wake(log)
        if (isOnlyCopy) setTimeout(drop, endedLogKeptMs, runId).unref()
        else keepEnded(runId, characters + last.length)
      },
    }
  }

  function follow(
    runId: string,
    after: number,
    signal: AbortSignal,
  ): ReadableStream<Uint8Array> | undefined {
    const log = logs.get(runId)
    return log && pullCursor(createCursor(log, after), heartbeatMs, signal)
  }

  return { open, follow }
}

/** Drops each ended log after its time, or earlier to make space for logs that ended later. */
function createEndedLogs(keptMs: number, drop: (runId: string) => void) {
  /** Length of each log, in the order in which they ended. */
  const ended = new Map<string, number>()
  let total = 0

  function forget(runId: string) {
    const characters = ended.get(runId)
    if (characters === undefined) return
    ended.delete(runId)
    total -= characters
    drop(runId)
  }

  return (runId: string, characters: number) => {
    ended.set(runId, characters)
    total += characters
    setTimeout(forget, keptMs, runId).unref()
    for (const first of ended.keys()) {
      if (total <= ENDED_LOGS_CHARACTERS) return
      forget(first)
    }
  }
}

/** A reader's position in a log, from the event after `after`. */
function createCursor(log: Log, after: number): LogCursor {
  let position = after
  /** Text to send before the events; then empty. */
  let head = log.start
  let hasEnded = false
  return {
    take() {
      if (hasEnded) return undefined
      let text = head
      head = ''
      while (position < log.events.length && text.length < WRITE_CHARACTERS) {
        text += log.events[position++]
      }
      if (position >= log.events.length && log.last !== undefined) {
        hasEnded = true
        text += log.last
      }
      return text
    },
    wait: (ready) => void log.waiting.add(ready),
    leave: (ready) => void log.waiting.delete(ready),
  }
}

/** Wakes the readers of all logs together, once a tick, so that events of one tick become one write. */
function createWaker(): (log: Log) => void {
  let woken: (() => void)[] = []
  const wakeAll = () => {
    const readers = woken
    woken = []
    for (const ready of readers) ready()
  }
  return ({ waiting }) => {
    if (waiting.size === 0) return
    if (woken.length === 0) process.nextTick(wakeAll)
    woken.push(...waiting)
    waiting.clear()
  }
}

/**
 * Writes to both logs: the memory log for readers here, and the shared log for readers at other processes.
 */
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
