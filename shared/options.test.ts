import { expect, test } from 'vitest'
import { readHostOptions } from './options.ts'

function read(given: Record<string, unknown>) {
  const errors: { code: string; message: string; isFatal: boolean }[] = []
  const options = readHostOptions(given, ({ code, message }, isFatal) =>
    errors.push({ code, message, isFatal }),
  )
  return { options, errors }
}

const DEFAULTS = {
  app: 'default',
  theme: 'auto',
  position: 'bottom-end',
  zIndex: 2147482000,
  baseUrl: '',
}

test('nothing given is all defaults, without a word', () => {
  expect(read({})).toEqual({ options: DEFAULTS, errors: [] })
})

test.each([
  ['app', 'shop-1'],
  ['app', 'a'],
  ['app', 'a'.repeat(63)],
  ['theme', 'dark'],
  ['theme', 'light'],
  ['position', 'bottom-start'],
  ['zIndex', 10],
  ['zIndex', '-1'],
  ['baseUrl', 'https://chat.example.com'],
  ['baseUrl', 'http://localhost:8787/alcove/'],
])('takes %s = %j as it is', (name, value) => {
  expect(read({ [name]: value })).toEqual({ options: { ...DEFAULTS, [name]: value }, errors: [] })
})

test.each([
  ['app', ''],
  ['app', 'a/b'],
  ['app', '../x'],
  ['app', 'ä'],
  ['app', 'a'.repeat(64)],
  ['app', 'Shop'],
  ['app', 'shop_1'],
  ['app', 'shop-'],
  ['theme', 'blue'],
  ['theme', 'dark;'],
  ['theme', null],
  ['position', 'top-end'],
  ['zIndex', '1e9'],
  ['zIndex', '1;color:red'],
  ['zIndex', 1.5],
  ['baseUrl', 'chat.example.com'],
  ['baseUrl', 'javascript:alert(1)'],
  ['baseUrl', 'https://chat.example.com/?token=1'],
])('reports %s = %j and takes the default', (name, value) => {
  const { options, errors } = read({ [name]: value })

  expect(options).toEqual(DEFAULTS)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.code).toBe('config_invalid')
  expect(errors[0]?.message).toContain(`${name}: expected`)
})

test('a wrong choice is told the choices', () => {
  expect(read({ theme: 'neon' }).errors[0]?.message).toMatch(/auto.*light.*dark/)
})

test.each(['colour', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'reports the unknown option %s and what there is',
  (name) => {
    const { options, errors } = read(Object.fromEntries([[name, 'red']]))

    expect({ ...options }).toEqual(DEFAULTS)
    expect(errors[0]?.message).toBe(`${name}: expected app,theme,position,zIndex,baseUrl`)
  },
)

test('an option that is undefined is not given', () => {
  expect(read({ app: undefined, theme: undefined })).toEqual({ options: DEFAULTS, errors: [] })
})

test('a wrong app ends the chat, for its default is another tenant; no other option does', () => {
  expect(read({ app: 'Shop', theme: 'neon', colour: 'red' }).errors).toMatchObject([
    { isFatal: true },
    { isFatal: false },
    { isFatal: false },
  ])
})

test.each([
  ['apikey', 'pk_0123456789'],
  ['app', 'sk_0123456789'],
  ['secretKey', '0123456789'],
  ['colour', { apiKey: '0123456789' }],
  ['theme', 'sk-proj-0123456789'],
])('what was given for %s is not printed: it may be a key', (name, value) => {
  const [error] = read({ [name]: value }).errors

  expect(error?.message).toContain(`${name}: expected`)
  expect(error?.message).not.toContain('0123456789')
})

test('what somebody put on every object is no option', () => {
  Object.assign(Object.prototype, { app: 'shop', spoiled: () => {} })
  try {
    expect(read({ theme: 'dark' })).toMatchObject({
      options: { app: 'default', theme: 'dark' },
      errors: [],
    })
  } finally {
    for (const name of ['app', 'spoiled']) Reflect.deleteProperty(Object.prototype, name)
  }
})
