// @vitest-environment node
import { expect, test } from 'vitest'
import { createCloudClient, type CloudConfig } from './create-cloud-client.ts'
import { createFakeHttp, json } from './fake-http.test-support.ts'
import { createFakeStorage, fakeTokens, tokenFor } from './fake-tokens.test-support.ts'
import { createManualClock } from './manual-clock.test-support.ts'
import { createPlainPutFile } from './put-file.ts'

const { signal } = new AbortController()
const API_KEY = { apiKey: 'pk_test_1', userId: 'user-1', workspaceId: 'shop' }

function createWorld(base = 'https://own.example/p/shop') {
  const clock = createManualClock()
  const http = createFakeHttp(({ path }) =>
    path.startsWith('/auth/') ? json(200, fakeTokens(clock.now())) : json(200, { threads: [] }),
  )
  const urls: string[] = []
  const fetch = (url: string, init: RequestInit) => {
    urls.push(url)
    return http.fetch(url, init)
  }
  const storage = createFakeStorage()
  const world = {
    base,
    fetch,
    clock,
    random: () => 0,
    openStorage: () => storage,
    putFile: createPlainPutFile(fetch),
  }
  const list = async (config: CloudConfig) => {
    await createCloudClient(config, world).listThreads({}, signal)
    return { url: urls.at(-1), sent: http.sent.at(-1)?.headers.get('Authorization') }
  }
  return { clock, world, list, storage }
}

test.each([{}, { anonymous: false }, { authToken: undefined }, { apiKey: '' }])(
  'refuses %j, which says not who calls (B07)',
  (config) => {
    expect(() => createCloudClient(config as unknown as CloudConfig, createWorld().world)).toThrow(
      'Invalid configuration: Must provide authToken, apiKey, or anonymous configuration',
    )
  },
)

test('takes the host’s token before an API key, and a key before anonymity', async () => {
  const { clock, list, world } = createWorld()
  const token = tokenFor(clock.now())
  const authToken = () => token

  expect((await list({ ...API_KEY, authToken, anonymous: true })).sent).toBe(`Bearer ${token}`)
  expect((await list({ ...API_KEY, anonymous: true })).sent).toBe('Bearer pk_test_1')
  expect(createCloudClient({ anonymous: true }, world).hasIdentity()).toBe(false)
})

test('calls the build’s base, and another where one is given, but never with an API key (7.6)', async () => {
  const { clock, list } = createWorld()
  const authToken = () => tokenFor(clock.now())
  const baseUrl = 'https://other.example/'

  expect((await list({ authToken })).url).toBe('https://own.example/p/shop/v1/threads')
  expect((await list({ authToken, baseUrl })).url).toBe('https://other.example/v1/threads')
  expect((await list({ ...API_KEY, baseUrl })).url).toBe('https://own.example/p/shop/v1/threads')
})

test('keeps each base’s visitor apart', async () => {
  const { world, storage } = createWorld()
  const baseUrl = 'https://other.example/'

  const body = { last_message_at: '2026-11-21T00:00:00.000Z' }
  await createCloudClient({ anonymous: true, baseUrl }, world)
    .createThread(body, signal)
    .catch(() => {})

  expect(storage.getItem('aui:refresh_token:https://other.example')).toContain('rt_1')
})

test('says what to do without a base', () => {
  const { world } = createWorld('')

  expect(() => createCloudClient({ anonymous: true }, world)).toThrow('There is no server to call.')
  expect(() => createCloudClient(API_KEY, world)).toThrow('There is no server to call.')
})

test('fails before any request when the host gives no token (8.3)', async () => {
  const { list } = createWorld()

  await expect(list({ authToken: () => null })).rejects.toThrow('Authorization failed')
  await expect(list({ authToken: () => 'no.jwt' })).rejects.toThrow(
    'Unable to determine the token expiry',
  )
})
