import { HEARTBEAT } from '../../shared/wire/sse.ts'
import { pullEvents, type NextText } from './pull-events.ts'
import type { LogWriter, StreamLog } from './stream-log.ts'

/** How long an ended log stays readable, for a reader that lost its answer on the way. */
export const ENDED_LOG_KEPT_MS = 60_000
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

  function open(runId: string, start: string): LogWriter {
    const log: Log = { start, events: [], last: undefined, waiting: new Set() }
    logs.set(runId, log)
    return {
      append(event) {
        if (log.last !== undefined) return
        log.events.push(event)
        wake(log)
      },
      end(last) {
        if (log.last !== undefined) return
        log.last = last
        wake(log)
        setTimeout(() => logs.delete(runId), endedLogKeptMs).unref()
      },
    }
  }

  function follow(
    runId: string,
    after: number,
    signal: AbortSignal,
  ): ReadableStream<Uint8Array> | undefined {
    const log = logs.get(runId)
    return log && pullEvents(readLog(log, after, heartbeatMs), signal)
  }

  return { open, follow }
}

/** A reader's way through a log, from the event after `after`. */
function readLog(log: Log, after: number, heartbeatMs: number): NextText {
  let position = after
  /** What is sent before the events; in the end nothing. */
  let head = log.start
  let hasEnded = false
  let nextEvent: (() => Promise<boolean>) | undefined
  const isIdle = () => head === '' && position >= log.events.length && log.last === undefined
  return async (signal) => {
    while (isIdle()) {
      nextEvent ??= createWaiter(log.waiting, heartbeatMs, signal)
      const hasEvent = await nextEvent()
      if (signal.aborted) return undefined
      if (!hasEvent) return HEARTBEAT
    }
    let text = head
    head = ''
    while (position < log.events.length && text.length < WRITE_CHARACTERS) {
      text += log.events[position++]
    }
    if (position >= log.events.length && log.last !== undefined && !hasEnded) {
      hasEnded = true
      text += log.last
    }
    return text === '' ? undefined : text
  }
}

/**
 * How a reader waits: until the next event, the end, its own end, or until a heartbeat is due
 * (`false`). It waits for every event of an answer, so one timer and one listener do for all.
 */
function createWaiter(
  waiting: Set<() => void>,
  heartbeatMs: number,
  signal: AbortSignal,
): () => Promise<boolean> {
  let settle: ((hasEvent: boolean) => void) | undefined
  const ready = () => settle?.(true)
  const timer = setTimeout(() => settle?.(false), heartbeatMs)
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      waiting.delete(ready)
      ready()
    },
    { once: true },
  )
  return () =>
    new Promise((resolve) => {
      settle = resolve
      waiting.add(ready)
      timer.refresh()
    })
}

function wake({ waiting }: Log) {
  const readers = [...waiting]
  waiting.clear()
  for (const reader of readers) reader()
}
