import { once } from 'node:events'
import { expect, inject, test } from 'vitest'
import { REDIS_COMMAND_TIMEOUT_MS } from '../redis/connect-redis.ts'
import { startCountersProcess } from '../testing/start-counters-process.ts'

const CALLS = 40
const COUNT = 10
/** Calls one by one, before the others arrive at once. */
const FIRST = 8

/** Calls that pass in processes that share the limit and are suspended while Redis answers. */
async function countPasses(processes: number, heldMs: number) {
  const wanted = { name: 'one', rule: { count: COUNT, windowSeconds: 1e9 }, key: 'a' }
  const code = `
    const take = () => counters.take(${JSON.stringify(`p-${crypto.randomUUID()}`)}, [${JSON.stringify(wanted)}])
    const refusals = []
    for (let i = 0; i < ${FIRST / processes}; i++) refusals.push(await take())
    const rest = Array.from({ length: ${(CALLS - FIRST) / processes} }, take)
    const end = performance.now() + ${heldMs}
    while (performance.now() < end);
    refusals.push(...(await Promise.all(rest)))
    console.log(refusals.filter((refusal) => refusal === undefined).length)
    await counters.close()
    connection.close()`
  const printed = await Promise.all(
    Array.from({ length: processes }, async () => {
      const { lines } = startCountersProcess(inject('redisUrl'), code)
      return Number(await once(lines, 'line'))
    }),
  )
  return printed.reduce((sum, passes) => sum + passes, 0)
}

test.each([
  [1, 0],
  [1, REDIS_COMMAND_TIMEOUT_MS - 50],
  [1, REDIS_COMMAND_TIMEOUT_MS + 150],
  [2, REDIS_COMMAND_TIMEOUT_MS + 150],
  [2, 4 * REDIS_COMMAND_TIMEOUT_MS],
])('of 40 calls 10 pass in %i processes that are held up for %i ms', async (processes, heldMs) => {
  expect(await countPasses(processes, heldMs)).toBe(COUNT)
})
