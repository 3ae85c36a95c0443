import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { createTextRecord } from './text-record.ts'

const format = JSON.stringify
const parse = (text: string): number | undefined => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' ? value : undefined
}

function createStorage(): KeyValueStorage & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

test('keeps one value under its key', () => {
  const storage = createStorage()
  const record = createTextRecord({ key: 'count', open: () => storage, parse, format })
  expect(record.read()).toBeUndefined()
  record.write(3)
  expect([record.read(), storage.values.get('count')]).toEqual([3, '3'])
  record.remove()
  expect([record.read(), storage.values.size]).toEqual([undefined, 0])
})

test.each(['{', '"three"'])('what something else wrote there is nothing: %s', (text) => {
  const storage = createStorage()
  storage.setItem('count', text)
  expect(createTextRecord({ key: 'count', open: () => storage, parse, format }).read()).toBe(
    undefined,
  )
})

test.each([
  [
    'is blocked',
    () => {
      throw new Error('Blocked.')
    },
  ],
  ['is not there', undefined],
])('where storage %s nothing is kept, and nothing is thrown', (_, open) => {
  const record = createTextRecord({ key: 'count', open, parse, format })
  record.write(3)
  record.remove()
  expect(record.read()).toBeUndefined()
})
