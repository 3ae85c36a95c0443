import { expect, test } from 'vitest'
import { createApiKeyAuth, mintUserToken } from './api-key-auth.ts'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { tokenFor } from './fake-tokens.test-support.ts'

const USER = { userId: 'user-1', workspaceId: 'shop' }
const SERVER_KEY = 'sk_test_0123456789'

test('gives its key and says for whom it speaks (6.2)', async () => {
  const auth = createApiKeyAuth({ ...USER, apiKey: SERVER_KEY })

  expect(await auth.token({ mayMint: false })).toBe(SERVER_KEY)
  expect(auth.headers).toEqual({ 'Aui-User-Id': 'user-1', 'Aui-Workspace-Id': 'shop' })
  expect(auth.hasIdentity()).toBe(true)
})

test('refuses a server’s key in a page, and takes a browser’s', () => {
  const make = (apiKey: string, isPage: boolean) => createApiKeyAuth({ ...USER, apiKey, isPage })

  expect(() => make(SERVER_KEY, true)).toThrow('This API key is for servers only')
  expect(() => make(SERVER_KEY, false)).not.toThrow()
  expect(() => make('pk_test_0123456789', true)).not.toThrow()
})

test('knows a page by its window', () => {
  expect(() => createApiKeyAuth({ ...USER, apiKey: SERVER_KEY })).not.toThrow()
  Object.assign(globalThis, { window: {} })
  try {
    expect(() => createApiKeyAuth({ ...USER, apiKey: SERVER_KEY })).toThrow('for servers only')
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
  }
})

test.each([
  { userId: '' },
  { userId: 'a b' },
  { userId: 'ü' },
  { workspaceId: 'a\nb' },
  { workspaceId: 'x'.repeat(256) },
  { apiKey: 'sk test' },
  { userId: undefined as unknown as string },
])('refuses what no header carries: %j', (wrong) => {
  const settings = { ...USER, apiKey: SERVER_KEY }

  expect(() => createApiKeyAuth({ ...settings, ...wrong })).toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      hint: expect.stringMatching(/^Set (user|workspace|apiKey)/),
    }),
  )
})

test('takes an id of 255 characters', () => {
  const userId = 'x'.repeat(255)

  expect(() => createApiKeyAuth({ ...USER, userId, apiKey: SERVER_KEY })).not.toThrow()
})

test('keeps its key when an answer carries a token, and refuses a malformed one', async () => {
  const auth = createApiKeyAuth({ ...USER, apiKey: SERVER_KEY })
  const carrying = (Authorization: string) => new Response('', { headers: { Authorization } })

  auth.inspect(carrying(`Bearer ${tokenFor(0)}`))
  expect(await auth.token({ mayMint: false })).toBe(SERVER_KEY)

  expect(() => auth.inspect(carrying('Basic abc'))).toThrow('Invalid auth header received')
})

test('asks for a short token of the user for whom it speaks', async () => {
  const { http, requests, signal } = createFakeRequests(() => json(200, { token: 'jwt' }))

  expect(await mintUserToken(requests, signal)).toBe('jwt')

  expect(http.sent).toMatchObject([{ method: 'POST', path: '/auth/tokens', body: undefined }])
})
