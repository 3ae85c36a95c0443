import { expect, test } from 'vitest'
import {
  FIELD_CHARACTERS_MAX,
  FIELDS_MAX,
  flattenFields,
  listToolFields,
  printToolJson,
} from './tool-values.ts'

test('lists short values by name, without secrets and with what cannot be seen', () => {
  expect(
    listToolFields({ order_id: 'A2', amount: 12.5, isGift: false, apiKey: 'k', note: 'a\u202eb' }),
  ).toEqual([
    { name: 'order_id', text: 'A2' },
    { name: 'amount', text: '12.5' },
    { name: 'isGift', text: 'false' },
    { name: 'apiKey', text: '••••••' },
    { name: 'note', text: expect.stringMatching(/^a.+b$/) },
  ])
  expect(listToolFields({ note: 'a\u202eb' })?.[0]?.text).not.toContain('\u202e')
})

test.each([
  ['nothing', {}],
  ['a list', ['a']],
  ['a text', 'a'],
  ['null', null],
  ['an object in it', { a: { b: 1 } }],
  ['a list in it', { a: [1] }],
  ['nothing said', { a: null }],
  ['an empty value', { a: '' }],
])('leaves %s to JSON', (_, value) => {
  expect(listToolFields(value)).toBeNull()
})

test('lists as many values as the limit, each as long as the limit', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  expect(listToolFields(many(FIELDS_MAX))).toHaveLength(FIELDS_MAX)
  expect(listToolFields(many(FIELDS_MAX + 1))).toBeNull()
  expect(listToolFields({ a: 'x'.repeat(FIELD_CHARACTERS_MAX) })).toHaveLength(1)
  expect(listToolFields({ a: 'x'.repeat(FIELD_CHARACTERS_MAX + 1) })).toBeNull()
})

test('lists nested values by the names on their path, without secrets', () => {
  expect(
    flattenFields({
      order: { id: 'A1', lines: [{ sku: 'x', count: 2 }], tags: ['new', 3] },
      card: { pin: 1234, holder: null },
      token: { a: 1 },
      note: 'a\u202eb',
    }),
  ).toEqual([
    { name: 'order id', text: 'A1' },
    { name: 'order lines 1 sku', text: 'x' },
    { name: 'order lines 1 count', text: '2' },
    { name: 'order tags', text: 'new, 3' },
    { name: 'card pin', text: '••••••' },
    { name: 'token', text: '••••••' },
    { name: 'note', text: expect.not.stringContaining('\u202e') },
  ])
})

test('says that there is more than the limits, and at the limits not', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ a: 1 }))
  const text = (length: number) => flattenFields({ a: 'x'.repeat(length) })[0]?.text
  expect(flattenFields(many(FIELDS_MAX)).at(-1)?.text).toBe('1')
  expect(flattenFields(many(FIELDS_MAX + 1))).toHaveLength(FIELDS_MAX + 1)
  expect(flattenFields(many(FIELDS_MAX + 1)).at(-1)?.text).toBe('…')
  expect(text(FIELD_CHARACTERS_MAX)).toHaveLength(FIELD_CHARACTERS_MAX)
  expect(text(FIELD_CHARACTERS_MAX + 1)).toBe(`${'x'.repeat(FIELD_CHARACTERS_MAX)}…`)
})

test('shows invisible characters in names and values, at any place', () => {
  const value = { 'a\u200bb': { 'c\u00add': 'e\u2060f' }, list: ['g\u200dh'] }

  expect(printToolJson(value)).toContain('"a[U+200B]b"')
  expect(printToolJson(value)).toContain('"c[U+00AD]d": "e[U+2060]f"')
  expect(printToolJson(JSON.stringify(value))).toBe(printToolJson(value))
  expect(printToolJson('{"a\u200bb": "c')).toBe('{"a[U+200B]b": "c')
  expect(flattenFields(value).map(({ text }) => text)).toEqual(['e[U+2060]f', 'g[U+200D]h'])
})
