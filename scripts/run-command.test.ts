import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runNode } from './run-command.ts'
import { START_LIMIT_MS } from './test-limits.ts'

const root = tmpdir()

test('captures both streams without colours, and the exit code', async () => {
  const source =
    "console.log('\\u001b[31mone\\u001b[0m'); console.error('two'); process.exitCode = 3"

  let told = ''

  const result = await runNode(['-e', source], {
    root,
    limitMs: START_LIMIT_MS,
    onOutput: (text) => (told += text),
  })

  expect(result.code).toBe(3)
  expect(told).toContain('two')
  expect(result.output.split('\n').sort()).toEqual(['', 'one', 'two'])
})

test('ends a command that takes too long and says so', async () => {
  const result = await runNode(['-e', 'setInterval(() => {}, 1000)'], { root, limitMs: 300 })

  expect(result).toEqual({ code: 1, output: '\nEnded: it took longer than 0.3 s.\n' })
})

test('ends a command when it is stopped, and starts none afterwards', async () => {
  const stopping = new AbortController()
  const options = { root, signal: stopping.signal, limitMs: START_LIMIT_MS }

  const running = runNode(['-e', 'setInterval(() => {}, 1000)'], options)
  stopping.abort()

  expect(await running).toEqual({ code: 1, output: '' })
  expect(await runNode(['-e', ''], options)).toEqual({ code: 1, output: 'Not run.' })
})
