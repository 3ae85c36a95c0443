import { describe, expect, test } from 'vitest'
import { createMemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createAccessTokens } from './access-token.ts'
import { createApiKeys } from './api-keys.ts'
import { createAuthenticator, type Credentials } from './authenticate.ts'
import { createHostTokens } from './host-token.ts'
import { claimedIdentity } from './identity.ts'

const NOW = Date.parse('2026-11-21T05:00:00.000Z')
const now = () => NOW

async function createWorld() {
  const apiKeys = createApiKeys({ queries: createMemoryApiKeys(), now })
  const authenticator = createAuthenticator({
    accessTokens: createAccessTokens({ secret: 'a secret of at least thirty-two bytes', now }),
    hostTokens: createHostTokens({ fetch, onKeySetFailure: () => {}, now }),
    apiKeys,
  })
  const server = await apiKeys.create({ projectId: 'shop', name: 'backend', scope: 'server' })
  const browser = await apiKeys.create({ projectId: 'shop', name: 'page', scope: 'browser' })
  const authenticate = (key: string, more: Partial<Credentials> = {}, id = 'shop') =>
    authenticator.authenticate(
      { id, anonymous: true, auth: [] },
      {
        authorization: `Bearer ${key}`,
        userId: undefined,
        workspaceId: undefined,
        origin: undefined,
        fetchSite: undefined,
        ...more,
      },
    )
  return { apiKeys, authenticate, mint: authenticator.mint, server, browser }
}

describe('a server’s key', () => {
  test('speaks for whom the headers name', async () => {
    const { authenticate, server } = await createWorld()

    const { identity } = await authenticate(server.key, { userId: 'ada', workspaceId: 'engines' })

    expect(identity).toEqual({
      projectId: 'shop',
      workspaceId: 'engines',
      userId: 'ada',
      kind: 'host',
      isServer: true,
    })
  })

  test.each([
    [{}, '__SYSTEM__', '__SYSTEM__'],
    [{ userId: 'ada' }, 'ada', 'ada'],
    [{ workspaceId: 'engines' }, '__SYSTEM__', 'engines'],
  ])('with %j is user %s in workspace %s', async (headers, userId, workspaceId) => {
    const { authenticate, server } = await createWorld()

    expect((await authenticate(server.key, headers)).identity).toMatchObject({
      userId,
      workspaceId,
    })
  })

  test.each<[Partial<Credentials>]>([
    [{ origin: 'https://shop.example' }],
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ fetchSite: 'same-origin' }],
    [{ fetchSite: 'none' }],
  ])('in a browser, which sends %j, is refused with words that say why', async (headers) => {
    const { authenticate, server } = await createWorld()

    await expect(authenticate(server.key, headers)).rejects.toMatchObject({
      code: 'token_rejected',
      message: expect.stringMatching(/sk_….*browser.*pk_…/),
    })
    await expect(authenticate(server.key)).resolves.toMatchObject({ identity: { isServer: true } })
  })

  test('makes tokens that act for one user and no longer for the project', async () => {
    const { authenticate, mint, server } = await createWorld()
    const { identity } = await authenticate(server.key, { userId: 'ada' })

    const minted = await authenticate(await mint(identity))

    expect(minted.identity).toEqual({
      projectId: 'shop',
      workspaceId: 'ada',
      userId: 'ada',
      kind: 'host',
    })
  })

  test('opens nothing in another project', async () => {
    const { authenticate, server } = await createWorld()

    await expect(authenticate(server.key, {}, 'other')).rejects.toMatchObject({
      message: 'Unknown or expired API key',
    })
    await expect(authenticate(server.key)).resolves.toBeTruthy()
  })
})

describe('a browser’s key', () => {
  test('puts the users whom it claims into a namespace of its own', async () => {
    const { authenticate, browser } = await createWorld()
    const headers = { userId: 'ada', workspaceId: 'engines', origin: 'https://shop.example' }

    const { identity } = await authenticate(browser.key, { ...headers, fetchSite: 'cross-site' })

    expect(identity).toEqual({
      projectId: 'shop',
      workspaceId: `usr_key_${browser.row.id}_engines`,
      userId: `usr_key_${browser.row.id}_ada`,
      kind: 'claimed',
    })
  })

  test('never names the user of another key, of a server’s key or of the project', async () => {
    const { apiKeys, authenticate, server, browser } = await createWorld()
    const other = await apiKeys.create({ projectId: 'shop', name: 'b', scope: 'browser' })
    const ids = await Promise.all(
      [server.key, browser.key, other.key].flatMap((key) =>
        ['ada', '__SYSTEM__'].map(async (userId) => {
          const { identity } = await authenticate(key, { userId })
          return identity.userId
        }),
      ),
    )

    expect(new Set(ids).size).toBe(6)
  })

  test('makes no tokens', async () => {
    const { authenticate, mint, browser } = await createWorld()
    const { identity } = await authenticate(browser.key, { userId: 'ada' })

    await expect(mint(identity)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This endpoint may only be accessed from the backend',
    })
  })

  test('takes an id of 230 characters and none of 231, so that no id has more than 255', async () => {
    const { authenticate, browser } = await createWorld()

    const { identity } = await authenticate(browser.key, { userId: 'a'.repeat(230) })

    expect(identity.userId).toHaveLength(255)
    await expect(authenticate(browser.key, { userId: 'a'.repeat(231) })).rejects.toMatchObject({
      message: 'Invalid Aui-User-Id header',
      hint: expect.stringContaining('230'),
    })
    await expect(
      authenticate(browser.key, { userId: 'a', workspaceId: 'a'.repeat(231) }),
    ).rejects.toMatchObject({ message: 'Invalid Aui-Workspace-Id header' })
  })

  test('cannot leave its namespace by an id that looks like another’s', () => {
    const one = claimedIdentity('shop', 'abc', { userId: 'd_ada', workspaceId: 'd_ada' })
    const two = claimedIdentity('shop', 'abcd', { userId: 'ada', workspaceId: 'ada' })

    expect(one.userId).not.toBe(two.userId)
    expect(two.userId.startsWith('usr_key_abc_')).toBe(false)
  })
})

describe('an id in a header', () => {
  test.each([
    'ada',
    'a',
    'a'.repeat(255),
    '42',
    'ada@shop.example',
    'auth0|42',
    'müller',
    '__SYSTEM__',
    'usr_ada',
  ])('is taken as it is: %j', async (id) => {
    const { authenticate, server } = await createWorld()

    const { identity } = await authenticate(server.key, { userId: id, workspaceId: id })

    expect(identity).toMatchObject({ userId: id, workspaceId: id })
  })

  test.each([
    '',
    ' ',
    'ada lovelace',
    ' ada',
    'ada\t',
    'ada\u0000',
    'ada\u007f',
    'ada\u00a0',
    'ada\u200b',
    'ada\r\nX: 1',
    'a'.repeat(256),
    'usr_anon_a',
    'usr_anon_',
    'usr_key_0_ada',
    'usr_key_',
  ])('is refused with its name: %j', async (id) => {
    const { authenticate, server, browser } = await createWorld()

    for (const { key } of [server, browser]) {
      await expect(authenticate(key, { userId: id })).rejects.toMatchObject({
        code: 'token_rejected',
        message: 'Invalid Aui-User-Id header',
      })
      await expect(authenticate(key, { userId: 'ada', workspaceId: id })).rejects.toMatchObject({
        code: 'token_rejected',
        message: 'Invalid Aui-Workspace-Id header',
      })
    }
  })
})
