import { expect, test } from 'vitest'
import { listFaults, plant } from './list-faults.ts'

const SOURCE = `
const LIMIT = 4
const ACCEPT = '*'
export function take(list, next) {
  if (list.length >= LIMIT) return list
  tell(\`taken\`)
  void next?.end(true)
  return [...list, next]
}
export const other = (a) => a && { name: 'x' }
`

const planted = (names: readonly string[] = [], seed = 1) =>
  listFaults('a.ts', SOURCE, names, seed).map((fault) => plant(SOURCE, fault))

test('each mistake is one place of the file', () => {
  expect(planted().toSorted()).toEqual(
    [
      ['LIMIT = 4', 'LIMIT = (4 + 1)'],
      ['list.length >= LIMIT', '!(list.length >= LIMIT)'],
      ['>=', '<'],
      ['return list', 'return (undefined)'],
      ['tell(`taken`)', ';'],
      ['taken', 'takenx'],
      ['void next?.end(true)', ';'],
      ['true', 'false'],
      ['[...list, next]', '(undefined)'],
      ["a && { name: 'x' }", '(undefined)'],
      ['&&', '||'],
      ["'x'", '"xx"'],
      ["name: 'x'", ''],
      ["'*'", '"*x"'],
    ]
      .map(([from = '', to = '']) => SOURCE.replace(from, to))
      .toSorted(),
  )
})

test.each(['TEXTS.gone', 'GONE_TEXT'])('what uses %s, as the row does, comes first', (name) => {
  const use = `return list[0] ?? fail(${name})`
  const source = `${SOURCE}\nexport function find(list) {\n  ${use}\n}`
  const texts = listFaults('a.ts', source, [name], 1).map((fault) => plant(source, fault))

  expect(texts.findIndex((text) => text.includes(use))).toBe(2)
  expect(texts.slice(2).every((text) => text.includes(use))).toBe(true)
})

test('what bears a name of the row comes first, and the same seed gives the same order', () => {
  expect(
    planted(['other'])
      .slice(0, 3)
      .every((text) => !text.includes("a && { name: 'x' }")),
  ).toBe(true)
  expect(planted([], 7)).toEqual(planted([], 7))
  expect(planted([], 7)).not.toEqual(planted([], 8))
})
