import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodePart, forgeHmacJwt, forgeKeyJwt } from '../testing/forge-jwt.ts'
import { createMemoryApiKeys } from '../testing/memory-api-keys.ts'
import { createAccessTokens } from './access-token.ts'
import { createApiKeys } from './api-keys.ts'
import { AUTH_REFUSALS, type AuthRefusal } from './auth-errors.ts'
import { createAuthenticator } from './authenticate.ts'
import { deriveKey } from './secret.ts'
import { createHostTokens } from './host-token.ts'

const SECRET = 'the secret of the service, long enough to be one'
const HOST_SECRET = 'the secret of the host page, long enough as well'
const NOW = 1_795_237_200
const now = () => NOW * 1000
const authenticator = createAuthenticator({
  accessTokens: createAccessTokens({ secret: SECRET, now }),
  hostTokens: createHostTokens({ fetch, onKeySetFailure: () => {}, now }),
  apiKeys: createApiKeys({ queries: createMemoryApiKeys(), now }),
})
const PROJECT = {
  id: 'default',
  anonymous: true,
  auth: [{ type: 'secret', secret: HOST_SECRET }],
} as const
const authenticate = (token: string) =>
  authenticator.authenticate(PROJECT, {
    authorization: `Bearer ${token}`,
    userId: undefined,
    workspaceId: undefined,
    origin: undefined,
    fetchSite: undefined,
  })

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const accessKey = deriveKey(SECRET, 'access-token')
const HEADER = { alg: 'HS256', typ: 'JWT' }
const CLAIMS = { sub: 'ada', iat: NOW, exp: NOW + 3600 }
const ACCESS_HEADER = { alg: 'HS256', typ: 'alcove-access+jwt' }
const ACCESS_CLAIMS = {
  project_id: 'default',
  workspace_id: 'usr_anon_a',
  sub: 'usr_anon_a',
  iss: 'alcove',
  iat: NOW,
  nbf: NOW - 10,
  exp: NOW + 900,
}

const host = (claims: object, header: object = {}) =>
  forgeHmacJwt({ ...HEADER, ...header }, { ...CLAIMS, ...claims }, HOST_SECRET)
/** JSON.stringify cannot write 1e400. */
const hostText = (claims: string) => forgeHmacJwt(HEADER, claims, HOST_SECRET)
const own = (claims: object, header: object = {}) =>
  forgeHmacJwt({ ...ACCESS_HEADER, ...header }, { ...ACCESS_CLAIMS, ...claims }, accessKey)

const good = host({})
const [head = '', payload = '', signature = ''] = good.split('.')
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' })

describe('a good token passes', () => {
  test.each([
    ['of a host', good],
    ['of a host, without iat', forgeHmacJwt(HEADER, { sub: 'ada', exp: NOW + 60 }, HOST_SECRET)],
    ['of a host, without typ', forgeHmacJwt({ alg: 'HS256' }, CLAIMS, HOST_SECRET)],
    ['of a host, that lives exactly a day', host({ exp: NOW + 86_400 })],
    ['of a host, expired 29 s ago', host({ iat: NOW - 60, exp: NOW - 29 })],
    ['of a host, valid from 30 s ahead', host({ nbf: NOW + 30 })],
    ['of a host, made 30 s ahead', host({ iat: NOW + 30 })],
    ['of a host, whose sub has 255 characters', host({ sub: 's'.repeat(255) })],
    ['of a host, with claims of its own', host({ iss: 'shop', aud: ['chat'], name: 'Ada' })],
    ['of a host, that names its key', host({}, { kid: '1' })],
    ['of a host, marked as an access token', host({ token_use: 'access' })],
    ['of a host, with fractions of a second', host({ exp: NOW + 60.5 })],
    ['of ours', own({})],
    ['of ours, for a user with a name', own({ sub: 'ada', workspace_id: 'engines' })],
    ['of ours, for the project’s server', own({ sub: '__SYSTEM__', workspace_id: '__SYSTEM__' })],
    ['of ours, expired 29 s ago', own({ iat: NOW - 929, nbf: NOW - 939, exp: NOW - 29 })],
  ])('%s', async (_title, token) => {
    await expect(authenticate(token)).resolves.toMatchObject({ identity: { projectId: 'default' } })
  })
})

describe('a hostile token is refused with its declared text', () => {
  test.each<[string, string, AuthRefusal]>([
    ['alg none, no signature', `${encodePart({ alg: 'none' })}.${payload}.`, 'malformed'],
    [
      'alg none, a signature',
      `${encodePart({ alg: 'none' })}.${payload}.${signature}`,
      'algorithm',
    ],
    ['alg nOnE', forgeHmacJwt({ alg: 'nOnE' }, CLAIMS, HOST_SECRET), 'algorithm'],
    ['no alg', forgeHmacJwt({ typ: 'JWT' }, CLAIMS, HOST_SECRET), 'algorithm'],
    ['alg a list', forgeHmacJwt({ alg: ['HS256'] }, CLAIMS, HOST_SECRET), 'algorithm'],
    ['alg in lower case', forgeHmacJwt({ alg: 'hs256' }, CLAIMS, HOST_SECRET), 'algorithm'],
    [
      'HS512, signed right',
      forgeHmacJwt({ alg: 'HS512' }, CLAIMS, HOST_SECRET, 'sha512'),
      'algorithm',
    ],
    [
      'HS384, signed right',
      forgeHmacJwt({ alg: 'HS384' }, CLAIMS, HOST_SECRET, 'sha384'),
      'algorithm',
    ],
    [
      'RS256 of a stranger',
      forgeKeyJwt({ alg: 'RS256', typ: 'JWT' }, CLAIMS, rsa.privateKey),
      'algorithm',
    ],
    ['HS256 keyed with a public key', forgeHmacJwt(HEADER, CLAIMS, publicKey), 'invalid'],
    ['an empty key', forgeHmacJwt(HEADER, CLAIMS, ''), 'invalid'],
    ['another key', forgeHmacJwt(HEADER, CLAIMS, 'x'.repeat(40)), 'invalid'],
    ['a key in the header (jwk)', host({}, { jwk: { kty: 'oct', k: 'AAAA' } }), 'invalid'],
    ['a key address (jku)', host({}, { jku: 'https://evil.test/keys' }), 'invalid'],
    ['a certificate (x5c)', host({}, { x5c: ['AAAA'] }), 'invalid'],
    ['a certificate address (x5u)', host({}, { x5u: 'https://evil.test' }), 'invalid'],
    [
      'kid with a path, other key',
      forgeHmacJwt({ ...HEADER, kid: '../../dev/null' }, CLAIMS, ''),
      'invalid',
    ],
    ['crit unknown', host({}, { crit: ['x'], x: 1 }), 'invalid'],
    ['b64 false', host({}, { crit: ['b64'], b64: false }), 'invalid'],
    ['header no JSON', `${encodePart('nope')}.${payload}.${signature}`, 'malformed'],
    ['header a list', forgeHmacJwt([], CLAIMS, HOST_SECRET), 'malformed'],
    ['claims no JSON', hostText('nope'), 'malformed'],
    ['claims a list', hostText('[]'), 'malformed'],
    ['claims null', hostText('null'), 'malformed'],
    ['signature cut', good.slice(0, -4), 'invalid'],
    ['claims changed', `${head}.${encodePart({ ...CLAIMS, sub: 'eve' })}.${signature}`, 'invalid'],
    ['two parts', `${head}.${payload}`, 'malformed'],
    ['four parts', `${good}.${signature}`, 'malformed'],
    ['five parts', `${good}.a.b`, 'malformed'],
    ['white space inside', `${head}. ${payload}.${signature}`, 'malformed'],
    ['padding', `${head}==.${payload}.${signature}`, 'malformed'],
    ['an API key', 'sk_aui_proj_0123456789', 'keyFormat'],
    ['a refresh token', `rt_${'a'.repeat(43)}`, 'value'],
    ['9,000 characters', host({ note: 'n'.repeat(9000) }), 'malformed'],
    ['no exp', forgeHmacJwt(HEADER, { sub: 'ada', iat: NOW }, HOST_SECRET), 'missingExpiry'],
    ['no sub', forgeHmacJwt(HEADER, { iat: NOW, exp: NOW + 60 }, HOST_SECRET), 'missingSubject'],
    ['exp a string', host({ exp: String(NOW + 60) }), 'invalid'],
    ['exp null', host({ exp: null }), 'invalid'],
    ['exp in milliseconds', host({ exp: (NOW + 60) * 1000 }), 'invalid'],
    ['exp 1e400', hostText(`{"sub":"ada","iat":${NOW},"exp":1e400}`), 'invalid'],
    ['exp negative', host({ exp: -1, iat: undefined }), 'expired'],
    ['expired 30 s ago', host({ iat: NOW - 60, exp: NOW - 30 }), 'expired'],
    ['a day and a second', host({ exp: NOW + 86_401 }), 'invalid'],
    ['a day and a second, without iat', host({ iat: undefined, exp: NOW + 86_401 }), 'invalid'],
    ['a year', host({ exp: NOW + 31_536_000 }), 'invalid'],
    ['a year, begun a year ago', host({ iat: NOW - 31_536_000, exp: NOW + 60 }), 'invalid'],
    ['iat 31 s ahead', host({ iat: NOW + 31 }), 'early'],
    ['iat a string', host({ iat: String(NOW) }), 'invalid'],
    ['iat 1e400', hostText(`{"sub":"ada","iat":1e400,"exp":${NOW + 60}}`), 'invalid'],
    ['iat in milliseconds', host({ iat: NOW * 1000 }), 'early'],
    ['nbf 31 s ahead', host({ nbf: NOW + 31 }), 'early'],
    ['nbf a string', host({ nbf: 'now' }), 'invalid'],
    ['sub empty', host({ sub: '' }), 'invalid'],
    ['sub a number', host({ sub: 7 }), 'invalid'],
    ['sub an object', host({ sub: { id: 'ada' } }), 'invalid'],
    ['sub a list', host({ sub: ['ada'] }), 'invalid'],
    ['sub null', host({ sub: null }), 'invalid'],
    ['sub of 256 characters', host({ sub: 's'.repeat(256) }), 'invalid'],
    ['sub with a blank', host({ sub: 'ada lovelace' }), 'invalid'],
    ['sub with NUL', host({ sub: 'ada\0' }), 'invalid'],
    ['sub with a line break', host({ sub: 'ada\nroot' }), 'invalid'],
    ['sub with half a character', hostText(`{"sub":"\\ud800","exp":${NOW + 60}}`), 'invalid'],
    ['sub of a nameless visitor', host({ sub: 'usr_anon_a' }), 'invalid'],
    ['workspace of a nameless visitor', host({ workspace_id: 'usr_anon_a' }), 'invalid'],
    ['sub of a key’s user', host({ sub: 'usr_key_0_a' }), 'invalid'],
    ['workspace of a key’s user', host({ workspace_id: 'usr_key_0_a' }), 'invalid'],
    ['sub of the project’s server', host({ sub: '__SYSTEM__' }), 'invalid'],
    ['workspace of the project’s server', host({ workspace_id: '__SYSTEM__' }), 'invalid'],
    ['workspace a number', host({ workspace_id: 7 }), 'invalid'],
    ['another project', host({ project_id: 'other' }), 'invalid'],
    ['a refresh token by claim', host({ typ: 'refresh' }), 'invalid'],
    ['a refresh token by use', host({ token_use: 'refresh' }), 'invalid'],
    ['a refresh token by header', host({}, { typ: 'refresh+jwt' }), 'invalid'],
    ['our issuer, key of the host', host({ ...ACCESS_CLAIMS }), 'invalid'],
    [
      'our issuer and type, key of the host',
      forgeHmacJwt(ACCESS_HEADER, ACCESS_CLAIMS, HOST_SECRET),
      'invalid',
    ],
    [
      'ours, keyed with the bare secret',
      forgeHmacJwt(ACCESS_HEADER, ACCESS_CLAIMS, SECRET),
      'invalid',
    ],
    [
      'ours, keyed for refreshing',
      forgeHmacJwt(ACCESS_HEADER, ACCESS_CLAIMS, deriveKey(SECRET, 'refresh-token')),
      'invalid',
    ],
    ['ours, of another type', own({}, { typ: 'JWT' }), 'invalid'],
    ['ours, without a type', own({}, { typ: undefined }), 'invalid'],
    ['ours, of another project', own({ project_id: 'other' }), 'invalid'],
    ['ours, without a project', own({ project_id: undefined }), 'invalid'],
    ['ours, in another workspace', own({ workspace_id: 'ada' }), 'invalid'],
    ['ours, of a user in a nameless workspace', own({ sub: 'ada' }), 'invalid'],
    ['ours, of a key’s user', own({ sub: 'usr_key_0_a' }), 'invalid'],
    ['ours, in a key’s workspace', own({ sub: 'ada', workspace_id: 'usr_key_0_a' }), 'invalid'],
    ['ours, for 901 s', own({ exp: NOW + 901 }), 'invalid'],
    ['ours, made 31 s ahead', own({ iat: NOW + 31, exp: NOW + 60 }), 'invalid'],
    ['ours, with a claim more', own({ role: 'admin' }), 'invalid'],
    ['ours, without iat', own({ iat: undefined }), 'invalid'],
    ['ours, expired', own({ iat: NOW - 930, nbf: NOW - 940, exp: NOW - 30 }), 'expired'],
    ['ours, not yet valid', own({ nbf: NOW + 31 }), 'early'],
  ])('%s', async (_title, token, refusal) => {
    await expect(authenticate(token)).rejects.toMatchObject(AUTH_REFUSALS[refusal])
  })
})

test.each([
  ['ended', { iat: NOW - 700, exp: NOW - 100 }, 'token_expired', 'It ended 100 s ago'],
  ['issued ahead', { iat: NOW + 90 }, 'clock_skew', 'It begins in 90 s'],
  ['not to be used yet', { nbf: NOW + 45 }, 'clock_skew', 'It begins in 45 s'],
])(
  'a proved token that is %s says by how much its clock is wrong',
  async (_title, claims, code, by) => {
    const remedy = expect.stringMatching(/set the clocks of the machine that signs/)

    const refusal = await authenticate(host(claims)).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code, hint: remedy })
    expect((refusal as { hint: string }).hint).toContain(by)

    // An unsigned token must not reveal the server's time.
    const forged = forgeHmacJwt(HEADER, { ...CLAIMS, ...claims }, 'x'.repeat(40))
    await expect(authenticate(forged)).rejects.toHaveProperty(
      'hint',
      expect.not.stringMatching(/second|clock/),
    )
  },
)
