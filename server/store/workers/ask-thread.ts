import { Worker } from 'node:worker_threads'
import { AlcoveError } from '../../../shared/errors.ts'

/** A thread without orders for so long ends, and with it its memory. */
export const IDLE_MS = 600_000
/** Orders that wait at once; a thread does them one after another. */
export const WAITING_MAX = 1_000

export interface ThreadSettings {
  /** Entry of the thread, which calls `answerOrders`. */
  readonly file: string
  readonly workerData: object
  /** Default: {@link IDLE_MS}. */
  readonly idleMs?: number
  /** Default: {@link WAITING_MAX}. */
  readonly waitingMax?: number
  /** Begins the sentences about failures, such as `The vectors could not be searched`. */
  readonly failure: string
}

/** A thread that starts with the first order and ends when it gets none for a while. */
export interface AskedThread<Order, Answer> {
  /** @throws AlcoveError `unavailable` if too many orders wait, or the thread ended. */
  ask(order: Order): Promise<Answer>
  isRunning(): boolean
  close(): Promise<void>
}

export interface ThreadOrder<Order> {
  readonly id: number
  readonly order: Order
}

/** Result of an order, or its error with SQLite's code. */
export type ThreadAnswer<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: string; readonly errcode: unknown }
)

export function createThread<Order, Answer>(settings: ThreadSettings): AskedThread<Order, Answer> {
  const { file, workerData, idleMs = IDLE_MS, waitingMax = WAITING_MAX, failure } = settings
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false

  const createError = (reason: string): AlcoveError =>
    new AlcoveError('unavailable', `${failure}: ${reason}`, { hint: 'Try again in a moment.' })

  async function end() {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  /** Until the next order the thread does not keep the process alive. */
  function rest() {
    thread?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void end(), idleMs)
    idle.unref()
  }

  function fail(reason: string) {
    const failed = [...waiting.values()]
    waiting.clear()
    for (const { reject } of failed) reject(createError(reason))
  }

  function start(): Worker {
    // Limit: WAITING_MAX, "more orders than may wait are refused at once, and not after the others".
    const started = new Worker(file, { workerData })
    started.on('message', (given: ThreadAnswer<Answer>) => {
      const asked = waiting.get(given.id)
      waiting.delete(given.id)
      if ('answer' in given) asked?.resolve(given.answer)
      else asked?.reject(toError(failure, given))
      if (waiting.size === 0) rest()
    })
    let cause = 'its thread ended'
    started.on('error', (error: Error) => (cause = error.message))
    started.on('exit', () => {
      // Not the end of an idle one, after which another may run.
      if (thread !== started) return
      thread = undefined
      fail(cause)
    })
    return started
  }

  return {
    async ask(order) {
      if (isClosed) throw createError('the server is stopping')
      if (waiting.size >= waitingMax) throw createError('too many searches wait at once')
      clearTimeout(idle)
      thread ??= start()
      thread.ref()
      const id = (lastId += 1)
      // Limit: WAITING_MAX, "more orders than may wait are refused at once, and not after the others".
      const asked = Promise.withResolvers<Answer>()
      waiting.set(id, asked)
      const sent: ThreadOrder<Order> = { id, order }
      thread.postMessage(sent, [])
      return asked.promise
    },
    isRunning: () => thread !== undefined,
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
      fail('the server is stopping')
    },
  }
}

/** With SQLite's code, by which callers know a damaged file. */
function toError(
  failure: string,
  { error, errcode }: { readonly error: string; readonly errcode: unknown },
): Error {
  const made = new Error(`${failure}: ${error}`)
  return errcode === undefined ? made : Object.assign(made, { errcode })
}
