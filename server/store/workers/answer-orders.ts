import type { MessagePort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadOrder } from './ask-thread.ts'

/** Does the orders of `createThread` one after another, in the thread. */
export function answerOrders(port: MessagePort, run: (order: never) => unknown): void {
  port.on('message', ({ id, order }: ThreadOrder<never>) => {
    const give = (given: ThreadAnswer<unknown>) => port.postMessage(given, [])
    try {
      give({ id, answer: run(order) })
    } catch (error) {
      const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
      give({ id, error: error instanceof Error ? error.message : String(error), errcode })
    }
  })
}
