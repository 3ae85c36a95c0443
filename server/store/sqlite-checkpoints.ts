import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CheckpointOrder } from './checkpoint-worker.ts'

/** Pages that the log has before they are copied. */
export const CHECKPOINT_PAGES = 4_000
/** Where the thread cannot keep up, or is no more, whoever commits copies them. */
export const LATEST_CHECKPOINT_PAGES = 16_000

const PAGE_BYTES = 4_096
const LOOK_EVERY_MS = 100
const WORKER = fileURLToPath(new URL('./checkpoint-worker.ts', import.meta.url))

/**
 * Copies what was committed from the write-ahead log into the database, in a thread of its own: 16 MB
 * to the disk take 50 ms and more, which whoever commits would wait for, and everybody else with them.
 */
export interface Checkpoints {
  /** Costs nothing while the log is short, and never throws. */
  afterCommit(): void
  /** Before the last connection is closed. */
  close(): Promise<void>
}

/** @param path of the database's file. */
export function createCheckpoints(path: string): Checkpoints {
  let worker: Worker | undefined
  let isBusy = false
  let lastLook = -Infinity

  function start(): Worker {
    const workerData: CheckpointOrder = { path, minPages: CHECKPOINT_PAGES }
    const started = new Worker(WORKER, { workerData })
    started.unref()
    started.on('message', () => (isBusy = false))
    // It stays busy: nobody asks again, and those who commit do what it did not.
    started.on('error', () => {})
    return started
  }

  function look(): void {
    const now = performance.now()
    if (isBusy || now - lastLook < LOOK_EVERY_MS) return
    lastLook = now
    // The file never becomes shorter: a small site never starts the thread.
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
    if ((log?.size ?? 0) < CHECKPOINT_PAGES * PAGE_BYTES) return
    isBusy = true
    worker ??= start()
    worker.postMessage('look', [])
  }

  return {
    afterCommit() {
      try {
        look()
      } catch {
        // What was committed must not be reported as failed: whoever commits later copies it.
      }
    },
    async close() {
      await worker?.terminate()
    },
  }
}
