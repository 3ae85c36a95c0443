// @vitest-environment node
import { expect, test } from 'vitest'
import type { GetToken } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { fakeToken, tokenFor } from './fake-tokens.test-support.ts'
import { createHostAuth, HOST_TOKEN_TIMEOUT_MS } from './host-auth.ts'
import { createManualClock } from './manual-clock.test-support.ts'

const OPTIONS = { mayMint: true }

function createWorld(answer?: GetToken) {
  const clock = createManualClock()
  const asked: { reason: string; previous: string | null }[] = []
  const getToken: GetToken = (request) => {
    asked.push({ reason: request.reason, previous: request.previous })
    return answer ? answer(request) : tokenFor(clock.now())
  }
  return { clock, asked, auth: createHostAuth({ getToken, clock }) }
}

test('asks once, keeps the token while more than 30 s remain, and says what it replaces (6.1, 9.1)', async () => {
  const { clock, asked, auth } = createWorld()
  const first = await auth.token(OPTIONS)

  await clock.advance(900_000 - 30_001)
  expect(await auth.token(OPTIONS)).toBe(first)
  await clock.advance(1)
  await auth.token(OPTIONS)

  expect(asked).toEqual([
    { reason: 'initial', previous: null },
    { reason: 'expiring', previous: first },
  ])
})

test('asks once for many calls at once', async () => {
  const { asked, auth } = createWorld()

  await Promise.all([auth.token(OPTIONS), auth.token(OPTIONS), auth.token(OPTIONS)])

  expect(asked).toHaveLength(1)
})

test('reports that another person signed in', async () => {
  const clock = createManualClock()
  const reasons: string[] = []
  const auth = createHostAuth({
    clock,
    firstReason: 'identity',
    getToken({ reason }) {
      reasons.push(reason)
      return tokenFor(clock.now())
    },
  })

  await auth.token(OPTIONS)

  expect(reasons).toEqual(['identity'])
})

test.each([null, '', 7 as unknown as string])(
  'fails without a token: %j (8.3, R26)',
  async (token) => {
    const { auth } = createWorld(() => token)

    await expect(auth.token(OPTIONS)).rejects.toMatchObject({
      code: 'auth_failed',
      message: 'Authorization failed',
    })
  },
)

test.each(['none', fakeToken({}), fakeToken({ exp: 'soon' })])('refuses %j', async (token) => {
  const { auth } = createWorld(() => token)

  await expect(auth.token(OPTIONS)).rejects.toMatchObject({
    code: 'token_malformed',
    message: 'Unable to determine the token expiry',
  })
})

test('says why the host page failed', async () => {
  const { auth } = createWorld(() => Promise.reject(new Error('session is gone')))

  await expect(auth.token(OPTIONS)).rejects.toMatchObject({
    code: 'auth_failed',
    message: 'Authorization failed',
    hint: 'getToken failed: session is gone',
  })
})

test('gives the host page ten seconds and then lets it be asked again (R26)', async () => {
  let isSlow = true
  const { clock, asked, auth } = createWorld(() =>
    isSlow ? new Promise<string>(() => {}) : tokenFor(clock.now()),
  )
  const outcomes: unknown[] = []
  void auth.token(OPTIONS).catch((error: unknown) => outcomes.push(error))

  await clock.advance(HOST_TOKEN_TIMEOUT_MS - 1)
  expect(outcomes).toEqual([])
  await clock.advance(1)
  expect(outcomes).toEqual([expect.objectContaining({ code: 'auth_failed' })])

  isSlow = false
  await auth.token(OPTIONS)
  expect(asked).toHaveLength(2)
})

test('asks again, with the reason, after the server refused a token', async () => {
  const { asked, auth } = createWorld()
  const first = await auth.token(OPTIONS)

  const both = await Promise.all([
    auth.replace(first ?? '', OPTIONS),
    auth.replace(first ?? '', OPTIONS),
  ])

  expect(asked.slice(1)).toEqual([{ reason: 'rejected', previous: first }])
  expect(both[0]).toBe(both[1])
})

test('does not ask again for a refusal that is about an older token', async () => {
  const { asked, auth } = createWorld()
  const first = (await auth.token(OPTIONS)) ?? ''
  const second = await auth.replace(first, OPTIONS)

  expect(await auth.replace(first, OPTIONS)).toBe(second)
  expect(asked).toHaveLength(2)
})

test('reports a second refusal as rejected and asks anew the next time', async () => {
  const { asked, auth } = createWorld()
  await auth.token(OPTIONS)

  expect(auth.refusal(new Error('no'))).toMatchObject({ code: 'token_rejected' })
  await auth.token(OPTIONS)

  expect(asked.map(({ reason }) => reason)).toEqual(['initial', 'rejected'])
})

test('a clock that is wrong keeps its code and says by how much', () => {
  const { auth } = createWorld()
  const hint = 'It begins in 90 s by the clock of this service.'

  expect(auth.refusal(new AlcoveError('clock_skew', 'Not yet', { hint }))).toMatchObject({
    code: 'clock_skew',
    hint,
  })
  expect(auth.refusal(new AlcoveError('token_expired', 'Over'))).toMatchObject({
    code: 'token_rejected',
  })
})

test('uses the token that the server gave in exchange', async () => {
  const { clock, asked, auth } = createWorld()
  await auth.token(OPTIONS)
  const exchanged = tokenFor(clock.now())

  auth.inspect(new Response('', { headers: { Authorization: `Bearer ${exchanged}` } }))

  expect(await auth.token(OPTIONS)).toBe(exchanged)
  expect(asked).toHaveLength(1)
})

test.each(['Basic abc', 'Bearer', 'Bearer a b', 'bearer a'])(
  'refuses the header %j (5.5, B09)',
  (header) => {
    const { auth } = createWorld()
    const response = new Response('', { headers: { Authorization: header } })

    expect(() => auth.inspect(response)).toThrow('Invalid auth header received')
  },
)
