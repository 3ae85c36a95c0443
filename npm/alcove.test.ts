import { expect, test } from 'vitest'
import { createChat, type PackageOptions } from './alcove.ts'

const KEY = { apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' }
const INVALID = 'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration'

test('throws for an auth that says not who chats (5.1, B07)', () => {
  const create = (auth: unknown) => () =>
    createChat({ baseUrl: 'https://chat.test', auth: auth as 'token' })

  for (const auth of [{}, null, 'nobody', { apiKey: KEY.apiKey }])
    expect(create(auth)).toThrow(INVALID)
  expect(create({ ...KEY, apiKey: 'sk_1' })).toThrow('keys of browsers only')
})

test('throws without an address, also where no compiler said so', () => {
  for (const options of [undefined, {}, { baseUrl: '' }]) {
    expect(() => createChat(options as PackageOptions)).toThrow('baseUrl: expected the address')
  }
})
