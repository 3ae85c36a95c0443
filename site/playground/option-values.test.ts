import { expect, test } from 'vitest'
import { leftOut, nest, readHash, toHash, valueAt, withValue } from './option-values.ts'

test('paths become groups, and are found in them', () => {
  const nested = nest({ app: 'shop', 'theme.accent': '#123456', 'header.action.label': 'Call' })

  expect(nested).toEqual({
    app: 'shop',
    theme: { accent: '#123456' },
    header: { action: { label: 'Call' } },
  })
  expect(valueAt(nested, 'header.action.label')).toBe('Call')
  expect(valueAt(nested, 'header.none.label')).toBeUndefined()
  expect(valueAt('dark', 'theme')).toBeUndefined()
})

test('an empty value takes the choice back', () => {
  const values = { app: 'shop', name: 'Pip' }

  expect(withValue(values, 'name', '')).toEqual({ app: 'shop' })
  expect(withValue(values, 'name', false)).toEqual({ app: 'shop', name: false })
  expect(leftOut(values, { app: 'other' })).toEqual(['name'])
})

test('choices are sent in an address, and only options are read of it', () => {
  const values = { 'theme.accent': '#123456', name: 'Größe & 100 %' }
  const isOption = (path: string) => path !== 'nothing'

  expect(readHash(toHash(values), isOption)).toEqual(values)
  expect(readHash(toHash({ ...values, nothing: 1 }), isOption)).toEqual(values)
  expect(toHash({})).toBe('')
})

test.each(['', '#', '#%', '#null', '#[1]x'])('the address %j says nothing', (hash) => {
  expect(readHash(hash, () => true)).toEqual({})
})
