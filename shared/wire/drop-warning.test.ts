import { expect, test, vi } from 'vitest'
import {
  createDropWarning,
  DROPPED_NAME_MAX_CHARACTERS,
  DROPPED_TYPES_MAX,
} from './drop-warning.ts'

test('tells of 50 types and of no more', () => {
  const warn = vi.fn()
  const onDrop = createDropWarning(warn)
  for (let index = 0; index < DROPPED_TYPES_MAX; index += 1) onDrop(`type-${index}`)
  expect(warn).toHaveBeenCalledTimes(DROPPED_TYPES_MAX)

  onDrop('one more')
  expect(warn).toHaveBeenCalledTimes(DROPPED_TYPES_MAX)
})

test('writes a type’s first 100 characters, and nothing of what is no name', () => {
  const warn = vi.fn<(text: string) => void>()
  const onDrop = createDropWarning(warn)
  for (const length of [DROPPED_NAME_MAX_CHARACTERS, DROPPED_NAME_MAX_CHARACTERS + 1]) {
    onDrop('x'.repeat(length))
  }
  onDrop({ a: 1 })

  const named = `Unsupported part or chunk type: ${'x'.repeat(DROPPED_NAME_MAX_CHARACTERS)}`
  expect(warn.mock.calls.flat()).toEqual([named, 'Unsupported part or chunk type: none'])
})
