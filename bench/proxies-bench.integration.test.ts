/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runProxiesBench } from './proxies-bench.ts'

test('a word’s delay is reported for the direct connection and each proxy', async () => {
  const lines: string[] = []

  await runProxiesBench({
    words: 5,
    names: ['nginx', 'HAProxy'],
    print: (line) => void lines.push(line),
  })

  const rows = lines.filter((line) => /p50 +\d+\.\d ms +p95 +\d+\.\d ms/.test(line))
  expect(rows.map((row) => row.split(' ')[0])).toEqual(['direct', 'nginx', 'HAProxy'])
  expect(lines.at(-1)).toContain('within 20 ms of direct at p95:')
})
