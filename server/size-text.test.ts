import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0.0 MiB'],
  [500 * 1024 * 1024 - 1, '499.9 MiB'],
  [1024 ** 3 - 1, '1023.9 MiB'],
  [1024 ** 3, '1.0 GiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
