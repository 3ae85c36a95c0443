import { expect, test } from 'vitest'
import { hasLost } from './preview-look.ts'

test.each([
  ['nothing changed', { name: 'A' }, { name: 'A' }, false],
  ['a value changed', { theme: { accent: '#111111' } }, { theme: { accent: '#222222' } }, false],
  ['a value came', {}, { name: 'A' }, false],
  ['there was no look', undefined, { name: 'A' }, false],
  ['a value went', { name: 'A', greeting: 'B' }, { name: 'A' }, true],
  ['a value deep inside went', { theme: { accent: '#111111' } }, { theme: {} }, true],
  ['the look went', { name: 'A' }, undefined, true],
  ['a list got shorter', { prompts: ['a', 'b'] }, { prompts: ['a'] }, false],
])('%s', (_, before, after, expected) => {
  expect(hasLost(before, after)).toBe(expected)
})
