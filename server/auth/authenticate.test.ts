import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { forgeHmacJwt } from '../testing/forge-jwt.ts'
import { createMemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createAccessTokens } from './access-token.ts'
import { createApiKeys } from './api-keys.ts'
import {
  AUTHORIZATION_MAX,
  createAuthenticator,
  type Credentials,
  type Gate,
} from './authenticate.ts'
import { createHostTokens } from './host-token.ts'
import { claimedIdentity, createAnonymousIdentity } from './identity.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const NOW = Date.parse('2026-11-21T05:00:00.000Z')
const SECONDS = NOW / 1000
const SHOP: Gate = {
  id: 'shop',
  anonymous: true,
  auth: [{ type: 'secret', secret: SECRET }],
}

function createWorld() {
  const clock = { ms: NOW }
  const now = () => clock.ms
  const accessTokens = createAccessTokens({ secret: 'another secret of thirty-two bytes', now })
  const apiKeys = createApiKeys({ queries: createMemoryApiKeys(), now })
  const hostTokens = createHostTokens({ fetch, onKeySetFailure: () => {}, now })
  const authenticator = createAuthenticator({ accessTokens, hostTokens, apiKeys })
  return {
    clock,
    apiKeys,
    mint: authenticator.mint,
    authenticate: (value: string | undefined, more: Partial<Credentials> = {}, gate = SHOP) =>
      authenticator.authenticate(gate, {
        authorization: value,
        userId: undefined,
        workspaceId: undefined,
        origin: undefined,
        fetchSite: undefined,
        ...more,
      }),
  }
}

const signHost = (claims: object) =>
  `Bearer ${forgeHmacJwt({ alg: 'HS256' }, { exp: SECONDS + 3600, ...claims }, SECRET)}`

describe('a token of ours', () => {
  test('comes back as the visitor that it was made for', async () => {
    const { mint, authenticate } = createWorld()
    const identity = createAnonymousIdentity('shop')

    const { identity: proved, exchanged } = await authenticate(`Bearer ${await mint(identity)}`)

    expect(proved).toEqual(identity)
    expect(exchanged).toBeUndefined()
    expect(identity.userId).toMatch(/^usr_anon_[0-9A-Za-z]{24}$/)
    expect(identity.workspaceId).toBe(identity.userId)
  })

  test('carries the claims of the contract', async () => {
    const token = await createWorld().mint(createAnonymousIdentity('shop'))

    expect(decodeJwt(token)).toEqual({
      project_id: 'shop',
      workspace_id: expect.stringMatching(/^usr_anon_/),
      sub: expect.stringMatching(/^usr_anon_/),
      iss: 'alcove',
      iat: SECONDS,
      nbf: SECONDS - 10,
      exp: SECONDS + 900,
    })
  })

  test('of a visitor without a name is refused where none is let in', async () => {
    const { mint, authenticate } = createWorld()
    const closed = { ...SHOP, anonymous: false }
    const named = await mint({ projectId: 'shop', workspaceId: 'a', userId: 'a', kind: 'host' })
    const nameless = await mint(createAnonymousIdentity('shop'))

    await expect(authenticate(`Bearer ${nameless}`, {}, closed)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Anonymous access is not allowed',
    })
    await expect(authenticate(`Bearer ${named}`, {}, closed)).resolves.toBeTruthy()
  })

  test('is never made for a user whom a browser’s key claims', async () => {
    const { mint } = createWorld()
    const identity = claimedIdentity('shop', 'k', { userId: 'ada', workspaceId: 'ada' })

    await expect(mint(identity)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a token of a host', () => {
  test('names its user, whose workspace is their own unless it says another', async () => {
    const { authenticate } = createWorld()

    const alone = await authenticate(signHost({ sub: 'ada' }))
    const team = await authenticate(signHost({ sub: 'ada', workspace_id: 'engines' }))

    expect(alone.identity).toEqual({
      projectId: 'shop',
      workspaceId: 'ada',
      userId: 'ada',
      kind: 'host',
    })
    expect(team.identity).toMatchObject({ userId: 'ada', workspaceId: 'engines' })
  })

  test('is exchanged for a short one of ours that stands for the same user', async () => {
    const { authenticate } = createWorld()

    const { identity, exchanged = '' } = await authenticate(
      signHost({ sub: 'ada', workspace_id: 'engines' }),
    )

    expect(decodeJwt(exchanged)).toMatchObject({ iss: 'alcove', exp: SECONDS + 900 })
    expect(await authenticate(`Bearer ${exchanged}`)).toEqual({ identity })
  })

  test.each([
    [901, 900],
    [900, 900],
    [899, 899],
    [60.5, 60],
    [1, 1],
  ])('that lives %d s more is exchanged for one of %d s', async (life, own) => {
    const { authenticate } = createWorld()

    const { exchanged = '' } = await authenticate(signHost({ sub: 'ada', exp: SECONDS + life }))

    expect(decodeJwt(exchanged).exp).toBe(SECONDS + own)
  })

  test('that has just ended is accepted within the leeway and exchanged for nothing (R17)', async () => {
    const { authenticate } = createWorld()
    const token = signHost({ sub: 'ada', iat: SECONDS - 60, exp: SECONDS - 1 })

    expect((await authenticate(token)).exchanged).toBeUndefined()
  })

  test('of another project opens nothing here, neither itself nor its exchange', async () => {
    const { authenticate } = createWorld()
    const other: Gate = {
      ...SHOP,
      id: 'other',
      auth: [{ type: 'secret', secret: 'x'.repeat(32) }],
    }
    const token = signHost({ sub: 'ada' })
    const { exchanged } = await authenticate(token)

    const refusal = { code: 'token_rejected', message: 'JWT token is not valid' }
    const hint = expect.stringContaining('signed with another secret')
    await expect(authenticate(token, {}, other)).rejects.toMatchObject({ ...refusal, hint })
    await expect(authenticate(`Bearer ${exchanged}`, {}, other)).rejects.toMatchObject(refusal)
  })

  test('may be signed with any of a project’s secrets', async () => {
    const { authenticate } = createWorld()
    const rules = ['x'.repeat(32), SECRET].map((secret) => ({ type: 'secret' as const, secret }))

    expect(
      await authenticate(signHost({ sub: 'ada' }), {}, { ...SHOP, auth: rules }),
    ).toMatchObject({ identity: { userId: 'ada' } })
  })

  test('that has expired says so, whichever secret signed it', async () => {
    const { authenticate } = createWorld()
    const rules = [SECRET, 'x'.repeat(32)].map((secret) => ({ type: 'secret' as const, secret }))
    const token = signHost({ sub: 'ada', iat: SECONDS - 99, exp: SECONDS - 30 })

    await expect(authenticate(token, {}, { ...SHOP, auth: rules })).rejects.toMatchObject({
      code: 'token_expired',
    })
  })

  test('must have the issuer and the audience that a secret’s rule names', async () => {
    const { authenticate } = createWorld()
    const rule = { type: 'secret', secret: SECRET, issuer: 'shop', audience: 'chat' } as const
    const gate = { ...SHOP, auth: [rule] }
    const good = { sub: 'ada', iss: 'shop', aud: ['chat', 'api'] }

    await expect(authenticate(signHost(good), {}, gate)).resolves.toBeTruthy()
    const noRule = { message: 'No auth rule matches the JWT iss and aud claims' }
    await expect(authenticate(signHost({ ...good, iss: 'x' }), {}, gate)).rejects.toMatchObject(
      noRule,
    )
    await expect(authenticate(signHost({ ...good, aud: 'x' }), {}, gate)).rejects.toMatchObject(
      noRule,
    )
    await expect(
      authenticate(signHost({ ...good, iss: undefined }), {}, gate),
    ).rejects.toMatchObject({ message: 'JWT payload is missing iss' })
  })

  test.each([
    ['default', 'ALCOVE_HOST_SECRET'],
    ['shop', 'projects.shop.auth'],
  ])('is refused in project %s without a rule, in words that name %s', async (id, name) => {
    const gate = { ...SHOP, id, auth: [] }

    await expect(
      createWorld().authenticate(signHost({ sub: 'ada' }), {}, gate),
    ).rejects.toMatchObject({
      code: 'token_rejected',
      message: expect.stringContaining('alcove.config.ts'),
      hint: expect.stringContaining(name),
    })
  })
})

test('the headers of API keys mean nothing beside a token', async () => {
  const { authenticate } = createWorld()

  const { identity } = await authenticate(signHost({ sub: 'ada' }), {
    userId: 'eve',
    workspaceId: 'eve',
    origin: 'https://shop.example',
  })

  expect(identity).toMatchObject({ userId: 'ada', workspaceId: 'ada' })
})

test.each([
  [undefined, 'token_missing', 'Authorization header is missing'],
  ['', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Basic YTpi', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Bearer', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['bearer x', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Bearer ', 'token_rejected', 'Unsupported authorization value'],
  ['Bearer rt_123', 'token_rejected', 'Unsupported authorization value'],
  ['Bearer sk_123', 'token_rejected', 'Invalid API key format'],
  ['Bearer a.b.c', 'token_rejected', 'Invalid JWT token'],
])('the header %j is refused', async (header, code, message) => {
  await expect(createWorld().authenticate(header)).rejects.toMatchObject({ code, message })
})

test('a header of 8,192 characters is looked at and one more is not', async () => {
  const { authenticate } = createWorld()
  const header = (length: number) => 'Bearer '.padEnd(length, 'x')

  await expect(authenticate(header(AUTHORIZATION_MAX))).rejects.toMatchObject({
    message: 'Unsupported authorization value',
  })
  await expect(authenticate(header(AUTHORIZATION_MAX + 1))).rejects.toMatchObject({
    message: 'Invalid JWT token',
  })
})
