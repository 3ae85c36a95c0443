/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runAnswersBench } from './answers-bench.ts'

test('each answer is complete, and reported with its cost', async () => {
  const lines: string[] = []

  await runAnswersBench({
    count: 6,
    length: 5,
    width: 2,
    lines: 2,
    print: (line) => void lines.push(line),
  })

  // The floors are printed as well.
  expect(lines.filter((line) => /p50 \d+\.\d ms/.test(line))).toHaveLength(2)
  const rows = lines.filter((line) => /^ +\d+ /.test(line)).map((line) => line.trim().split(/ +/))
  expect(rows.map(([count]) => count)).toEqual(['3', '6'])
  for (const [, perSecond, cpu] of rows) {
    expect(Number(perSecond)).toBeGreaterThan(0)
    expect(Number(cpu)).toBeGreaterThan(0)
  }
})
