import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData, type MessagePort } from 'node:worker_threads'

/** Pages that the log has before they are copied. */
export const CHECKPOINT_PAGES = 4_000
/** Where the thread cannot keep up, or is no more, whoever commits copies them. */
export const LATEST_CHECKPOINT_PAGES = 16_000

const PAGE_BYTES = 4_096
const LOOK_EVERY_MS = 100

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
    const order: CheckpointOrder = { path, minPages: CHECKPOINT_PAGES }
    // No limit: nobody waits for it; without it those who commit copy themselves.
    const started = new Worker(fileURLToPath(import.meta.url), { workerData: order })
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

/** What the thread is started with. */
interface CheckpointOrder {
  readonly path: string
  /** Fewer are left for another time: a page that changes often is then copied once for many changes. */
  readonly minPages: number
}

// This file is also what the thread begins with: there it copies each time it is told to look.
if (!isMainThread && parentPort && isOrder(workerData)) work(parentPort, workerData)

function isOrder(value: unknown): value is CheckpointOrder {
  return typeof value === 'object' && value !== null && 'minPages' in value
}

function work(port: MessagePort, { path, minPages }: CheckpointOrder): void {
  // No limit: the copy is passive and waits for nobody.
  const database = new DatabaseSync(path)
  // What is in the log is not overwritten before it stands in the database for good.
  database.exec('pragma synchronous = full')
  // Looks, and copies nothing.
  const look = database.prepare('pragma wal_checkpoint(noop)')
  // Waits for nobody, and lets others read and write meanwhile.
  const copy = database.prepare('pragma wal_checkpoint(passive)')

  port.on('message', () => {
    try {
      const { log, checkpointed } = look.get() as { readonly log: number; checkpointed: number }
      if (log - checkpointed >= minPages) copy.get()
    } catch {
      // A disk that is full or gone: whoever writes next is told, and the log keeps everything until then.
    }
    port.postMessage('done', [])
  })
}
