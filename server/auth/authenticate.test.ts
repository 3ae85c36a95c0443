import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createAccessTokens } from './access-token.ts'
import { AUTHORIZATION_MAX, createAuthenticator } from './authenticate.ts'
import { createHostTokens } from './host-token.ts'
import { createAnonymousIdentity } from './identity.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const NOW = Date.parse('2026-11-21T05:00:00.000Z')

function createWorld(hostSecret?: string) {
  const now = () => NOW
  const accessTokens = createAccessTokens({ secret: SECRET, now })
  const hostTokens = createHostTokens({ secret: hostSecret, now })
  return { accessTokens, ...createAuthenticator(accessTokens, hostTokens) }
}

const signHost = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(NOW / 1000 + 60)
    .sign(new TextEncoder().encode(SECRET))

test('an access token comes back as the identity that it was made for', async () => {
  const { accessTokens, authenticate } = createWorld()
  const identity = createAnonymousIdentity('default')

  const token = await accessTokens.sign(identity)

  expect(await authenticate(`Bearer ${token}`, 'default')).toEqual(identity)
  expect(identity.userId).toMatch(/^usr_anon_[0-9A-Za-z]{24}$/)
  expect(identity.workspaceId).toBe(identity.userId)
})

test('an access token carries the claims of the contract', async () => {
  const token = await createWorld().accessTokens.sign(createAnonymousIdentity('default'))

  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  const iat = NOW / 1000
  expect(claims).toEqual({
    project_id: 'default',
    workspace_id: expect.stringMatching(/^usr_anon_/),
    sub: expect.stringMatching(/^usr_anon_/),
    iss: 'alcove',
    iat,
    nbf: iat - 10,
    exp: iat + 900,
  })
})

test('a host token names its user, whose workspace is their own unless it says another', async () => {
  const { authenticate } = createWorld(SECRET)
  const alone = await signHost({ sub: 'ada' })
  const team = await signHost({ sub: 'ada', workspace_id: 'engines' })

  expect(await authenticate(`Bearer ${alone}`, 'default')).toEqual({
    projectId: 'default',
    workspaceId: 'ada',
    userId: 'ada',
    kind: 'host',
  })
  expect(await authenticate(`Bearer ${team}`, 'default')).toMatchObject({ workspaceId: 'engines' })
})

test('without ALCOVE_HOST_SECRET a host token is refused with words that name it', async () => {
  const token = await signHost({ sub: 'ada' })

  await expect(createWorld().authenticate(`Bearer ${token}`, 'default')).rejects.toMatchObject({
    code: 'token_rejected',
    message: expect.stringContaining('ALCOVE_HOST_SECRET'),
    hint: expect.stringContaining('ALCOVE_HOST_SECRET'),
  })
})

test.each([
  [undefined, 'token_missing', 'Authorization header is missing'],
  ['', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Basic YTpi', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Bearer', 'token_malformed', 'Authorization header must begin with "Bearer "'],
  ['Bearer ', 'token_rejected', 'Unsupported authorization value'],
  ['Bearer sk_123', 'token_rejected', 'Unsupported authorization value'],
  ['Bearer a.b.c', 'token_rejected', 'Invalid JWT token'],
  [`Bearer ${'a.'.repeat(AUTHORIZATION_MAX)}`, 'token_rejected', 'Invalid JWT token'],
])('the header %j is refused', async (header, code, message) => {
  await expect(createWorld(SECRET).authenticate(header, 'default')).rejects.toMatchObject({
    code,
    message,
  })
})
