import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import { deriveKey } from '../auth/secret.ts'
import { childTokenOf, createSessions, hashRefreshToken } from '../auth/sessions.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, TEST_SECRET, type TestApp } from '../testing/create-test-app.ts'

const REVOKE = 'POST /auth/tokens/revoke'
const UNKNOWN = `rt_${'a'.repeat(43)}`
const ALIVE = { status: 200 }
/** The answer that frames and published clients treat as the end of a visitor. */
const DEAD = { status: 401, json: { error: 'auth_failed', details: { reason: 'token_unknown' } } }

describe.each(ENGINES)('a sign-out, on %s', (engine) => {
  let place: StorePlace
  let world: TestApp
  let call: Caller
  let callShop: Caller
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTestApp({
      place,
      config: { projects: { shop: {}, library: { readOnly: true } } },
    })
    for (const id of ['shop', 'library']) await world.store.projects.create({ id, name: id })
    call = createCaller(world)
    callShop = createCaller(world, '', '/p/shop')
  })
  afterAll(async () => {
    await world?.close()
    await place.remove()
  })

  const mint = async (caller: Caller): Promise<string> =>
    (await caller('POST /auth/tokens/anonymous')).json.refresh_token.token
  const revoke = (caller: Caller, token: string) => caller(REVOKE, { refresh_token: token })
  const refresh = (caller: Caller, token: string) =>
    caller('POST /auth/tokens/refresh', { refresh_token: token })

  /** A visitor's tokens from an older server: each was replaced when it was used. */
  async function startChain(): Promise<readonly string[]> {
    const { sessions: queries } = world.store
    const now = () => world.clock.ms
    const sessions = createSessions({ queries, secret: TEST_SECRET, onReuse: () => {}, now })
    const { userId } = createAnonymousIdentity('default')
    const chain = [(await sessions.start('default', userId)).token]
    for (let step = 0; step < 2; step += 1) {
      const parent = (await queries.find(hashRefreshToken(chain.at(-1)!)))!
      const child = childTokenOf(chain.at(-1)!, deriveKey(TEST_SECRET, 'refresh-token'))
      const tokenHash = hashRefreshToken(child)
      await queries.rotate(parent.tokenHash, { ...parent, tokenHash, parentHash: parent.tokenHash })
      chain.push(child)
    }
    return chain
  }

  test.each([
    ['the first', 0],
    ['the last', 2],
  ])(
    'with %s token of a chain ends all of them, and nobody else’s session',
    async (_, presented) => {
      const chain = await startChain()
      const other = await mint(call)
      for (const token of chain) expect(await refresh(call, token)).toMatchObject(ALIVE)

      expect(await revoke(call, chain[presented]!)).toMatchObject({ status: 204, text: '' })

      for (const token of chain) expect(await refresh(call, token)).toMatchObject(DEAD)
      expect(await refresh(call, other)).toMatchObject(ALIVE)
    },
  )

  test('answers every token alike, in a project that is not there as well', async () => {
    const ended = await mint(call)
    const ofShop = await mint(callShop)
    const good = await revoke(call, ended)
    const answers = [
      await revoke(call, ended),
      await revoke(call, UNKNOWN),
      await revoke(call, 'no token at all'),
      await revoke(call, ofShop),
      await revoke(createCaller(world, '', '/p/nobody'), UNKNOWN),
    ]

    const seen = ({ status, headers, text }: Awaited<ReturnType<Caller>>) => {
      const kept = [...headers].filter(([name]) => name !== 'x-request-id')
      return { status, text, headers: Object.fromEntries(kept) }
    }
    expect(answers.map(seen)).toEqual(answers.map(() => seen(good)))
    expect(good.status).toBe(204)
    // A token ends its session in its own project only.
    expect(await refresh(callShop, ofShop)).toMatchObject(ALIVE)
    await revoke(callShop, ofShop)
    expect(await refresh(callShop, ofShop)).toMatchObject(DEAD)
  })

  test('works in a read-only project, where nobody else may write', async () => {
    const callLibrary = createCaller(world, '', '/p/library')
    const { json } = await callLibrary('POST /auth/tokens/anonymous')
    const as = { as: `Bearer ${json.access_token}` }
    const thread = { last_message_at: '2026-11-21T05:00:00.000Z' }
    expect(await callLibrary('POST /threads', thread, as)).toMatchObject({ status: 403 })

    expect(await revoke(callLibrary, json.refresh_token.token)).toMatchObject({ status: 204 })

    expect(await refresh(callLibrary, json.refresh_token.token)).toMatchObject(DEAD)
  })

  test('needs no other credentials, and wrong ones do no harm', async () => {
    const token = await mint(call)
    const as = { as: 'Bearer no-token', headers: { Origin: 'https://evil.example' } }

    expect(await call(REVOKE, { refresh_token: token }, as)).toMatchObject({ status: 204 })

    expect(await refresh(call, token)).toMatchObject(DEAD)
  })

  test.each([[{}], [{ refresh_token: 7 }], [[]]])('refuses the body %j', async (body) => {
    expect(await call(REVOKE, body)).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', message: expect.stringContaining('refresh_token') },
    })
  })
})

test('an address may sign out as often as it may renew tokens, and both count together', async () => {
  const world = await createTestApp({ env: { ALCOVE_LIMITS: '{}' } })
  const call = createCaller(world)
  const body = { refresh_token: UNKNOWN }
  for (let turn = 0; turn < 15; turn += 1) {
    expect(await call(REVOKE, body)).toMatchObject({ status: 204 })
    expect(await call('POST /auth/tokens/refresh', body)).toMatchObject({ status: 401 })
  }

  expect(await call(REVOKE, body)).toMatchObject({ status: 429, json: { error: 'rate_limited' } })
  expect(await call('POST /auth/tokens/refresh', body)).toMatchObject({ status: 429 })
  await world.close()
})
