import { expect, test } from 'vitest'
import { englishOnly } from './english-only.ts'

test.each([
  ['en', 'The file is empty.'],
  ['en-GB', 'The file is empty.'],
  ['en-XA', 'The file is empty.'],
  ['de', ''],
  ['es-419', ''],
])('a sentence that is English only, in %s: "%s"', (locale, text) => {
  expect(englishOnly(locale, 'The file is empty.')).toBe(text)
})
