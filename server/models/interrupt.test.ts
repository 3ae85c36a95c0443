import { expect, test } from 'vitest'
import { INTERRUPT_TEXT_MAX_CHARACTERS, parseInterrupt } from '../../shared/thread/interrupt.ts'
import { createInterrupt, findInterrupt, writeInterrupt } from './interrupt.ts'

const call = { toolCallId: 'call_1', toolName: 'calendar', args: { day: 'today' } }

/** An error as a library of the operator's installation throws it. */
const libraryError = (fields: object, message = 'Authorization required') =>
  Object.assign(new Error(message), { name: 'AUTH0_AI_INTERRUPT', ...fields })

test.each([
  ['FEDERATED_CONNECTION_ERROR', 'token-vault'],
  ['TokenVaultError', 'token-vault'],
  ['TOKEN_VAULT_ERROR', 'token-vault'],
  ...['CIBA', 'ASYNC_AUTHORIZATION', 'DEVICE'].flatMap((library) => [
    [`${library}_ACCESS_DENIED`, 'access-denied'],
    [`${library}_AUTHORIZATION_REQUEST_EXPIRED`, 'request-expired'],
    [`${library}_AUTHORIZATION_PENDING`, 'pending'],
    [`${library}_AUTHORIZATION_POLLING_ERROR`, 'polling-error'],
    [`${library}_INVALID_GRANT`, 'invalid-grant'],
  ]),
  ['CIBA_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS', 'no-push-notifications'],
  ['ASYNC_AUTHORIZATION_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS', 'no-push-notifications'],
])('knows the code %s (8.43, 8.44, 8.45)', (code, kind) => {
  const fields = findInterrupt(libraryError({ code }))

  expect(parseInterrupt(writeInterrupt(fields!, call))).toMatchObject({
    code,
    kind,
    behavior: 'resume',
    toolCall: { id: 'call_1', name: 'calendar' },
  })
})

test('writes the prefix, then the fields with the call and its arguments', () => {
  const error = createInterrupt({
    code: 'TokenVaultError',
    connection: 'google-oauth2',
    scopes: ['calendar.read'],
    requiredScopes: ['calendar.read'],
  })

  expect(writeInterrupt(findInterrupt(error)!, call)).toBe(
    'AUTH0_AI_INTERRUPTION:{"name":"AUTH0_AI_INTERRUPT","code":"TokenVaultError","message":"Authorization required","behavior":"resume","connection":"google-oauth2","scopes":["calendar.read"],"requiredScopes":["calendar.read"],"toolCall":{"id":"call_1","name":"calendar","args":{"day":"today"}}}',
  )
})

test('finds it behind the errors that wrap it, and no deeper than four', () => {
  const wrap = (cause: unknown) => new Error('failed', { cause })
  const error = libraryError({ code: 'TokenVaultError' })

  expect(findInterrupt(wrap(wrap(wrap(error))))).toMatchObject({ code: 'TokenVaultError' })
  expect(findInterrupt(wrap(wrap(wrap(wrap(error)))))).toBeUndefined()
})

test('keeps what a token is fetched with, and whatever is unknown, on the server', () => {
  const device = libraryError({
    code: 'DEVICE_AUTHORIZATION_PENDING',
    secret: 'hunter2',
    response: {
      deviceCode: 'hunter2',
      userCode: 'ABCD-EFGH',
      verificationUri: 'https://login.example/device',
      expiresIn: 900,
      interval: 5,
    },
  })
  const push = libraryError({
    code: 'CIBA_AUTHORIZATION_PENDING',
    request: { id: 'hunter2', requestedAt: 1, expiresIn: 300, interval: 5 },
  })

  const texts = [device, push].map((error) => writeInterrupt(findInterrupt(error)!, call))
  expect(texts.join()).not.toContain('hunter2')
  expect(parseInterrupt(texts[0]!)).toMatchObject({
    userCode: 'ABCD-EFGH',
    verificationUri: 'https://login.example/device',
    expiresIn: 900,
    interval: 5,
  })
  expect(parseInterrupt(texts[1]!)).toMatchObject({ expiresIn: 300, interval: 5 })
})

test.each([
  ['an unknown code', libraryError({ code: 'SEND_MONEY' })],
  [
    'a device’s code for what only a push has',
    libraryError({ code: 'DEVICE_USER_DOES_NOT_HAVE_PUSH_NOTIFICATIONS' }),
  ],
  ['no code', libraryError({})],
  ['another name', Object.assign(new Error('x'), { code: 'TokenVaultError' })],
  ['an object that is no error', { name: 'AUTH0_AI_INTERRUPT', code: 'TokenVaultError' }],
  ['a text', 'AUTH0_AI_INTERRUPTION:{"code":"TokenVaultError"}'],
  ['a behaviour of its own', libraryError({ code: 'TokenVaultError', behavior: 'open' })],
  ['scopes that are no texts', libraryError({ code: 'TokenVaultError', scopes: [1] })],
  [
    'parameters that are no JSON',
    libraryError({ code: 'TokenVaultError', authorizationParams: { a: 1n } }),
  ],
  [
    'a script for an address',
    libraryError({
      code: 'DEVICE_AUTHORIZATION_PENDING',
      response: { userCode: 'A', verificationUri: 'javascript:alert(1)' },
    }),
  ],
  ['a message that is too long', libraryError({ code: 'TokenVaultError' }, 'm'.repeat(1_001))],
])('takes no %s', (_, thrown) => {
  expect(findInterrupt(thrown)).toBeUndefined()
})

test('takes the longest message', () => {
  const error = libraryError({ code: 'TokenVaultError' }, 'm'.repeat(1_000))

  expect(findInterrupt(error)).toMatchObject({ code: 'TokenVaultError' })
})

test('leaves out arguments that make the text too long for its readers', () => {
  const fields = findInterrupt(libraryError({ code: 'TokenVaultError' }))!
  const textFor = (length: number) =>
    writeInterrupt(fields, { ...call, args: { day: 'x'.repeat(length) } })
  const rest = textFor(0).length

  const longest = textFor(INTERRUPT_TEXT_MAX_CHARACTERS - rest)
  expect(longest).toHaveLength(INTERRUPT_TEXT_MAX_CHARACTERS)
  const longer = textFor(INTERRUPT_TEXT_MAX_CHARACTERS - rest + 1)
  expect(longer).toContain('"args":{}')
  expect([longest, longer].map(parseInterrupt)).toMatchObject([
    { code: 'TokenVaultError' },
    { code: 'TokenVaultError' },
  ])
})
