import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Identity } from '../auth/identity.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const TIME = '2026-11-21T04:00:00.000Z'
const ADA: Identity = { projectId: 'default', workspaceId: 'ada', userId: 'ada', kind: 'host' }

let world: TestApp
let visit: Caller
let call: Caller
let refreshToken: string
let thread: string
beforeEach(async () => {
  world = await createTestApp({ config: { projects: { shop: {} } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  const open = createCaller(world)
  const { json: tokens } = await open('POST /auth/tokens/anonymous')
  refreshToken = tokens.refresh_token.token
  visit = createCaller(world, `Bearer ${tokens.access_token}`)
  call = createCaller(world, (await world.signIn(ADA)).authorization)
  const created = await visit('POST /threads', { last_message_at: TIME, external_id: 'cart' })
  thread = created.json.thread_id
})
afterEach(() => world.close())

const claim = (token = refreshToken) => call('POST /threads/claim', { refresh_token: token })

test('a visitor who got a name takes their threads along, once', async () => {
  expect(await claim()).toMatchObject({ status: 200, json: { moved: 1 } })
  expect((await call('GET /threads')).json.threads).toMatchObject([
    { id: thread, workspace_id: 'ada', external_id: 'cart' },
  ])
  expect((await visit('GET /threads')).json).toEqual({ threads: [] })
  expect(await claim()).toMatchObject({ status: 200, json: { moved: 0 } })
})

test('the visitor’s token still refreshes afterwards: its page may not know yet', async () => {
  await claim()

  const refreshed = await visit('POST /auth/tokens/refresh', { refresh_token: refreshToken })

  expect(refreshed.status).toBe(200)
})

test('a visitor without a name claims nothing', async () => {
  const { status, json } = await visit('POST /threads/claim', { refresh_token: refreshToken })

  expect(status).toBe(403)
  expect(json).toMatchObject({ message: 'Anonymous sessions cannot claim threads' })
  expect((await visit('GET /threads')).json.threads).toHaveLength(1)
})

test.each(['rt_unknown', '', 'x'.repeat(5_000), 'rt_\0'])(
  'the refresh token %s is refused, and not as if the caller’s own token were dead',
  async (token) => {
    expect(await claim(token)).toMatchObject({
      status: 403,
      json: { error: 'forbidden', message: 'Invalid refresh token' },
    })
  },
)

test('a visitor of another project is unknown here', async () => {
  const shop = await createCaller(world, '', '/p/shop')('POST /auth/tokens/anonymous')

  expect(await claim(shop.json.refresh_token.token)).toMatchObject({
    status: 403,
    json: { message: 'Invalid refresh token' },
  })
})
