import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { AuthRule } from '../projects/auth-rule-schema.ts'
import { encodePart, forgeHmacJwt } from '../testing/forge-jwt.ts'
import { createMemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createKeySetHost, createTestIssuer } from '../testing/test-issuer.ts'
import { createAccessTokens } from './access-token.ts'
import { createApiKeys } from './api-keys.ts'
import { createAuthenticator } from './authenticate.ts'
import { createHostTokens } from './host-token.ts'
import { isReservedId, type Identity } from './identity.ts'

const RUNS = process.env['ALCOVE_TEST_LONG'] === '1' ? 1_000 : 200
const NOW = 1_795_237_200
const now = () => NOW * 1000
const SECRET = 'the secret of the host page, long enough as well'
const issuer = createTestIssuer('EdDSA', 'k')
const RULE: AuthRule = { type: 'jwks', url: 'https://x.example/k', issuer: 'x', audience: 'chat' }
const CLAIMS = { iss: 'x', aud: 'chat', sub: 'ada', iat: NOW, exp: NOW + 3600 }
const { authenticate, mint } = createAuthenticator({
  accessTokens: createAccessTokens({ secret: 'the secret of the service, long enough', now }),
  hostTokens: createHostTokens({
    fetch: createKeySetHost({ [RULE.url]: [issuer.jwk] }).fetch,
    onKeySetFailure: () => {},
    now,
  }),
  apiKeys: createApiKeys({ queries: createMemoryApiKeys(), now }),
})

/** Undefined if the token is refused; any other error is our fault. */
async function identityOf(token: string): Promise<Identity | undefined> {
  const gate = {
    id: 'shop',
    anonymous: true,
    auth: [{ type: 'secret', secret: SECRET } as const, RULE],
  }
  const nothing = { userId: undefined, workspaceId: undefined, origin: undefined }
  try {
    const authorization = `Bearer ${token}`
    const credentials = { authorization, fetchSite: undefined, ...nothing }
    return (await authenticate(gate, credentials)).identity
  } catch (error) {
    if (error instanceof AlcoveError) return undefined
    throw error
  }
}

const NAMES =
  'sub workspace_id project_id iss aud exp iat nbf typ token_use kind isServer is_server role scope user_id jti __proto__'
const names = fc.constantFrom(...NAMES.split(' '))
const values = fc.oneof(
  fc.constantFrom('ada', 'eve', 'shop', 'other', 'alcove', 'x', 'host', 'anonymous', 'admin'),
  fc.constantFrom('usr_anon_a', 'usr_key_k_ada', '__SYSTEM__', 'server', 'chat', '', ' '),
  fc.constantFrom(true, null, 0, -1, NOW, NOW + 60, NOW + 90_000, NOW * 1000, 1e21),
  fc.jsonValue(),
)
const mutations = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: 4 })
const mutate = (claims: object, changes: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries([...Object.entries(claims), ...changes])

test('whatever a host signs, it is one user of this project and nobody whom we name', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(mutations, fc.boolean(), async (changes, isShared) => {
      const claims = mutate(CLAIMS, changes)
      const token = isShared ? forgeHmacJwt({ alg: 'HS256' }, claims, SECRET) : issuer.sign(claims)
      const identity = await identityOf(token)
      if (!identity) return
      accepted++
      const { sub, workspace_id: workspace = sub } = claims as Record<string, unknown>
      expect(identity).toEqual({
        projectId: 'shop',
        workspaceId: workspace,
        userId: sub,
        kind: 'host',
      })
      expect([identity.userId, identity.workspaceId].some(isReservedId)).toBe(false)
      expect(identity.userId).not.toBe('__SYSTEM__')
    }),
    { numRuns: RUNS * 2 },
  )
  // Otherwise the property would prove nothing.
  expect(accepted).toBeGreaterThan(RUNS / 10)
})

test('whatever is changed without the key is refused', async () => {
  const own = await mint({ projectId: 'shop', workspaceId: 'ada', userId: 'ada', kind: 'host' })
  const tokens = [own, issuer.sign(CLAIMS), forgeHmacJwt({ alg: 'HS256' }, CLAIMS, SECRET)]
  for (const token of tokens) expect(await identityOf(token)).toMatchObject({ userId: 'ada' })

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...tokens),
      mutations,
      fc.constantFrom('header', 'claims'),
      async (token, changes, part) => {
        const [header = '', claims = '', signature = ''] = token.split('.')
        const before = part === 'header' ? header : claims
        const decoded: object = JSON.parse(Buffer.from(before, 'base64url').toString())
        const after = encodePart(mutate(decoded, changes))
        fc.pre(after !== before)
        const parts = part === 'header' ? [after, claims] : [header, after]

        expect(await identityOf([...parts, signature].join('.'))).toBeUndefined()
      },
    ),
    { numRuns: RUNS },
  )
})

test('a token of ours with one bit changed is refused, whichever bit it is', async () => {
  const token = await mint({ projectId: 'shop', workspaceId: 'ada', userId: 'ada', kind: 'host' })
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'))

  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.nat(), fc.nat(7), async (index, place, bit) => {
      const bytes = parts.map((part) => Buffer.from(part))
      const part = bytes[index] ?? Buffer.alloc(1)
      const at = place % part.length
      part[at] = (part[at] ?? 0) ^ (1 << bit)

      const changed = bytes.map((piece) => piece.toString('base64url')).join('.')
      expect(await identityOf(changed)).toBeUndefined()
    }),
    { numRuns: RUNS },
  )
  expect(await identityOf(token)).toBeDefined()
})
