/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runPagesBench } from './pages-bench.ts'

test('prints first rows and scrolling of each list, and the changes of pages', async () => {
  const lines: string[] = []

  const { lists, changeP95 } = await runPagesBench({
    conversations: 200,
    runs: 1,
    rounds: 1,
    steps: 3,
    print: (line) => void lines.push(line),
  })

  for (const name of ['desk', 'table, all rows drawn', 'AG Grid']) {
    expect(lists.get('from navigation to the first rows, ms')?.get(name)?.[0]).toBeGreaterThan(0)
  }
  expect(lines.filter((line) => line.endsWith('x desk')).length).toBeGreaterThan(0)
  expect(lines.at(-1)).toMatch(/^ {2}all +p50 +[\d.]+ +p95 +[\d.]+/)
  expect(changeP95).toBeGreaterThan(0)
})
