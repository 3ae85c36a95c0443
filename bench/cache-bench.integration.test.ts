/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runCacheBench } from './cache-bench.ts'

test('prints the share of cached tokens over ten turns, near what is possible', async () => {
  const lines: string[] = []

  const figures = await runCacheBench({ turns: 10, print: (line) => void lines.push(line) })

  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/openai-compatible +\d+ % of \d+ tokens in 13 calls +\( *\d+ % if/)
  for (const { cached, floor } of figures) {
    expect(cached).toBeGreaterThan(floor * 0.85)
    expect(cached).toBeLessThanOrEqual(floor)
  }
})
