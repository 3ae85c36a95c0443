import { expect, test } from 'vitest'
import { isToolName } from './tool-name.ts'

test.each(['a', 'add_to-cart1', 'x'.repeat(64), 'constructors', 'Prototype', '__proto'])(
  'a tool may be called %s',
  (name) => {
    expect(isToolName(name)).toBe(true)
  },
)

test.each(['', 'two words', 'é', 'x'.repeat(65), 'a\n', '__proto__', 'constructor', 'prototype'])(
  'a tool may not be called %j',
  (name) => {
    expect(isToolName(name)).toBe(false)
  },
)
