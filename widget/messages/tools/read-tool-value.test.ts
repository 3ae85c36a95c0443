import { expect, test } from 'vitest'
import type { JsonValue } from '../../../shared/json.ts'
import {
  CELL_CHARACTERS_MAX,
  readToolValue,
  TABLE_COLUMNS_MAX,
  TABLE_ROWS_MAX,
  TABLES_MAX,
  TEXT_CHARACTERS_MAX,
  type ToolBlock,
} from './read-tool-value.ts'
import { FIELD_CHARACTERS_MAX, FIELDS_MAX } from './tool-values.ts'

const text = (words: string): ToolBlock => ({ type: 'text', text: words })
const fields = (values: Record<string, string>): ToolBlock => ({
  type: 'fields',
  fields: Object.entries(values).map(([name, words]) => ({ name, text: words })),
})
const table = (name: string, columns: string[], ...rows: string[][]): ToolBlock => ({
  type: 'table',
  name,
  columns,
  rows,
})

test.each<[string, JsonValue, ToolBlock[]]>([
  ['a text', 'Closed at five.', [text('Closed at five.')]],
  ['a number', 12.5, [text('12.5')]],
  ['yes', true, [text('✓')]],
  ['nothing', null, []],
  ['an empty object', {}, []],
  ['a list of texts', ['red', 'blue', 3], [text('red, blue, 3')]],
  ['an object', { state: 'packed', gift: false }, [fields({ state: 'packed', gift: '✗' })]],
  ['an object as text', '{"state":"packed"}', [fields({ state: 'packed' })]],
  ['unfinished JSON', '{"state":"pa', [text('{"state":"pa')]],
  [
    'a list of objects',
    [{ name: 'Mug', count: 2 }, { name: 'Kettle' }],
    [table('', ['name', 'count'], ['Mug', '2'], ['Kettle', ''])],
  ],
  [
    'a list within an object',
    { order: '1042', items: [{ name: 'Mug' }], notes: [] },
    [fields({ order: '1042' }), table('items', ['name'], ['Mug'])],
  ],
  [
    'deeper data on one line',
    { ship: { to: 'Ada', days: [1, 2] }, items: [{ price: { net: 3 } }] },
    [fields({ ship: 'to: Ada, days: 1, 2' }), table('items', ['price'], ['net: 3'])],
  ],
])('reads %s', (_, value, blocks) => {
  expect(readToolValue(value)).toEqual({ blocks, isWhole: true })
})

test('shows no secret, at any depth, and what cannot be seen', () => {
  const { blocks } = readToolValue({
    apiKey: 'k1',
    list: [{ password: 'k2', name: 'a\u202eb' }],
    deep: { token: 'k3' },
  })

  expect(JSON.stringify(blocks)).not.toMatch(/k[123]|\u202e/)
  expect(JSON.stringify(blocks).match(/••••••/g)).toHaveLength(3)
})

const objectOf = (count: number, value: JsonValue = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
const rowsOf = (count: number) => Array.from({ length: count }, () => ({ a: 1 }))

test.each<[string, number, (size: number) => JsonValue]>([
  ['fields', FIELDS_MAX, (size) => objectOf(size)],
  ['tables', TABLES_MAX, (size) => objectOf(size, rowsOf(1))],
  ['rows', TABLE_ROWS_MAX, (size) => rowsOf(size)],
  ['columns', TABLE_COLUMNS_MAX, (size) => [objectOf(size)]],
  ['characters of a value', FIELD_CHARACTERS_MAX, (size) => ({ a: 'x'.repeat(size) })],
  ['characters of a cell', CELL_CHARACTERS_MAX, (size) => [{ a: 'x'.repeat(size) }]],
  ['characters of a text', TEXT_CHARACTERS_MAX, (size) => 'x'.repeat(size)],
])('is whole at the limit of %s, and not beyond', (_, limit, make) => {
  expect(readToolValue(make(limit)).isWhole).toBe(true)
  const beyond = readToolValue(make(limit + 1))
  expect(beyond.isWhole).toBe(false)
  expect(JSON.stringify(beyond).length).toBeLessThan(
    JSON.stringify(readToolValue(make(limit))).length + 8,
  )
})
