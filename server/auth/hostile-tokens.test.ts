import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './access-token.ts'
import { createAuthenticator } from './authenticate.ts'
import { deriveKey } from './derive-key.ts'
import { createHostTokens } from './host-token.ts'

const SECRET = 'the secret of the service, long enough to be one'
const HOST_SECRET = 'the secret of the host page, long enough as well'
const NOW = 1_795_237_200
const now = () => NOW * 1000
const accessTokens = createAccessTokens({ secret: SECRET, now })
const authenticator = createAuthenticator(
  accessTokens,
  createHostTokens({ secret: HOST_SECRET, now }),
)
const authenticate = (token: string) => authenticator.authenticate(`Bearer ${token}`, 'default')

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
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

function make(header: unknown, claims: unknown, key: string | Uint8Array, hash = 'sha256') {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const host = (claims: object, header: object = {}) =>
  make({ ...HEADER, ...header }, { ...CLAIMS, ...claims }, HOST_SECRET)
/** JSON.stringify cannot say 1e400. */
const hostText = (claims: string) => make(HEADER, claims, HOST_SECRET)
const own = (claims: object, header: object = {}) =>
  make({ ...ACCESS_HEADER, ...header }, { ...ACCESS_CLAIMS, ...claims }, accessKey)

function rsaToken() {
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(CLAIMS)}`
  return `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
}
const good = host({})
const [head = '', payload = '', signature = ''] = good.split('.')
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' })

describe('a good token passes', () => {
  test.each([
    ['of a host', good],
    ['of a host, without iat', make(HEADER, { sub: 'ada', exp: NOW + 60 }, HOST_SECRET)],
    ['of a host, without typ', make({ alg: 'HS256' }, CLAIMS, HOST_SECRET)],
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
    ['of ours, expired 29 s ago', own({ iat: NOW - 929, nbf: NOW - 939, exp: NOW - 29 })],
  ])('%s', async (_title, token) => {
    await expect(authenticate(token)).resolves.toMatchObject({ projectId: 'default' })
  })
})

describe('a hostile token is refused', () => {
  test.each<[string, string, string]>([
    ['alg none, no signature', `${encode({ alg: 'none' })}.${payload}.`, 'token_rejected'],
    [
      'alg none, a signature',
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      'token_rejected',
    ],
    ['alg nOnE', make({ alg: 'nOnE' }, CLAIMS, HOST_SECRET), 'token_rejected'],
    ['no alg', make({ typ: 'JWT' }, CLAIMS, HOST_SECRET), 'token_rejected'],
    ['alg a list', make({ alg: ['HS256'] }, CLAIMS, HOST_SECRET), 'token_rejected'],
    ['alg in lower case', make({ alg: 'hs256' }, CLAIMS, HOST_SECRET), 'token_rejected'],
    [
      'HS512, signed right',
      make({ alg: 'HS512' }, CLAIMS, HOST_SECRET, 'sha512'),
      'token_rejected',
    ],
    [
      'HS384, signed right',
      make({ alg: 'HS384' }, CLAIMS, HOST_SECRET, 'sha384'),
      'token_rejected',
    ],
    ['RS256 of a stranger', rsaToken(), 'token_rejected'],
    ['HS256 keyed with a public key', make(HEADER, CLAIMS, publicKey), 'token_rejected'],
    ['an empty key', make(HEADER, CLAIMS, ''), 'token_rejected'],
    ['another key', make(HEADER, CLAIMS, 'x'.repeat(40)), 'token_rejected'],
    ['a key in the header (jwk)', host({}, { jwk: { kty: 'oct', k: 'AAAA' } }), 'token_rejected'],
    ['a key address (jku)', host({}, { jku: 'https://evil.test/keys' }), 'token_rejected'],
    ['a certificate (x5c)', host({}, { x5c: ['AAAA'] }), 'token_rejected'],
    ['a certificate address (x5u)', host({}, { x5u: 'https://evil.test' }), 'token_rejected'],
    [
      'kid with a path, other key',
      make({ ...HEADER, kid: '../../dev/null' }, CLAIMS, ''),
      'token_rejected',
    ],
    ['crit unknown', host({}, { crit: ['x'], x: 1 }), 'token_rejected'],
    ['b64 false', host({}, { crit: ['b64'], b64: false }), 'token_rejected'],
    ['header no JSON', `${encode('nope')}.${payload}.${signature}`, 'token_rejected'],
    ['header a list', make([], CLAIMS, HOST_SECRET), 'token_rejected'],
    ['claims no JSON', hostText('nope'), 'token_rejected'],
    ['claims a list', hostText('[]'), 'token_rejected'],
    ['claims null', hostText('null'), 'token_rejected'],
    ['signature cut', good.slice(0, -4), 'token_rejected'],
    [
      'claims changed',
      `${head}.${encode({ ...CLAIMS, sub: 'eve' })}.${signature}`,
      'token_rejected',
    ],
    ['two parts', `${head}.${payload}`, 'token_rejected'],
    ['four parts', `${good}.${signature}`, 'token_rejected'],
    ['five parts', `${good}.a.b`, 'token_rejected'],
    ['white space inside', `${head}. ${payload}.${signature}`, 'token_rejected'],
    ['padding', `${head}==.${payload}.${signature}`, 'token_rejected'],
    ['an API key', 'sk_aui_proj_0123456789', 'token_rejected'],
    ['a refresh token', `rt_${'a'.repeat(43)}`, 'token_rejected'],
    ['9,000 characters', host({ note: 'n'.repeat(9000) }), 'token_rejected'],
    ['no exp', make(HEADER, { sub: 'ada', iat: NOW }, HOST_SECRET), 'token_rejected'],
    ['no sub', make(HEADER, { iat: NOW, exp: NOW + 60 }, HOST_SECRET), 'token_rejected'],
    ['exp a string', host({ exp: String(NOW + 60) }), 'token_rejected'],
    ['exp null', host({ exp: null }), 'token_rejected'],
    ['exp in milliseconds', host({ exp: (NOW + 60) * 1000 }), 'token_rejected'],
    ['exp 1e400', hostText(`{"sub":"ada","iat":${NOW},"exp":1e400}`), 'token_rejected'],
    ['exp negative', host({ exp: -1, iat: undefined }), 'token_expired'],
    ['expired 30 s ago', host({ iat: NOW - 60, exp: NOW - 30 }), 'token_expired'],
    ['a day and a second', host({ exp: NOW + 86_401 }), 'token_rejected'],
    [
      'a day and a second, without iat',
      host({ iat: undefined, exp: NOW + 86_401 }),
      'token_rejected',
    ],
    ['a year', host({ exp: NOW + 31_536_000 }), 'token_rejected'],
    ['a year, begun a year ago', host({ iat: NOW - 31_536_000, exp: NOW + 60 }), 'token_rejected'],
    ['iat 31 s ahead', host({ iat: NOW + 31 }), 'auth_failed'],
    ['iat a string', host({ iat: String(NOW) }), 'token_rejected'],
    ['iat 1e400', hostText(`{"sub":"ada","iat":1e400,"exp":${NOW + 60}}`), 'token_rejected'],
    ['iat in milliseconds', host({ iat: NOW * 1000 }), 'auth_failed'],
    ['nbf 31 s ahead', host({ nbf: NOW + 31 }), 'auth_failed'],
    ['nbf a string', host({ nbf: 'now' }), 'token_rejected'],
    ['sub empty', host({ sub: '' }), 'token_rejected'],
    ['sub a number', host({ sub: 7 }), 'token_rejected'],
    ['sub an object', host({ sub: { id: 'ada' } }), 'token_rejected'],
    ['sub a list', host({ sub: ['ada'] }), 'token_rejected'],
    ['sub null', host({ sub: null }), 'token_rejected'],
    ['sub of 256 characters', host({ sub: 's'.repeat(256) }), 'token_rejected'],
    ['sub with a blank', host({ sub: 'ada lovelace' }), 'token_rejected'],
    ['sub with NUL', host({ sub: 'ada\0' }), 'token_rejected'],
    ['sub with a line break', host({ sub: 'ada\nroot' }), 'token_rejected'],
    [
      'sub with half a character',
      hostText(`{"sub":"\\ud800","exp":${NOW + 60}}`),
      'token_rejected',
    ],
    ['sub of a nameless visitor', host({ sub: 'usr_anon_a' }), 'token_rejected'],
    ['workspace of a nameless visitor', host({ workspace_id: 'usr_anon_a' }), 'token_rejected'],
    ['workspace a number', host({ workspace_id: 7 }), 'token_rejected'],
    ['another project', host({ project_id: 'other' }), 'token_rejected'],
    ['a refresh token by claim', host({ typ: 'refresh' }), 'token_rejected'],
    ['a refresh token by use', host({ token_use: 'refresh' }), 'token_rejected'],
    ['a refresh token by header', host({}, { typ: 'refresh+jwt' }), 'token_rejected'],
    ['our issuer, key of the host', host({ ...ACCESS_CLAIMS }), 'token_rejected'],
    [
      'our issuer and type, key of the host',
      make(ACCESS_HEADER, ACCESS_CLAIMS, HOST_SECRET),
      'token_rejected',
    ],
    [
      'ours, keyed with the bare secret',
      make(ACCESS_HEADER, ACCESS_CLAIMS, SECRET),
      'token_rejected',
    ],
    [
      'ours, keyed for refreshing',
      make(ACCESS_HEADER, ACCESS_CLAIMS, deriveKey(SECRET, 'refresh-token')),
      'token_rejected',
    ],
    ['ours, of another type', own({}, { typ: 'JWT' }), 'token_rejected'],
    ['ours, without a type', own({}, { typ: undefined }), 'token_rejected'],
    ['ours, of another project', own({ project_id: 'other' }), 'token_rejected'],
    ['ours, without a project', own({ project_id: undefined }), 'token_rejected'],
    ['ours, in another workspace', own({ workspace_id: 'ada' }), 'token_rejected'],
    ['ours, for 901 s', own({ exp: NOW + 901 }), 'token_rejected'],
    ['ours, made 31 s ahead', own({ iat: NOW + 31, exp: NOW + 60 }), 'token_rejected'],
    ['ours, with a claim more', own({ role: 'admin' }), 'token_rejected'],
    ['ours, without iat', own({ iat: undefined }), 'token_rejected'],
    ['ours, expired', own({ iat: NOW - 930, nbf: NOW - 940, exp: NOW - 30 }), 'token_expired'],
    ['ours, not yet valid', own({ nbf: NOW + 31 }), 'auth_failed'],
  ])('%s', async (_title, token, code) => {
    await expect(authenticate(token)).rejects.toMatchObject({ name: 'AlcoveError', code })
  })
})
