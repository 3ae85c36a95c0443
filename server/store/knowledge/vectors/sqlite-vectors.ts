import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { NearVector, VectorEngine } from './vector-engine.ts'
import type { ThreadAnswer, ThreadOrder, ThreadStart } from './nearest-thread.ts'

/** A thread that gets no question for so long ends, and with it the memory of its bits. */
export const IDLE_MS = 600_000
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
 */
export function createSqliteVectors(path: string, idleMs = IDLE_MS): SqliteVectors {
  const waiting = new Map<number, PromiseWithResolvers<readonly NearVector[]>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  async function end() {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  function rest() {
    idle = setTimeout(() => void end(), idleMs)
    idle.unref()
  }

  function fail(error: Error) {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const workerData: ThreadStart = { vectorsPath: path }
    // Limit: the caller's own, "an answer does not wait for vectors that are late".
    const started = new Worker(THREAD, { workerData })
    started.unref()
    started.on('message', (answer: ThreadAnswer) => {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('found' in answer) asked?.resolve(answer.found)
      else asked?.reject(new Error(`The vectors could not be searched: ${answer.error}`))
      if (waiting.size === 0) rest()
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (thread === started) fail(new Error('The search among vectors ended.'))
    })
    return started
  }

  return {
    nearest(_db, query) {
      clearTimeout(idle)
      thread ??= start()
      const order: ThreadOrder = { id: (lastId += 1), query }
      // Limit: the caller's own, "an answer does not wait for vectors that are late".
      const asked = Promise.withResolvers<readonly NearVector[]>()
      waiting.set(order.id, asked)
      thread.postMessage(order, [])
      return asked.promise
    },
    isRunning: () => thread !== undefined,
    addIndex: () => Promise.resolve(),
    removeIndex: () => Promise.resolve(),
    async close() {
      clearTimeout(idle)
      await end()
      fail(new Error('The server is stopping.'))
    },
  }
}
