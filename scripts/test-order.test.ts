import { expect, test } from 'vitest'
import { alternate } from './test-order.ts'

const isUpper = (text: string) => text === text.toUpperCase()

test('takes turns, and keeps the order of each kind', () => {
  expect(alternate(['a', 'b', 'A', 'c', 'B'], isUpper).join('')).toBe('AaBbc')
  expect(alternate(['A', 'B', 'a', 'C'], isUpper).join('')).toBe('AaBC')
  expect(alternate(['a', 'b'], isUpper).join('')).toBe('ab')
  expect(alternate([], isUpper)).toEqual([])
})
