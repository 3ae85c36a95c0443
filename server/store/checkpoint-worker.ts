// A thread that copies what was committed from the write-ahead log into the database, when it is told.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is started with. */
export interface CheckpointOrder {
  readonly path: string
  /** Fewer are left for another time: a page that changes often is then copied once for many changes. */
  readonly minPages: number
}

const { path, minPages } = workerData as CheckpointOrder
const database = new DatabaseSync(path)
// What is in the log is not overwritten before it stands in the database for good.
database.exec('pragma synchronous = full')
// Looks, and copies nothing.
const look = database.prepare('pragma wal_checkpoint(noop)')
// Waits for nobody, and lets others read and write meanwhile.
const copy = database.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  try {
    const { log, checkpointed } = look.get() as { readonly log: number; checkpointed: number }
    if (log - checkpointed >= minPages) copy.get()
  } catch {
    // A disk that is full or gone: whoever writes next is told, and the log keeps everything until then.
  }
  parentPort?.postMessage('done')
})
