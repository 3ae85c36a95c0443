import { expect, test } from 'vitest'
import { createChat, type PackageOptions } from './alcove.ts'

const KEY = { apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' }
const INVALID = 'This names nobody: getToken, token, apiKey or anonymous is missing.'

test('throws for an auth that says not who chats (5.1)', () => {
  const create = (auth: unknown) => () =>
    createChat({ baseUrl: 'https://chat.test', auth: auth as 'token' })

  for (const auth of [{}, null, 'nobody', { apiKey: KEY.apiKey }])
    expect(create(auth)).toThrow(INVALID)
  expect(create({ ...KEY, apiKey: 'sk_1' })).toThrow('keys of browsers only')
})

test.each(['localhost:8787', 'chat.example.com', '//chat.example.com', 'ftp://chat.example.com'])(
  'throws for the address %s, which names no http, and says how it should be',
  (baseUrl) => {
    expect(() => createChat({ baseUrl })).toThrow(
      `baseUrl: expected an address that begins with https:// or http://, not ${baseUrl}`,
    )
  },
)

test('throws without an address, also where no compiler said so', () => {
  for (const options of [undefined, {}, { baseUrl: '' }]) {
    expect(() => createChat(options as PackageOptions)).toThrow('baseUrl: expected the address')
  }
})
