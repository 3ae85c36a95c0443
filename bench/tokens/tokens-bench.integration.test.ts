/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runTokensBench } from './tokens-bench.ts'

test('each token comes, through the bare relay and through the server', async () => {
  const lines: string[] = []

  await runTokensBench({
    streams: [2],
    seconds: 1,
    sources: ['relay', 'openai-compatible', 'anthropic'],
    print: (line) => void lines.push(line),
  })

  const rows = lines.filter((line) => /^ +2 /.test(line)).map((line) => line.trim().split(/ +/))
  expect(rows.map(([, source]) => source)).toEqual(['relay', 'openai-compatible', 'anthropic'])
  // The share of due tokens depends on the machine's other work.
  for (const [, , came] of rows) expect(Number(came)).toBeGreaterThan(25)
})
