import { expect, test } from 'vitest'
import { textTable } from './answer-text.ts'

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
