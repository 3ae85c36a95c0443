// A thread that echoes orders, and ends in the middle of the order `exit`, for tests.
import { parentPort } from 'node:worker_threads'
import { answerOrders } from './answer-orders.ts'

if (parentPort) answerOrders(parentPort, echo)

function echo(order: string): string {
  if (order === 'exit') process.exit(1)
  if (order === 'throw') throw Object.assign(new Error('refused'), { errcode: 11 })
  return order
}
