/** @module-tag nightly */
import { expect, onTestFinished, test, vi } from 'vitest'
import { runStreamsBench } from './streams-bench.ts'

test(
  'measures open streams, the share of the AI SDK, and the first word',
  { timeout: 600_000 },
  async () => {
    const lines: string[] = []
    const print = vi
      .spyOn(console, 'log')
      .mockImplementation((line: string) => void lines.push(line))
    onTestFinished(() => print.mockRestore())

    // Fails if a stream is missing. Its speed depends on the machine's other work.
    await runStreamsBench({ streams: 5, seconds: 1, runs: 1, providerStreams: 5, behindShare: 0.1 })

    const text = lines.join('\n')
    expect(text).toMatch(/CPU, % of one core\n +bare node:http .*\n +alcove .* x bare node:http/)
    expect(text).toMatch(/memory of the process, MiB\n +bare node:http +\d+/)
    expect(text).toMatch(/alcove with the AI SDK and HTTP/)
    expect(text).toMatch(/from the call to the first word/)
  },
)
