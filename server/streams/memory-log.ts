import { HEARTBEAT } from '../../shared/wire/sse.ts'
import type { LogWriter, StreamLog } from './stream-log.ts'

/** How long an ended log stays readable, for a reader that lost its answer on the way. */
export const ENDED_LOG_KEPT_MS = 60_000
/** A silent stream sends a comment this often; proxies close silent streams after 60 s. */
export const HEARTBEAT_MS = 15_000
/** At most so many characters are joined into one write to a reader. */
export const WRITE_CHARACTERS = 65_536

interface Log {
  readonly events: string[]
  isEnded: boolean
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

  function wake(log: Log) {
    const readers = [...log.waiting]
    log.waiting.clear()
    for (const reader of readers) reader()
  }

  function open(runId: string): LogWriter {
    const log: Log = { events: [], isEnded: false, waiting: new Set() }
    logs.set(runId, log)
    return {
      append(event) {
        if (log.isEnded) return
        log.events.push(event)
        wake(log)
      },
      end() {
        if (log.isEnded) return
        log.isEnded = true
        wake(log)
        setTimeout(() => logs.delete(runId), endedLogKeptMs).unref()
      },
    }
  }

  /** Resolves at the next event, at the end, or when a heartbeat is due (`false`). */
  function nextEvent(log: Log, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasEvent: boolean) => {
        clearTimeout(timer)
        log.waiting.delete(ready)
        signal.removeEventListener('abort', ready)
        resolve(hasEvent)
      }
      const ready = () => settle(true)
      const timer = setTimeout(() => settle(false), heartbeatMs)
      log.waiting.add(ready)
      signal.addEventListener('abort', ready, { once: true })
    })
  }

  function follow(runId: string, signal: AbortSignal): ReadableStream<Uint8Array> | undefined {
    const log = logs.get(runId)
    if (!log) return undefined
    const encoder = new TextEncoder()
    const left = new AbortController()
    const gone = AbortSignal.any([signal, left.signal])
    let position = 0
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          while (position === log.events.length && !log.isEnded && !gone.aborted) {
            if (await nextEvent(log, gone)) continue
            return controller.enqueue(encoder.encode(HEARTBEAT))
          }
          if (gone.aborted || position === log.events.length) return controller.close()
          let text = ''
          while (position < log.events.length && text.length < WRITE_CHARACTERS) {
            text += log.events[position++]
          }
          controller.enqueue(encoder.encode(text))
        },
        cancel() {
          left.abort()
        },
      },
      { highWaterMark: 0 },
    )
  }

  return { open, follow }
}
