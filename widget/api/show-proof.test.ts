// @vitest-environment node
import { expect, test } from 'vitest'
import { VISITOR_PROOF_MAX_CHARACTERS } from '../../shared/proof-of-work.ts'
import { createAnonymousAuth, PUZZLE_TRIES } from './anonymous-auth.ts'
import { createFakeHttp, json, type Answer, type SentRequest } from './fake-http.test-support.ts'
import { createFakeStorage, fakeTokens } from './fake-tokens.test-support.ts'
import { createManualClock, settle } from './manual-clock.test-support.ts'
import { createRefreshRecord } from './refresh-record.ts'
import {
  PUZZLE_TIMEOUT_MS,
  VISITOR_PROOF_TIMEOUT_MS,
  type AskPage,
  type SolvePuzzle,
} from './show-proof.ts'

const BASE = 'https://chat.example'
const KEY = `aui:refresh_token:${BASE}`
const MINT = 'POST /auth/tokens/anonymous'
const REFRESH = 'POST /auth/tokens/refresh'
const stored = (token: string) => JSON.stringify({ token, expires_at: '2026-12-21T00:00:00.000Z' })

const puzzle = (challenge: string, bits: unknown = 18) =>
  json(403, { error: 'proof_required', message: 'Solve.', details: { challenge, bits } })

interface World {
  readonly answer: (request: SentRequest, count: number) => Answer
  readonly askPage?: AskPage
  readonly solvePuzzle?: SolvePuzzle
}

function createWorld({ answer, askPage, solvePuzzle = () => Promise.resolve(7) }: World) {
  const clock = createManualClock()
  const storage = createFakeStorage()
  const http = createFakeHttp((request) => answer(request, http.sent.length))
  const record = createRefreshRecord({ base: BASE, openStorage: () => storage })
  const auth = createAnonymousAuth({
    base: BASE,
    fetch: http.fetch,
    clock,
    record,
    askPage,
    solvePuzzle,
  })
  const bodies = () => http.to(MINT).map(({ body }) => body)
  return { clock, storage, http, auth, bodies }
}

const tokens = () => json(200, fakeTokens(0))

test('solves what the server asks for, and comes again with the solution', async () => {
  const asked: unknown[] = []
  const { auth, http, bodies } = createWorld({
    answer: (_, count) => (count === 1 ? puzzle('a') : tokens()),
    solvePuzzle(question) {
      asked.push(question)
      return Promise.resolve(4_294_967_295)
    },
  })

  expect(await auth.token({ mayMint: true })).toMatch(/\./)

  expect(asked).toEqual([{ challenge: 'a', bits: 18 }])
  expect(bodies()).toEqual([undefined, { proof: { challenge: 'a', solution: 4_294_967_295 } }])
  expect(http.sent[1]?.headers.get('Content-Type')).toBe('application/json')
})

test('a puzzle that ended meanwhile gives another one, so often and no oftener', async () => {
  let left = PUZZLE_TRIES
  const { auth, bodies } = createWorld({
    answer: (_, count) => (left-- > 0 ? puzzle(`p${count}`) : tokens()),
  })
  expect(await auth.token({ mayMint: true })).toMatch(/\./)
  expect(bodies()).toHaveLength(PUZZLE_TRIES + 1)

  const other = createWorld({ answer: (_, count) => puzzle(`p${count}`) })
  await expect(other.auth.token({ mayMint: true })).rejects.toMatchObject({ code: 'unavailable' })
  expect(other.bodies()).toHaveLength(PUZZLE_TRIES + 1)
})

test.each([
  ['21 bits', 21],
  ['no bits', 0],
  ['a text', '18'],
])('a puzzle of %s is not worked on', async (_, bits) => {
  let solved = 0
  const { auth } = createWorld({
    answer: () => puzzle('a', bits),
    solvePuzzle: () => Promise.resolve(++solved),
  })

  await expect(auth.token({ mayMint: true })).rejects.toMatchObject({ code: 'proof_required' })
  expect(solved).toBe(0)
})

test('many first calls solve one puzzle together; one that gives up leaves it to the others', async () => {
  const work = Promise.withResolvers<number>()
  let begun = 0
  const { auth, bodies } = createWorld({
    answer: (_, count) => (count === 1 ? puzzle('a') : tokens()),
    solvePuzzle: () => {
      begun += 1
      return work.promise
    },
  })
  const leaving = new AbortController()
  const left = auth.token({ mayMint: true, signal: leaving.signal })
  const others = [auth.token({ mayMint: true }), auth.token({ mayMint: true })]
  await settle()

  leaving.abort(new Error('Stopped.'))
  await expect(left).rejects.toThrow('Stopped.')
  work.resolve(7)

  expect(new Set(await Promise.all(others)).size).toBe(1)
  expect(begun).toBe(1)
  expect(bodies()).toHaveLength(2)
})

test('a puzzle without end is given up', async () => {
  let signal: AbortSignal | undefined
  const { clock, auth } = createWorld({
    answer: () => puzzle('a'),
    solvePuzzle: (_, given) => {
      signal = given
      return new Promise(() => {})
    },
  })
  const token = auth.token({ mayMint: true }).catch((error: unknown) => error)
  await settle()

  await clock.advance(PUZZLE_TIMEOUT_MS - 1)
  expect(signal?.aborted).toBe(false)
  await clock.advance(1)

  expect(await token).toMatchObject({ code: 'call_timeout' })
  expect(signal?.aborted).toBe(true)
})

test('shows what the page gives, once for each visitor, also beside a solution', async () => {
  let asked = 0
  const { auth, bodies } = createWorld({
    answer: (_, count) => (count === 1 ? puzzle('a') : tokens()),
    askPage: () => Promise.resolve(`captcha ${++asked}`),
  })
  expect(await auth.token({ mayMint: false })).toBeNull()
  expect(asked).toBe(0)

  await auth.token({ mayMint: true })

  expect(bodies()).toEqual([
    { given: 'captcha 1' },
    { given: 'captcha 1', proof: { challenge: 'a', solution: 7 } },
  ])
  await auth.token({ mayMint: true })
  expect(asked).toBe(1)
})

test('the next try asks the page anew: what it gave is used up', async () => {
  let asked = 0
  const { auth, bodies } = createWorld({
    answer: (_, count) =>
      count === 1 ? json(403, { error: 'visitor_refused', message: 'No.' }) : tokens(),
    askPage: () => Promise.resolve(`captcha ${++asked}`),
  })

  await expect(auth.token({ mayMint: true })).rejects.toMatchObject({ code: 'visitor_refused' })
  await auth.token({ mayMint: true })

  expect(bodies()).toEqual([{ given: 'captcha 1' }, { given: 'captcha 2' }])
})

test('the page is not asked for an existing visitor', async () => {
  let asked = 0
  const { auth, storage, http } = createWorld({
    answer: () => tokens(),
    askPage: () => Promise.resolve(`captcha ${++asked}`),
  })
  storage.setItem(KEY, stored('rt_1'))

  expect(await auth.token({ mayMint: true })).toMatch(/\./)
  expect(http.to(REFRESH)).toHaveLength(1)
  expect(asked).toBe(0)
})

test.each<[string, AskPage, unknown]>([
  ['nothing', () => Promise.resolve(null), undefined],
  ['an empty text', () => Promise.resolve(''), undefined],
  ['an error', () => Promise.reject(new Error('no')), undefined],
  [
    'as much as may be',
    () => Promise.resolve('a'.repeat(VISITOR_PROOF_MAX_CHARACTERS)),
    { given: 'a'.repeat(VISITOR_PROOF_MAX_CHARACTERS) },
  ],
  ['more', () => Promise.resolve('a'.repeat(VISITOR_PROOF_MAX_CHARACTERS + 1)), undefined],
])('the page gives %s: the server decides', async (_, askPage, body) => {
  const { auth, bodies } = createWorld({ answer: () => tokens(), askPage })

  await auth.token({ mayMint: true })

  expect(bodies()).toEqual([body])
})

test('a page that takes too long is not waited for', async () => {
  const { clock, auth, bodies } = createWorld({
    answer: () => tokens(),
    askPage: () => new Promise(() => {}),
  })
  const token = auth.token({ mayMint: true })
  await settle()

  await clock.advance(VISITOR_PROOF_TIMEOUT_MS - 1)
  expect(bodies()).toEqual([])
  await clock.advance(1)

  expect(await token).toMatch(/\./)
  expect(bodies()).toEqual([undefined])
})

test.each(['address_blocked', 'named_only'])(
  'no visitor is lost while the server says %s: no other visitor is made, and the token is good again later',
  async (code) => {
    let isRefusing = true
    const { auth, storage, http } = createWorld({
      answer: () => (isRefusing ? json(403, { error: code, message: 'Not now.' }) : tokens()),
    })
    storage.setItem(KEY, stored('rt_1'))

    for (const mayMint of [false, true]) {
      await expect(auth.token({ mayMint })).rejects.toMatchObject({ code, message: 'Not now.' })
    }
    expect(http.to(MINT)).toEqual([])
    expect(storage.getItem(KEY)).toBe(stored('rt_1'))
    expect(auth.hasIdentity()).toBe(true)

    isRefusing = false
    expect(await auth.token({ mayMint: false })).toMatch(/\./)
    expect(http.to(REFRESH).map(({ body }) => body)).toEqual([
      { refresh_token: 'rt_1' },
      { refresh_token: 'rt_1' },
      { refresh_token: 'rt_1' },
    ])
  },
)
