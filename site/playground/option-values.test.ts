import { expect, test } from 'vitest'
import { readOptions, readProductTypes } from '../../scripts/reference/read-options.ts'
import { leftOut, nest, readHash, toHash, valueAt, withValue } from './option-values.ts'
import { toStart } from './start-options.ts'

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

  expect(readHash(toHash(values), isOption)).toEqual({ values, refused: [] })
  expect(readHash(toHash({ ...values, nothing: 1 }), isOption)).toEqual({ values, refused: [] })
  expect(toHash({})).toBe('')
})

test.each(['', '#', '#%', '#null', '#[1]x'])('the address %j says nothing', (hash) => {
  expect(readHash(hash, () => true)).toEqual({ values: {}, refused: [] })
})

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const HALF = 'a'.repeat(31)

test.each([
  ['app', 'shop'],
  ['app', `${HALF}-${HALF}`],
  ['logo', PIXEL],
  ['disclaimer.link', 'https://shop.example/terms'],
])('a link may choose %s: %s', (path, value) => {
  const values = { name: 'Pip', [path]: value }

  expect(readHash(toHash(values), () => true)).toEqual({ values, refused: [] })
})

test.each([
  ['baseUrl', 'https://evil.example'],
  ['baseUrl', ''],
  ['baseUrl', ['https://evil.example']],
  ['app', '../../evil'],
  ['app', 'x/../../files/key?'],
  ['app', '//evil.example'],
  ['app', `${HALF}-${HALF}a`],
  ['app', ['shop']],
  ['logo', 'https://evil.example/logo.png'],
  ['logo', '//evil.example/logo.png'],
  ['logo', ' data:image/png;base64,'],
  ['logo', 'data:text/html,x'],
  ['logo', { toString: 1 }],
])('a link may not choose %s: %j, and the rest of it stands', (path, value) => {
  const hash = toHash({ name: 'Pip', [path]: value })

  expect(readHash(hash, () => true)).toEqual({ values: { name: 'Pip' }, refused: [path] })
})

test.each(['https://evil.example', '//evil.example', '/../..//evil.example', '@evil.example'])(
  'with %s as every option the script stays at the service',
  (address) => {
    const options = readOptions(readProductTypes('.'))
    const every = Object.fromEntries(options.map(({ path }) => [path, address]))
    const isOption = (path: string) => Object.hasOwn(every, path)

    const { values, refused } = readHash(toHash(every), isOption)

    expect(refused.toSorted()).toEqual(['app', 'baseUrl', 'logo'])
    expect(toStart(values, options).path).toBe('/p/default/alcove.js')
    // A malformed project can be typed; the address still stays below `/p/`.
    expect(toStart(every, options).path).toBe(`/p/${encodeURIComponent(address)}/alcove.js`)
  },
)
