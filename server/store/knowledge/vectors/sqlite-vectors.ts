import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createThread } from '../../workers/ask-thread.ts'
import type { NearestQuery, NearVector, VectorEngine } from './vector-engine.ts'
import type { ThreadStart } from './nearest-thread.ts'

const THREAD = fileURLToPath(
  new URL(`nearest-thread${extname(import.meta.filename)}`, import.meta.url),
)

export interface SqliteVectors extends VectorEngine {
  /** True while the thread is there, with bits in its memory. */
  isRunning(): boolean
}

/**
 * Exact search in a thread, which reads the file through its own connection: no call waits for it.
 *
 * @param path of the database's file.
 * @param idleMs time after which the thread ends, and with it the memory of its bits.
 */
export function createSqliteVectors(path: string, idleMs?: number): SqliteVectors {
  const workerData: ThreadStart = { vectorsPath: path }
  const thread = createThread<NearestQuery, readonly NearVector[]>({
    file: THREAD,
    workerData,
    failure: 'The vectors could not be searched',
    ...(idleMs !== undefined && { idleMs }),
  })
  return {
    nearest: (_db, query) => thread.ask(query),
    isRunning: thread.isRunning,
    addIndex: () => Promise.resolve(),
    removeIndex: () => Promise.resolve(),
    close: thread.close,
  }
}
