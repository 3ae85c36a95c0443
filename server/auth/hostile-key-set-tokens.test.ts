import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AuthRule } from '../projects/auth-rule-schema.ts'
import { encodePart, forgeHmacJwt, forgeKeyJwt } from '../testing/forge-jwt.ts'
import { createKeySetHost, createTestIssuer } from '../testing/test-issuer.ts'
import { AUTH_REFUSALS, type AuthRefusal } from './auth-errors.ts'
import { createHostTokens } from './host-token.ts'

const NOW = 1_795_237_200
const now = () => NOW * 1000
const SECRET = 'the secret of the host page, long enough as well'
const login = createTestIssuer('RS256', 'rsa-1')
const curve = createTestIssuer('ES256', 'ec-1')
const edwards = createTestIssuer('EdDSA', 'ed-1')
const pss = createTestIssuer('PS256', 'pss-1')
const wide = createTestIssuer('ES384', 'ec-2')
const renamed = createTestIssuer('Ed25519', 'ed-2')
const partner = createTestIssuer('RS256', 'rsa-1')
const stranger = createTestIssuer('RS256', 'rsa-1')
const small = generateKeyPairSync('rsa', { modulusLength: 1024 })

const LOGIN: AuthRule = {
  type: 'jwks',
  url: 'https://login.example/keys',
  issuer: 'https://login.example/',
  audience: 'chat',
}
const PARTNER: AuthRule = {
  type: 'jwks',
  url: 'https://partner.example/keys',
  issuer: 'https://partner.example/',
  audience: 'chat',
}
const host = createKeySetHost({
  [LOGIN.url]: [
    login.jwk,
    curve.jwk,
    edwards.jwk,
    pss.jwk,
    wide.jwk,
    renamed.jwk,
    { ...edwards.jwk, kid: 'ed-without-alg', alg: undefined },
    { ...login.jwk, kid: 'twice' },
    { ...partner.jwk, kid: 'twice' },
    { ...login.jwk, kid: 'encrypts', use: 'enc' },
    { ...login.privateKey.export({ format: 'jwk' }), kid: 'private' },
    { kty: 'oct', k: encodePart(SECRET), kid: 'shared' },
    { ...small.publicKey.export({ format: 'jwk' }), kid: 'small' },
    { kty: 'RSA', n: 'AQAB', kid: 'half' },
  ],
  [PARTNER.url]: [partner.jwk],
})
const tokens = createHostTokens({ fetch: host.fetch, onKeySetFailure: () => {}, now })
const CLAIMS = { iss: LOGIN.issuer, aud: 'chat', sub: 'ada', iat: NOW, exp: NOW + 3600 }

const verify = (token: string, auth: readonly AuthRule[] = [LOGIN]) =>
  tokens.verify(token, { id: 'shop', auth })
const signed = (claims: object = {}, header: object = {}) =>
  login.sign({ ...CLAIMS, ...claims }, header)
/** JSON.stringify cannot write 1e400. */
const signedText = (claims: string) =>
  login.sign(`{"iss":"${LOGIN.issuer}","aud":"chat",${claims}}`)
const good = signed()
const [head = '', payload = '', signature = ''] = good.split('.')
const publicPem = login.publicKey.export({ type: 'spki', format: 'pem' })
const publicDer = login.publicKey.export({ type: 'spki', format: 'der' })
const HS = { alg: 'HS256', typ: 'JWT', kid: 'rsa-1' }

describe('a good token passes', () => {
  test.each([
    ['RS256', good],
    ['ES256', curve.sign(CLAIMS)],
    ['EdDSA', edwards.sign(CLAIMS)],
    ['Ed25519', renamed.sign(CLAIMS)],
    ['Ed25519 by a key of EdDSA', edwards.sign(CLAIMS, { alg: 'Ed25519' })],
    ['EdDSA by a key of Ed25519', renamed.sign(CLAIMS, { alg: 'EdDSA' })],
    ['EdDSA by a key without alg', edwards.sign(CLAIMS, { kid: 'ed-without-alg' })],
    [
      'Ed25519 by a key without alg',
      edwards.sign(CLAIMS, { alg: 'Ed25519', kid: 'ed-without-alg' }),
    ],
    ['PS256', pss.sign(CLAIMS)],
    ['ES384', wide.sign(CLAIMS)],
    ['an audience among several', signed({ aud: ['other', 'chat'] })],
    ['an access token of RFC 9068', signed({}, { typ: 'at+jwt' })],
    ['the same with its whole type', signed({}, { typ: 'application/at+jwt' })],
    ['the same in capitals', signed({}, { typ: 'Application/AT+JWT' })],
    ['without typ', signed({}, { typ: undefined })],
    ['with a thumbprint in its header', signed({}, { x5t: 'abc' })],
    ['that lives exactly a day', signed({ exp: NOW + 86_400 })],
    ['expired 29 s ago', signed({ iat: NOW - 60, exp: NOW - 29 })],
    ['whose sub has 255 characters', signed({ sub: 's'.repeat(255) })],
    ['that names this project', signed({ project_id: 'shop' })],
  ])('%s', async (_title, token) => {
    await expect(verify(token)).resolves.toMatchObject({
      identity: { projectId: 'shop', kind: 'host' },
    })
  })

  test('of either of two issuers, each with its own keys', async () => {
    const other = partner.sign({ ...CLAIMS, iss: PARTNER.issuer, sub: 'eve' })

    expect(await verify(good, [PARTNER, LOGIN])).toMatchObject({ identity: { userId: 'ada' } })
    expect(await verify(other, [LOGIN, PARTNER])).toMatchObject({ identity: { userId: 'eve' } })
  })

  test('beside a shared secret, each by its own algorithm', async () => {
    const rules: AuthRule[] = [{ type: 'secret', secret: SECRET }, LOGIN]
    const shared = forgeHmacJwt({ alg: 'HS256' }, { ...CLAIMS, sub: 'eve' }, SECRET)

    expect(await verify(good, rules)).toMatchObject({ identity: { userId: 'ada' } })
    expect(await verify(shared, rules)).toMatchObject({ identity: { userId: 'eve' } })
  })
})

describe('a rule that names another claim', () => {
  const { audience: _, ...rest } = LOGIN
  const byClient: AuthRule = { ...rest, claims: { client_id: 'chat', scope: 'talk' } }
  /** As Amazon Cognito signs an access token: no audience. */
  const access = { aud: undefined, client_id: 'chat', scope: 'talk', token_use: 'access' }

  test.each([
    ['the claims', signed(access)],
    ['one of them a list', signed({ ...access, scope: ['read', 'talk'] })],
    ['an audience that it does not ask for', signed({ ...access, aud: 'other' })],
  ])('takes a token with %s', async (_title, token) => {
    await expect(verify(token, [byClient])).resolves.toMatchObject({ identity: { userId: 'ada' } })
  })

  test.each([
    ['no claim', signed({ ...access, client_id: undefined })],
    ['another value', signed({ ...access, client_id: 'shop' })],
    ['one of two', signed({ ...access, scope: 'read' })],
    ['a value that only begins so', signed({ ...access, client_id: 'chats' })],
    ['a value among words', signed({ ...access, scope: 'read talk' })],
    ['an object', signed({ ...access, client_id: { chat: true } })],
    ['a list in a list', signed({ ...access, client_id: [['chat']] })],
    ['the claim as its audience', signed({ aud: 'chat', scope: 'talk' })],
  ])('refuses a token with %s', async (_title, token) => {
    await expect(verify(token, [byClient])).rejects.toMatchObject({
      message: AUTH_REFUSALS.noRule.message,
    })
  })

  test('asks for the audience too if it has one, and so does a shared secret', async () => {
    const both: AuthRule = { ...byClient, audience: 'chat' }
    await expect(verify(signed(access), [both])).rejects.toThrow()
    await expect(verify(signed({ ...access, aud: 'chat' }), [both])).resolves.toBeDefined()

    const shared: AuthRule = { type: 'secret', secret: SECRET, claims: { tenant: 'a' } }
    const sign = (tenant: string) => forgeHmacJwt({ alg: 'HS256' }, { ...CLAIMS, tenant }, SECRET)
    await expect(verify(sign('b'), [shared])).rejects.toThrow()
    await expect(verify(sign('a'), [shared])).resolves.toBeDefined()
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'takes no %s for a claim of the token',
    async (name) => {
      const claims = Object.fromEntries([[name, 'chat']])
      await expect(verify(signed(access), [{ ...rest, claims }])).rejects.toThrow()
    },
  )
})

describe('a hostile token is refused with its declared text', () => {
  test.each<[string, string, AuthRefusal]>([
    ['alg none, no signature', `${encodePart({ alg: 'none' })}.${payload}.`, 'malformed'],
    [
      'alg none, a signature',
      `${encodePart({ alg: 'none', kid: 'rsa-1' })}.${payload}.${signature}`,
      'algorithm',
    ],
    ['HS256 keyed with the public key (PEM)', forgeHmacJwt(HS, CLAIMS, publicPem), 'algorithm'],
    ['HS256 keyed with the public key (DER)', forgeHmacJwt(HS, CLAIMS, publicDer), 'algorithm'],
    ['HS256 keyed with the modulus', forgeHmacJwt(HS, CLAIMS, String(login.jwk.n)), 'algorithm'],
    [
      'HS256 with a symmetric key of the set',
      forgeHmacJwt({ ...HS, kid: 'shared' }, CLAIMS, SECRET),
      'algorithm',
    ],
    ['RS256 with a symmetric key of the set', signed({}, { kid: 'shared' }), 'invalid'],
    ['RS512', signed({}, { alg: 'RS512' }), 'algorithm'],
    ['PS512', pss.sign(CLAIMS, { alg: 'PS512' }), 'algorithm'],
    ['ES512', wide.sign(CLAIMS, { alg: 'ES512' }), 'algorithm'],
    ['ES256K', curve.sign(CLAIMS, { alg: 'ES256K' }), 'algorithm'],
    ['ed25519 in small letters', renamed.sign(CLAIMS, { alg: 'ed25519' }), 'algorithm'],
    ['PS256 named, a key of RS256 by kid', signed({}, { alg: 'PS256' }), 'invalid'],
    ['RS256 named, a key of PS256 by kid', pss.sign(CLAIMS, { alg: 'RS256' }), 'invalid'],
    ['PS256 named, signed by RS256', signed({}, { alg: 'PS256', kid: 'pss-1' }), 'invalid'],
    ['ES384 named, a key of P-256 by kid', curve.sign(CLAIMS, { alg: 'ES384' }), 'invalid'],
    ['ES256 named, a key of P-384 by kid', wide.sign(CLAIMS, { alg: 'ES256' }), 'invalid'],
    ['Ed25519 named, an EC key by kid', renamed.sign(CLAIMS, { kid: 'ec-1' }), 'invalid'],
    ['Ed25519 of a stranger', renamed.sign(CLAIMS, { kid: 'ed-1' }), 'invalid'],
    [
      'HS256 keyed with an Ed25519 key',
      forgeHmacJwt({ ...HS, kid: 'ed-2' }, CLAIMS, String(renamed.jwk.x)),
      'algorithm',
    ],
    ['RS256 named, an EC key by kid', signed({}, { kid: 'ec-1' }), 'invalid'],
    ['ES256 named, an RSA key by kid', curve.sign(CLAIMS, { kid: 'rsa-1' }), 'invalid'],
    ['EdDSA named, an EC key by kid', edwards.sign(CLAIMS, { kid: 'ec-1' }), 'invalid'],
    [
      'ES256 signature of zeros',
      `${curve.sign(CLAIMS).split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`,
      'invalid',
    ],
    ['ES256 signature in DER', derToken(), 'invalid'],
    ['no kid', signed({}, { kid: undefined }), 'missingKeyId'],
    ['kid empty', signed({}, { kid: '' }), 'missingKeyId'],
    ['kid a number', signed({}, { kid: 1 }), 'missingKeyId'],
    ['kid unknown', signed({}, { kid: 'rsa-2' }), 'invalid'],
    ['kid with a path', signed({}, { kid: '../../dev/null' }), 'invalid'],
    ['kid of two keys', signed({}, { kid: 'twice' }), 'invalid'],
    ['kid of a key for encryption', signed({}, { kid: 'encrypts' }), 'invalid'],
    ['kid of a private key', signed({}, { kid: 'private' }), 'invalid'],
    ['kid of half a key', signed({}, { kid: 'half' }), 'invalid'],
    [
      'a key of 1,024 bits',
      forgeKeyJwt({ alg: 'RS256', kid: 'small' }, CLAIMS, small.privateKey),
      'invalid',
    ],
    ['a stranger’s key with the same kid', stranger.sign(CLAIMS), 'invalid'],
    ['its key in the header (jwk)', stranger.sign(CLAIMS, { jwk: stranger.jwk }), 'invalid'],
    ['a good token with a jwk', signed({}, { jwk: login.jwk }), 'invalid'],
    ['a key address (jku)', stranger.sign(CLAIMS, { jku: 'https://evil.test/keys' }), 'invalid'],
    ['a certificate (x5c)', stranger.sign(CLAIMS, { x5c: ['AAAA'] }), 'invalid'],
    ['a certificate address (x5u)', stranger.sign(CLAIMS, { x5u: 'https://evil.test' }), 'invalid'],
    ['crit known', signed({}, { crit: ['b64'], b64: true }), 'invalid'],
    ['crit unknown', signed({}, { crit: ['x'], x: 1 }), 'invalid'],
    ['a refresh token by header', signed({}, { typ: 'refresh+jwt' }), 'invalid'],
    ['a refresh token by claim', signed({ typ: 'Refresh' }), 'invalid'],
    ['another whole type', signed({}, { typ: 'application/refresh+jwt' }), 'invalid'],
    ['another kind of type', signed({}, { typ: 'text/at+jwt' }), 'invalid'],
    ['typ twice a type', signed({}, { typ: 'application/application/jwt' }), 'invalid'],
    ['typ a list', signed({}, { typ: ['JWT'] }), 'invalid'],
    ['no iss', signed({ iss: undefined }), 'missingIssuer'],
    ['another iss', signed({ iss: 'https://evil.test/' }), 'noRule'],
    ['iss without its slash', signed({ iss: LOGIN.issuer.slice(0, -1) }), 'noRule'],
    ['iss in capitals', signed({ iss: LOGIN.issuer.toUpperCase() }), 'noRule'],
    ['iss a list', signed({ iss: [LOGIN.issuer] }), 'noRule'],
    ['no aud', signed({ aud: undefined }), 'noRule'],
    ['another aud', signed({ aud: 'shop' }), 'noRule'],
    ['aud that only begins so', signed({ aud: 'chatter' }), 'noRule'],
    ['aud a list without it', signed({ aud: ['chats', 'shop'] }), 'noRule'],
    ['aud an empty list', signed({ aud: [] }), 'noRule'],
    ['aud a list with a number', signed({ aud: ['chat', 7] }), 'invalid'],
    ['aud an object', signed({ aud: { chat: true } }), 'noRule'],
    ['aud a list in a list', signed({ aud: [['chat']] }), 'noRule'],
    ['no sub', signed({ sub: undefined }), 'missingSubject'],
    ['no exp', signed({ exp: undefined }), 'missingExpiry'],
    ['sub empty', signed({ sub: '' }), 'invalid'],
    ['sub a number', signed({ sub: 7 }), 'invalid'],
    ['sub an object', signed({ sub: { id: 'ada' } }), 'invalid'],
    ['sub of 256 characters', signed({ sub: 's'.repeat(256) }), 'invalid'],
    ['sub of a nameless visitor', signed({ sub: 'usr_anon_a' }), 'invalid'],
    ['sub of a key’s user', signed({ sub: 'usr_key_0_a' }), 'invalid'],
    ['sub of the project’s server', signed({ sub: '__SYSTEM__' }), 'invalid'],
    ['workspace of a nameless visitor', signed({ workspace_id: 'usr_anon_a' }), 'invalid'],
    ['workspace of a key’s user', signed({ workspace_id: 'usr_key_0_a' }), 'invalid'],
    ['workspace of the project’s server', signed({ workspace_id: '__SYSTEM__' }), 'invalid'],
    ['another project', signed({ project_id: 'default' }), 'invalid'],
    ['expired 30 s ago', signed({ iat: NOW - 60, exp: NOW - 30 }), 'expired'],
    ['a day and a second', signed({ exp: NOW + 86_401 }), 'invalid'],
    ['a year', signed({ exp: NOW + 31_536_000 }), 'invalid'],
    ['a year, without iat', signed({ iat: undefined, exp: NOW + 31_536_000 }), 'invalid'],
    ['exp in milliseconds', signed({ exp: (NOW + 60) * 1000 }), 'invalid'],
    ['iat in milliseconds', signed({ iat: NOW * 1000 }), 'early'],
    ['iat 31 s ahead', signed({ iat: NOW + 31 }), 'early'],
    ['nbf 31 s ahead', signed({ nbf: NOW + 31 }), 'early'],
    ['exp 1e400', signedText(`"sub":"ada","iat":${NOW},"exp":1e400`), 'invalid'],
    ['iat 1e400', signedText(`"sub":"ada","iat":1e400,"exp":${NOW + 60}`), 'invalid'],
    [
      'sub twice, the last one reserved',
      signedText(`"sub":"ada","sub":"usr_anon_a","exp":${NOW + 60}`),
      'invalid',
    ],
    [
      'iss twice, the last one strange',
      signedText(`"iss":"x","sub":"ada","exp":${NOW + 60}`),
      'noRule',
    ],
    ['claims changed', `${head}.${encodePart({ ...CLAIMS, sub: 'eve' })}.${signature}`, 'invalid'],
    [
      'signature of other claims',
      `${head}.${payload}.${signed({ sub: 'eve' }).split('.')[2]}`,
      'invalid',
    ],
    ['signature cut', good.slice(0, -4), 'invalid'],
    ['claims no JSON', login.sign('nope'), 'malformed'],
    ['claims a list', login.sign([]), 'malformed'],
    ['header no JSON', `${encodePart('nope')}.${payload}.${signature}`, 'malformed'],
    ['8,193 characters', signed({ note: 'n'.repeat(8193) }), 'malformed'],
  ])('%s', async (_title, token, refusal) => {
    await expect(verify(token)).rejects.toMatchObject(AUTH_REFUSALS[refusal])
  })

  test('of one issuer, signed with the other’s key', async () => {
    const token = partner.sign(CLAIMS)

    await expect(verify(token, [LOGIN, PARTNER])).rejects.toMatchObject(AUTH_REFUSALS.invalid)
  })

  test('of an issuer of another project', async () => {
    await expect(verify(good, [PARTNER])).rejects.toMatchObject(AUTH_REFUSALS.noRule)
  })

  test('with a published key as the secret, where a shared secret is accepted as well', async () => {
    const rules: AuthRule[] = [{ type: 'secret', secret: SECRET }, LOGIN]
    const token = forgeHmacJwt(HS, CLAIMS, publicPem)

    await expect(verify(token, rules)).rejects.toMatchObject(AUTH_REFUSALS.invalid)
  })

  test('that names an address of its own: nobody goes there', async () => {
    const header = { kid: 'new', jku: 'https://evil.test/keys', x5u: 'https://evil.test/cert' }
    await expect(verify(stranger.sign(CLAIMS, header))).rejects.toThrow()
    await verify(good)

    expect(new Set([...host.asked, LOGIN.url, PARTNER.url]).size).toBe(2)
    expect(host.asked).toContain(LOGIN.url)
  })
})

function derToken(): string {
  const text = curve.sign(CLAIMS).split('.').slice(0, 2).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), curve.privateKey).toString('base64url')}`
}
