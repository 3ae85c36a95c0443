import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData, type MessagePort } from 'node:worker_threads'

/** Pages of the log at which it is copied. */
export const CHECKPOINT_PAGES = 4_000
/** If the thread cannot keep up or has died, the committing connection copies at this size. */
export const LATEST_CHECKPOINT_PAGES = 16_000

const PAGE_BYTES = 4_096
const LOOK_EVERY_MS = 100

/**
 * Copies commits from the write-ahead log into the database, in a thread: 16 MB to the disk take 50 ms and
 * more, which would block the committing call and all others.
 */
export interface Checkpoints {
  /** Costs nothing while the log is short, and never throws. */
  afterCommit(): void
  /** Called before the last connection is closed. */
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
    // The thread counts as busy from then on, and commits copy themselves.
    started.on('error', () => {})
    return started
  }

  function look(): void {
    const now = performance.now()
    if (isBusy || now - lastLook < LOOK_EVERY_MS) return
    lastLook = now
    // The file never shrinks; the thread never starts for a small site.
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
        // The commit has succeeded, so its caller gets no error; the next commit tries the copy again.
      }
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Input of the thread. */
interface CheckpointOrder {
  readonly path: string
  /** Fewer are left for later, so that a page that changes often is copied once for many changes. */
  readonly minPages: number
}

// This file is also the entry of the thread: there it copies on each message.
if (!isMainThread && parentPort && isOrder(workerData)) work(parentPort, workerData)

function isOrder(value: unknown): value is CheckpointOrder {
  return typeof value === 'object' && value !== null && 'minPages' in value
}

function work(port: MessagePort, { path, minPages }: CheckpointOrder): void {
  // No limit: the copy is passive and waits for nobody.
  const database = new DatabaseSync(path)
  // The log is not overwritten before its pages are durably in the database.
  database.exec('pragma synchronous = full')
  // Reports the size, and copies nothing.
  const look = database.prepare('pragma wal_checkpoint(noop)')
  // Does not block, and lets others read and write meanwhile.
  const copy = database.prepare('pragma wal_checkpoint(passive)')

  port.on('message', () => {
    try {
      const { log, checkpointed } = look.get() as { readonly log: number; checkpointed: number }
      if (log - checkpointed >= minPages) copy.get()
    } catch {
      // A full or missing disk: the next writer gets the error, and the log keeps everything until then.
    }
    port.postMessage('done', [])
  })
}
