import { afterEach, expect, test } from 'vitest'
import { readCredentials } from './read-credentials.ts'

const KEY = { apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' }
const INVALID = 'This names nobody: getToken, token, apiKey or anonymous is missing.'

afterEach(() => {
  for (const name of Object.keys(KEY)) Reflect.deleteProperty(Object.prototype, name)
})

test('takes a key before anonymity', () => {
  expect(readCredentials({ ...KEY, anonymous: true })).toEqual({
    isUsable: true,
    credentials: { mode: 'apiKey', ...KEY },
  })
  expect(readCredentials({ anonymous: true })).toEqual({
    isUsable: true,
    credentials: { mode: 'anonymous' },
  })
})

const UNUSABLE: readonly unknown[] = [
  {},
  null,
  undefined,
  'none',
  { anonymous: false },
  { getToken: 'token' },
  { apiKey: KEY.apiKey },
  { userId: 'ada', workspaceId: 'shop' },
  { ...KEY, apiKey: '' },
  { ...KEY, userId: '' },
  { ...KEY, userId: undefined },
  { ...KEY, userId: 42 },
  { ...KEY, userId: 'a b' },
  { ...KEY, userId: 'ü' },
  { ...KEY, workspaceId: 'a\nb' },
  { ...KEY, apiKey: ['pk_1'] },
  { ...KEY, userId: 'x'.repeat(256) },
  { ...KEY, userId: undefined, anonymous: true },
]

test('takes ids of 255 characters', () => {
  expect(readCredentials({ ...KEY, userId: 'x'.repeat(255) }).isUsable).toBe(true)
})

test.each(UNUSABLE)(
  '%j is nobody, never a visitor, and the error says how it should be (5.1)',
  (given) => {
    expect(readCredentials(given)).toEqual({
      isUsable: false,
      fault: expect.objectContaining({
        code: 'config_invalid',
        message: INVALID,
        hint: expect.stringMatching(/getToken|userId/),
      }),
    })
  },
)

test.each(['sk_live_0123456789', 'sk-proj-0123456789', '0123456789'])(
  'refuses the key %s with the reason, and does not repeat it',
  (apiKey) => {
    const result = readCredentials({ ...KEY, apiKey })

    const fault = result.isUsable ? undefined : result.fault
    expect(fault?.message).toContain('everybody can read what is in it')
    expect(JSON.stringify([fault?.message, result])).not.toContain('0123456789')
  },
)

test('properties of Object.prototype are not read as credentials', () => {
  Object.assign(Object.prototype, KEY)

  expect(readCredentials({}).isUsable).toBe(false)
  expect(readCredentials({ ...KEY }).isUsable).toBe(true)
})
