import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepStepTimes, readStepTimes } from './step-times.ts'

test('remembers the last run of each step, and nothing before the first', () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-times-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect(readStepTimes(root)).toEqual({})

  keepStepTimes(root, { unit: 60, check: 40 })
  keepStepTimes(root, { unit: 50 })

  expect(readStepTimes(root)).toEqual({ unit: 50, check: 40 })
})
