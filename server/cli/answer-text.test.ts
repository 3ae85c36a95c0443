import { expect, test } from 'vitest'
import { sizeText, textTable } from './answer-text.ts'

test('columns are as wide as their longest text, and nothing is a dash', () => {
  const table = textTable(
    ['ID', 'NAME'],
    [
      ['shop', 'The shop'],
      ['a', null],
    ],
  )

  expect(table.split('\n')).toEqual(['ID    NAME', 'shop  The shop', 'a     -'])
})

test('without rows only the headings stand there', () => {
  expect(textTable(['ID', 'NAME'], [])).toBe('ID  NAME')
})

test.each([
  [0, '0.0 MiB'],
  [500 * 1024 * 1024 - 1, '499.9 MiB'],
  [1024 ** 3 - 1, '1023.9 MiB'],
  [1024 ** 3, '1.0 GiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
