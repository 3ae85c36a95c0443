import { expect, test } from 'vitest'
import {
  encodeInterrupt,
  INTERRUPT_MESSAGE_MAX_CHARACTERS,
  INTERRUPT_NAME_MAX_CHARACTERS,
  INTERRUPT_PREFIX,
  INTERRUPT_SCOPES_MAX,
  INTERRUPT_TEXT_MAX_CHARACTERS,
  parseInterrupt,
} from './interrupt.ts'

const FIELDS = {
  name: 'AUTH0_AI_INTERRUPT',
  code: 'TokenVaultError',
  message: 'Authorization required',
  behavior: 'resume',
  toolCall: { id: 't', name: 'look', args: { a: 1 } },
}
const textOf = (fields: object) => INTERRUPT_PREFIX + JSON.stringify(fields)
const parse = (fields: object) => parseInterrupt(textOf({ ...FIELDS, ...fields }))

const VAULT = ['token-vault', 'token-vault']
test.each([
  ['FEDERATED_CONNECTION_ERROR', ...VAULT],
  ['TokenVaultError', ...VAULT],
  ['TOKEN_VAULT_ERROR', ...VAULT],
  ['CIBA_ACCESS_DENIED', 'access-denied', 'push'],
  ['CIBA_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS', 'no-push-notifications', 'push'],
  ['CIBA_AUTHORIZATION_REQUEST_EXPIRED', 'request-expired', 'push'],
  ['CIBA_AUTHORIZATION_PENDING', 'pending', 'push'],
  ['CIBA_AUTHORIZATION_POLLING_ERROR', 'polling-error', 'push'],
  ['CIBA_INVALID_GRANT', 'invalid-grant', 'push'],
  ['ASYNC_AUTHORIZATION_ACCESS_DENIED', 'access-denied', 'push'],
  ['ASYNC_AUTHORIZATION_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS', 'no-push-notifications', 'push'],
  ['ASYNC_AUTHORIZATION_AUTHORIZATION_REQUEST_EXPIRED', 'request-expired', 'push'],
  ['ASYNC_AUTHORIZATION_AUTHORIZATION_PENDING', 'pending', 'push'],
  ['ASYNC_AUTHORIZATION_AUTHORIZATION_POLLING_ERROR', 'polling-error', 'push'],
  ['ASYNC_AUTHORIZATION_INVALID_GRANT', 'invalid-grant', 'push'],
  ['DEVICE_ACCESS_DENIED', 'access-denied', 'device'],
  ['DEVICE_AUTHORIZATION_REQUEST_EXPIRED', 'request-expired', 'device'],
  ['DEVICE_AUTHORIZATION_PENDING', 'pending', 'device'],
  ['DEVICE_AUTHORIZATION_POLLING_ERROR', 'polling-error', 'device'],
  ['DEVICE_INVALID_GRANT', 'invalid-grant', 'device'],
])('knows the code %s (8.43, 8.44, 8.45)', (code, kind, flow) => {
  expect(parse({ code })).toMatchObject({ code, kind, flow })
})

test.each([
  ['another code', { code: 'DEVICE_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS' }],
  ['an invented code', { code: 'CIBA_AUTHORIZATION_GRANTED' }],
  ['a code in other letters', { code: 'tokenvaulterror' }],
  ['no code', { code: undefined }],
  ['another name', { name: 'Error' }],
  ['another behaviour', { behavior: 'retry' }],
  ['no message', { message: undefined }],
  ['no call', { toolCall: undefined }],
  ['a call without an id', { toolCall: { name: 'look' } }],
  ['a call without a name', { toolCall: { id: 't', name: '' } }],
  ['scopes that are no list', { scopes: 'calendar' }],
  ['a scope that is no text', { scopes: [1] }],
  ['a connection that is no text', { connection: {} }],
  ['parameters that are no object', { authorizationParams: ['a'] }],
  ['a time that is none', { request: { expiresIn: 'soon' } }],
  ['a time before now', { request: { interval: -1 } }],
  ['a script for an address', { response: { verificationUri: 'javascript:alert(1)' } }],
  ['an address without encryption', { response: { verificationUri: 'http://a.example' } }],
  ['details that are none', { response: 'ABCD' }],
])('takes %s for a plain error', (_, fields) => {
  expect(parse({})).toBeDefined()
  expect(parse(fields)).toBeUndefined()
})

test.each([
  ['no JSON', `${INTERRUPT_PREFIX}{"name"`],
  ['a list', `${INTERRUPT_PREFIX}[]`],
  ['nothing', INTERRUPT_PREFIX],
  ['another beginning', ` ${textOf(FIELDS)}`],
  ['a person’s words', 'AUTH0_AI_INTERRUPTION is what I saw.'],
])('takes %s for a plain error text', (_, text) => {
  expect(parseInterrupt(text)).toBeUndefined()
})

test('reads the details of each flow', () => {
  const vault = {
    connection: 'google-oauth2',
    scopes: ['calendar.read'],
    requiredScopes: ['calendar.read'],
    authorizationParams: { prompt: 'consent' },
  }
  expect(parse(vault)).toEqual({
    code: 'TokenVaultError',
    kind: 'token-vault',
    flow: 'token-vault',
    message: 'Authorization required',
    behavior: 'resume',
    toolCall: { id: 't', name: 'look' },
    ...vault,
  })
  expect(
    parse({
      code: 'CIBA_AUTHORIZATION_POLLING_ERROR',
      behavior: 'reload',
      request: { id: 'secret', requestedAt: 1, expiresIn: 300, interval: 5 },
      retryAfter: 10,
    }),
  ).toMatchObject({ behavior: 'reload', expiresIn: 300, interval: 10 })
  const device = parse({
    code: 'DEVICE_AUTHORIZATION_PENDING',
    behavior: undefined,
    response: {
      deviceCode: 'secret',
      userCode: 'AB-CD',
      verificationUri: 'https://login.example/activate',
      expiresIn: 600,
      interval: 5,
    },
  })
  expect(device).toMatchObject({
    behavior: 'resume',
    userCode: 'AB-CD',
    verificationUri: 'https://login.example/activate',
    expiresIn: 600,
    interval: 5,
  })
  expect(JSON.stringify(device)).not.toContain('secret')
})

test.each([
  ['a message', INTERRUPT_MESSAGE_MAX_CHARACTERS, (n: number) => ({ message: 'x'.repeat(n) })],
  ['a name', INTERRUPT_NAME_MAX_CHARACTERS, (n: number) => ({ connection: 'x'.repeat(n) })],
  ['a list of scopes', INTERRUPT_SCOPES_MAX, (n: number) => ({ scopes: Array(n).fill('x') })],
  [
    'an address',
    2_048,
    (n: number) => ({ response: { verificationUri: 'https://a.example/'.padEnd(n, 'x') } }),
  ],
  [
    'the whole text',
    INTERRUPT_TEXT_MAX_CHARACTERS,
    (n: number) => ({ more: 'x'.repeat(n - textOf({ ...FIELDS, more: '' }).length) }),
  ],
])('takes %s of %i and no more', (_, max, fields) => {
  expect(parse(fields(max))).toBeDefined()
  expect(parse(fields(max + 1))).toBeUndefined()
})

test.each([
  { connection: 'google-oauth2', scopes: ['a'] },
  { code: 'CIBA_AUTHORIZATION_PENDING', request: { expiresIn: 300, interval: 5 } },
  {
    code: 'DEVICE_AUTHORIZATION_PENDING',
    response: { userCode: 'AB', verificationUri: 'https://a.example/', interval: 5 },
  },
])('reads again what it wrote of %j', (fields) => {
  const interrupt = parse(fields)!

  expect(parseInterrupt(encodeInterrupt(interrupt))).toEqual(interrupt)
})
