import { pullCursor, type LogCursor } from './send-log.ts'

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

/** How long an ended log stays readable, for a reader that lost its answer on the way. */
export const ENDED_LOG_KEPT_MS = 60_000
/**
 * All ended logs whose answers are stored have so many characters together; beyond, those that ended first
 * go before their time.
 */
export const ENDED_LOGS_CHARACTERS = 16_777_216
/** A silent stream sends a comment this often; proxies close silent streams after 60 s. */
export const HEARTBEAT_MS = 15_000
/** At most so many characters are joined into one write to a reader, unless one event is longer. */
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

/** Logs in this process's memory: gone with it, which the store's checkpoints make good. */
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

/** Lets each ended log go in its time, or before it to make room for those that ended later. */
function createEndedLogs(keptMs: number, drop: (runId: string) => void) {
  /** How long each one is, in the order in which they ended. */
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

/** A reader's way through a log, from the event after `after`. */
function createCursor(log: Log, after: number): LogCursor {
  let position = after
  /** What is sent before the events; in the end nothing. */
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

/** Wakes the readers of all logs together, once a tick: what comes within one is one write. */
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
