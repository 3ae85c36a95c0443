/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runCasesBench } from './cases-bench.ts'

test('prints how much sooner cases end in one run than one by one', async () => {
  const lines: string[] = []

  const figures = await runCasesBench({
    cases: 24,
    answerMs: 200,
    print: (line) => void lines.push(line),
  })

  expect(lines.at(-1)).toMatch(/in one run [\d.]+ s, one by one [\d.]+ s: [\d.]+ times as long/)
  expect(figures.togetherMs).toBeLessThan(figures.singlyMs)
})
