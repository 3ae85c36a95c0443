import { expect, test } from 'vitest'
import { fixedAt, needsOwner } from './rights.ts'

test.each([
  [['hosts'], true],
  [['limits', 'fileBytes'], true],
  [['cases', 'judge'], true],
  [['cases', 'nightly'], true],
  [['assistants', 'default', 'model'], true],
  [['assistants', 'default', 'system'], false],
  [['assistants', 'model', 'system'], false],
  [['look', 'name'], false],
])('%s needs an owner: %s', (path, needs) => {
  expect(needsOwner(path)).toBe(needs)
})

test('a fixed object fixes all that it holds, and nothing beside it', () => {
  const launcher = { path: ['look', 'launcher'], where: 'alcove.config.ts', value: {} }
  expect(fixedAt([launcher], ['look', 'launcher', 'label'])).toBe(launcher)
  expect(fixedAt([launcher], ['look'])).toBeUndefined()
  expect(fixedAt([launcher], ['look', 'name'])).toBeUndefined()
})
