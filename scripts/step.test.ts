import { expect, test } from 'vitest'
import { runSteps, summarise } from './step.ts'
import type { Step, StepResult } from './step.ts'

const createStep = (name: string, result: StepResult): Step => ({
  name,
  run: () => Promise.resolve(result),
})
const never = new AbortController().signal

test('prints a line for each step and the counts last', async () => {
  const lines: string[] = []
  const print = (line: string): unknown => lines.push(line)

  const steps = [
    createStep('lint', { passed: 1, failed: 0 }),
    createStep('unit', { passed: 40, failed: 0, skipped: 2, output: 'noise' }),
  ]
  const code = summarise(await runSteps(steps, 1, never, print), print)

  expect(code).toBe(0)
  expect(lines).toEqual([
    expect.stringMatching(/^✓ lint +0\.0 s$/),
    expect.stringMatching(/^✓ unit +0\.0 s {2}40 passed, 2 skipped$/),
    '',
    '41 passed, 0 failed',
  ])
})

test('prints the warnings of a step that passed', async () => {
  const lines: string[] = []
  const step = createStep('lint', {
    passed: 1,
    failed: 0,
    warnings: ['look here'],
    output: 'noise',
  })

  await runSteps([step], 1, never, (line) => lines.push(line))

  expect(lines).toEqual([expect.stringMatching(/^✓ lint/), '    look here', ''])
})

test('prints what a failed step said, names it at the end and goes on', async () => {
  const lines: string[] = []
  const print = (line: string): unknown => lines.push(line)

  const steps = [
    createStep('unit', { passed: 3, failed: 2, output: 'expected 1\n' }),
    { name: 'sizes', run: () => Promise.reject(new Error('no build')) },
    createStep('lint', { passed: 1, failed: 0 }),
  ]
  const code = summarise(await runSteps(steps, 2, never, print), print)

  expect(code).toBe(1)
  expect(lines).toContain('    expected 1')
  expect(lines).toContain('    no build')
  expect(lines.at(-2)).toBe('Failed: unit, sizes.')
  expect(lines.at(-1)).toBe('4 passed, 3 failed')
})

test('runs nothing more once it is stopped, and counts that as failed', async () => {
  const lines: string[] = []

  const reports = await runSteps(
    [createStep('unit', { passed: 3, failed: 0 })],
    1,
    AbortSignal.abort(),
    (line) => lines.push(line),
  )

  expect(reports).toEqual([expect.objectContaining({ passed: 0, failed: 1 })])
})

test('takes a run without any test for a failure', () => {
  expect(summarise([], () => {})).toBe(1)
})
