import { expect, test } from 'vitest'
import { NAME_MAX, readName } from './flags.ts'

test('keeps a name of one line, without the blanks around it', () => {
  expect(readName(' The shop ')).toBe('The shop')
  expect(readName(undefined)).toBeUndefined()
})

test(`takes ${NAME_MAX} characters and no more`, () => {
  expect(readName('x'.repeat(NAME_MAX))).toHaveLength(NAME_MAX)
  expect(() => readName('x'.repeat(NAME_MAX + 1))).toThrow(/expected 1 to 100 characters/)
})

test.each(['', '  ', 'a\nb', 'a\u202eb', 'a\u0000'])('refuses %j', (name) => {
  expect(() => readName(name)).toThrow(/--name is/)
})
