/** @module-tag nightly */
import { expect, test } from 'vitest'
import { runDialectsBench } from './dialects-bench.ts'

test('the chosen dialects are measured beside plain OpenAI', async () => {
  const lines: string[] = []

  await runDialectsBench({
    streams: 2,
    seconds: 1,
    runs: 1,
    only: /^(Azure|vLLM|OpenRouter)/,
    print: (line) => void lines.push(line),
  })

  const servers = lines.flatMap((line) => /^(\w.*?) +\d+ µs/.exec(line)?.[1] ?? [])
  expect(servers).toEqual(['Azure OpenAI', 'OpenRouter', 'vLLM'])
})
