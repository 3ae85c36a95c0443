import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_CONFIG, demoConfigOf } from './demo-config.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

test('stands in while the operator has no configuration', () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-demo-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))

  expect(demoConfigOf(root, {})).toBe(DEMO_CONFIG)
  expect(demoConfigOf(root, { ALCOVE_CONFIG: ' ' })).toBe(DEMO_CONFIG)
  expect(demoConfigOf(root, { ALCOVE_CONFIG: 'mine.ts' })).toBeUndefined()
  writeFileSync(join(root, 'alcove.config.ts'), '')
  expect(demoConfigOf(root, {})).toBeUndefined()
})

test('is a file of the repository', () => {
  expect(existsSync(join(REPOSITORY_ROOT, DEMO_CONFIG))).toBe(true)
})
