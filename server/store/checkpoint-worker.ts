import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads'

/** What the thread is started with. */
export interface CheckpointOrder {
  readonly path: string
  /** Fewer are left for another time: a page that changes often is then copied once for many changes. */
  readonly minPages: number
}

// A thread that copies what was committed from the log into the database, each time it is told to look.
if (!isMainThread && parentPort && isOrder(workerData)) work(parentPort, workerData)

function isOrder(value: unknown): value is CheckpointOrder {
  return typeof value === 'object' && value !== null && 'minPages' in value
}

function work(port: MessagePort, { path, minPages }: CheckpointOrder): void {
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
