/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runHoldBench } from './hold-bench.ts'

const TIMEOUT_MS = 600_000

/** Its duration depends on the machine's other work; whether it measures each route does not. */
test('knows a hostile call of every route', { timeout: TIMEOUT_MS }, async () => {
  const lines: string[] = []

  // Fails if the description has a route without a hostile call.
  const figures = await runHoldBench({
    scale: { runs: 1, longThread: 100, largeMessages: 1 },
    print: (line) => void lines.push(line),
    only: /^(POST \/threads: (any JSON: many keys|its metadata)|POST \/chat: many lists|DELETE \/threads\/\{id\}:|GET \/projects\/usage\/daily:)/,
  })

  expect(figures.map(({ route, name, statuses }) => [route, name, statuses])).toEqual([
    ['POST /threads', 'any JSON: many keys', '400'],
    ['POST /threads', 'its metadata', '400'],
    ['DELETE /threads/{id}', 'long names', '404'],
    ['GET /projects/usage/daily', 'as much as there is', '200'],
    ['DELETE /threads/{id}', '100 rows', '200'],
    ['DELETE /threads/{id}', 'large rows', '200'],
    ['POST /chat', 'many lists', '400'],
    ['POST /chat', 'many lists, saved', '400'],
  ])
  expect(figures.flatMap(({ holds }) => holds).every(Number.isFinite)).toBe(true)
  expect(lines.join('\n')).toMatch(/idle p99 \d.* cores[\s\S]*worst of all$/)
})
