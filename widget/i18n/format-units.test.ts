import { expect, test } from 'vitest'
import { formatBytes } from './format-units.ts'

test.each([
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [20 * 1_048_576, '20 MB'],
  [3 * 1_073_741_824, '3 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes('en', bytes)).toBe(text)
})

test('follows the locale', () => {
  expect(formatBytes('de', 1536)).toBe('1,5 kB')
})
