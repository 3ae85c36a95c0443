import { expect, test } from 'vitest'
import { readPlainDirection } from './text-direction.ts'

test.each([
  ['React را نصب کنید', 'rtl'],
  ['Install ریاکت please', 'ltr'],
  ['انظر https://docs.example.com/start', 'rtl'],
  ['انظر WWW.example.com/start', 'rtl'],
  ['انظر documentation.example', 'ltr'],
])('a plain text has the direction of most of its letters: %s', (text, direction) => {
  expect(readPlainDirection(text)).toBe(direction)
})

test.each(['', '+966 50 123 4567', 'https://docs.example.com/start'])(
  'leaves “%s” to the browser',
  (text) => expect(readPlainDirection(text)).toBe('auto'),
)
