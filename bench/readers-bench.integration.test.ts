/** @module-tag nightly */
import { expect, test } from 'vitest'
import { MEASURES } from '../server/testing/knowledge-pages.ts'
import { runReadersBench } from './readers-bench.ts'

test('prints what each way keeps, and the product keeps all of every measure', async () => {
  const lines: string[] = []

  const figures = await runReadersBench({ runs: 1, print: (line) => void lines.push(line) })

  expect(lines).toHaveLength(1 + figures.size)
  const of = (way: string, measure: string) => figures.get(way)?.[measure] ?? [0, 0]
  for (const measure of MEASURES) {
    const [right, all] = of('the product', measure)
    expect([measure, right]).toEqual([measure, all])
    expect(of('defuddle, Markdown', measure)[1]).toBe(all)
  }
  expect(of('defuddle, Markdown', 'panels')[0]).toBeLessThan(of('the product', 'panels')[0])
})
