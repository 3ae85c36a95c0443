import { beforeEach, expect, test } from 'vitest'
import { withStore } from '../testing/with-store.ts'
import { deriveKey } from './secret.ts'
import {
  childTokenOf,
  createSessions,
  hashRefreshToken,
  REUSE_GRACE_MS,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  type Sessions,
} from './sessions.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const START = Date.parse('2026-11-21T05:00:00.000Z')
const DAY_MS = 86_400_000

let sessions: Sessions
let now = 0
let reused: string[]

const { store } = withStore('sqlite', { now: () => new Date(now), lasts: 'test' })

beforeEach(async () => {
  now = START
  reused = []
  sessions = open(SECRET)
})

const open = (secret: string) =>
  createSessions({
    queries: store.sessions,
    secret,
    onReuse: (sessionId) => reused.push(sessionId),
    now: () => now,
  })
const start = async (user = 'ada') => (await sessions.start('default', user)).token
const refresh = async (token: string) => (await sessions.refresh('default', token)).token
const reasonOf = (token: string) =>
  refresh(token).then(
    () => 'alive',
    (error: { code: string; data?: { reason: string } }) => error.data?.reason ?? error.code,
  )

test('a token is 256 random bits with a prefix, and the store never sees it', async () => {
  const first = await sessions.start('default', 'ada')
  const row = await store.sessions.find(hashRefreshToken(first.token))

  expect(first.token).toMatch(/^rt_[A-Za-z0-9_-]{43}$/)
  expect(first.expiresAt).toBe(new Date(START + SESSION_IDLE_MS).toISOString())
  expect(await start()).not.toBe(first.token)
  expect(JSON.stringify(row)).not.toContain(first.token)
})

test('each use gives another token of the same user', async () => {
  const first = await start()

  const second = await sessions.refresh('default', first)
  now += REUSE_GRACE_MS + 1
  const third = await sessions.refresh('default', second.token)

  expect(new Set([first, second.token, third.token]).size).toBe(3)
  expect(third.userId).toBe('ada')
  expect(reused).toEqual([])
})

test('a lost answer is given again, a month later too, until the child is used', async () => {
  const first = await start()
  const second = await refresh(first)

  now += SESSION_IDLE_MS - 1
  expect(await refresh(first)).toBe(second)
  await refresh(second)
  now += REUSE_GRACE_MS + 1
  expect(await reasonOf(first)).toBe('token_reused')
})

test('a token that is given again lives 30 days from then, to the millisecond', async () => {
  const [kept, lost] = [await start(), await start()]
  for (const token of [kept, lost]) await refresh(token)
  now = START + 20 * DAY_MS
  const again = await sessions.refresh('default', kept)
  const late = await refresh(lost)

  expect(again.expiresAt).toBe(new Date(START + 50 * DAY_MS).toISOString())
  now = START + 50 * DAY_MS - 1
  expect(await reasonOf(again.token)).toBe('alive')
  now = START + 50 * DAY_MS
  expect(await reasonOf(late)).toBe('token_expired')
})

test('a token that is given again ends with its session all the same', async () => {
  let token = await start()
  for (const day of [25, 50]) {
    now = START + day * DAY_MS
    token = await refresh(token)
  }
  const lost = await refresh(token)
  now = START + 70 * DAY_MS
  const again = await sessions.refresh('default', token)

  expect(again.token).toBe(lost)
  expect(again.expiresAt).toBe(new Date(START + SESSION_ABSOLUTE_MS).toISOString())
  now = START + SESSION_ABSOLUTE_MS
  expect(await reasonOf(again.token)).toBe('token_expired')
})

test('a token whose child was lost outlives a purge as long as the child does', async () => {
  const purge = () => {
    const time = new Date(now).toISOString()
    const times = { now: time, endedBefore: time, idleBefore: time, limit: 1_000 }
    return store.maintenance.purge(times)
  }
  const first = await start()
  const ended = await start()
  now = START + 29 * DAY_MS
  await refresh(first)
  now = START + 50 * DAY_MS
  await refresh(first)

  now = START + 80 * DAY_MS - 1
  expect(await purge()).toBe(1)
  expect(await reasonOf(ended)).toBe('token_unknown')
  expect(await reasonOf(first)).toBe('alive')
  now = START + SESSION_ABSOLUTE_MS + 1
  expect(await purge()).toBe(2)
  expect(await reasonOf(first)).toBe('token_unknown')
})

test('twenty tabs that come at once all get the same child', async () => {
  const first = await start()

  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))

  expect(new Set(answers).size).toBe(1)
  expect(reused).toEqual([])
})

test('within the grace any used token leads to the live one', async () => {
  const first = await start()
  const second = await refresh(first)
  const third = await refresh(second)
  const fourth = await refresh(third)

  now += REUSE_GRACE_MS
  expect(await refresh(first)).toBe(fourth)
  expect(await refresh(second)).toBe(fourth)
  expect(await refresh(third)).toBe(fourth)
  expect(reused).toEqual([])
})

test('what was sent beside a retry is answered until 10 s after the child was used', async () => {
  const first = await start()
  const second = await refresh(first)
  now += REUSE_GRACE_MS * 100
  const third = await refresh(second)

  now += REUSE_GRACE_MS
  expect(await refresh(first)).toBe(third)
  now += 1
  expect(await reasonOf(first)).toBe('token_reused')
})

test('one millisecond after the grace the same token ends the session', async () => {
  const first = await start()
  const fourth = await refresh(await refresh(await refresh(first)))

  now += REUSE_GRACE_MS + 1
  expect(await reasonOf(first)).toBe('token_reused')
  expect(await reasonOf(fourth)).toBe('token_unknown')
  expect(reused).toHaveLength(1)
})

test('reuse three generations back ends that session and no other', async () => {
  const other = await start()
  const first = await start()
  const second = await refresh(first)
  now += REUSE_GRACE_MS + 1
  const third = await refresh(second)
  now += REUSE_GRACE_MS + 1
  const fourth = await refresh(third)
  now += REUSE_GRACE_MS + 1

  expect(await reasonOf(second)).toBe('token_reused')
  expect(await reasonOf(fourth)).toBe('token_unknown')
  expect(await reasonOf(other)).toBe('alive')
})

test('the parent of the live token is answered long after the grace', async () => {
  const first = await start()
  const second = await refresh(first)
  now += REUSE_GRACE_MS + 1
  const third = await refresh(second)

  now += REUSE_GRACE_MS * 100
  expect(await refresh(second)).toBe(third)
  expect(reused).toEqual([])
})

test('a token lives 30 days without use, to the millisecond', async () => {
  const kept = await start()
  const lost = await start()

  now = START + SESSION_IDLE_MS - 1
  expect(await reasonOf(kept)).toBe('alive')
  now = START + SESSION_IDLE_MS
  expect(await reasonOf(lost)).toBe('token_expired')
})

test('a session lives 90 days however much it is used', async () => {
  let token = await start()
  for (const day of [25, 50, 75]) {
    now = START + day * DAY_MS
    token = await refresh(token)
  }
  const last = await sessions.refresh('default', token)

  expect(last.expiresAt).toBe(new Date(START + SESSION_ABSOLUTE_MS).toISOString())
  now = START + SESSION_ABSOLUTE_MS - 1
  const child = await refresh(last.token)
  now = START + SESSION_ABSOLUTE_MS
  expect(await reasonOf(child)).toBe('token_expired')
})

test.each([
  ['empty', ''],
  ['of another shape', 'refresh_0123'],
  ['too short', `rt_${'a'.repeat(42)}`],
  ['too long', `rt_${'a'.repeat(44)}`],
  ['unknown', `rt_${'a'.repeat(43)}`],
  ['of 1 MB', 'r'.repeat(1_000_000)],
])('a token that is %s is refused like any other', async (_title, token) => {
  await expect(refresh(token)).rejects.toMatchObject({
    code: 'auth_failed',
    message: 'Invalid refresh token',
    data: { reason: 'token_unknown' },
  })
})

test('a mangled token is unknown and harms nobody', async () => {
  const token = await start()

  expect(await reasonOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(
    'token_unknown',
  )
  expect(await reasonOf(token)).toBe('alive')
})

test('a token of one project is unknown in another', async () => {
  const token = await start()

  await expect(sessions.refresh('other', token)).rejects.toMatchObject({ code: 'auth_failed' })
  expect(await reasonOf(token)).toBe('alive')
})

test('a live token survives a new secret of the service', async () => {
  const token = await start()
  sessions = open('another secret of thirty-two bytes or more')

  expect(await reasonOf(token)).toBe('alive')
})

test('hammering within the grace is told to wait, and the session lives', async () => {
  const first = await start()
  let last = first
  for (let step = 0; step < 202; step++) last = await refresh(last)

  await expect(refresh(first)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await reasonOf(last)).toBe('alive')
})

/** A visitor without a name: the service knows them by this token alone. */
const VISITOR = 'usr_anon_a'

test('a visitor without a name keeps the token at every load, and it lives 30 days from each', async () => {
  const token = await start(VISITOR)

  for (const day of [0, 1, 20, 40]) {
    now = START + day * DAY_MS
    expect(await sessions.refresh('default', token)).toEqual({
      token,
      userId: VISITOR,
      expiresAt: new Date(now + SESSION_IDLE_MS).toISOString(),
    })
  }
  now = START + 40 * DAY_MS + SESSION_IDLE_MS - 1
  expect(await sessions.identify('default', token)).toBe(VISITOR)
  now += 1
  expect(await reasonOf(token)).toBe('token_expired')
  await expect(sessions.identify('default', token)).rejects.toMatchObject({ code: 'token_expired' })
})

test('a visitor’s session ends 90 days after it began, however much it is used', async () => {
  const token = await start(VISITOR)
  for (let day = 10; day < 90; day += 10) {
    now = START + day * DAY_MS
    await refresh(token)
  }

  now = START + SESSION_ABSOLUTE_MS - 1
  expect((await sessions.refresh('default', token)).expiresAt).toBe(
    new Date(START + SESSION_ABSOLUTE_MS).toISOString(),
  )
  now += 1
  expect(await reasonOf(token)).toBe('token_expired')
})

const toIso = (ms: number): string => new Date(ms).toISOString()

/** A chain from an older server: each token was replaced when it was used. */
async function startChain(): Promise<readonly string[]> {
  const key = deriveKey(SECRET, 'refresh-token')
  const chain = [await start(VISITOR)]
  for (let step = 0; step < 3; step += 1) {
    const token = chain.at(-1)!
    const parent = (await store.sessions.find(hashRefreshToken(token)))!
    const child = childTokenOf(token, key)
    chain.push(child)
    await store.sessions.rotate(parent.tokenHash, {
      ...parent,
      tokenHash: hashRefreshToken(child),
      parentHash: parent.tokenHash,
      createdAt: toIso(now),
      expiresAt: toIso(now + SESSION_IDLE_MS),
    })
    now += DAY_MS
  }
  return chain
}

test('every token that a visitor was ever given is the same visitor, and ends nothing', async () => {
  const chain = await startChain()

  for (const token of [...chain, ...chain]) {
    expect(await sessions.refresh('default', token)).toMatchObject({ token, userId: VISITOR })
    expect(await sessions.identify('default', token)).toBe(VISITOR)
  }
  expect(reused).toEqual([])
  // The positive control: a named user's old token ends the session.
  const first = await start('ada')
  await refresh(await refresh(first))
  now += REUSE_GRACE_MS + 1
  expect(await reasonOf(first)).toBe('token_reused')
  expect(reused).toHaveLength(1)
})

test.each([
  ['signs out', (token: string) => sessions.end('default', token)],
  ['is erased', () => store.sessions.revokeUser('default', VISITOR)],
])('whoever %s is answered with no token of the chain any more', async (_, leave) => {
  const chain = await startChain()
  const other = await start('usr_anon_b')

  await leave(chain[1]!)

  for (const token of chain) expect(await reasonOf(token)).toBe('token_unknown')
  expect(await reasonOf(other)).toBe('alive')
})

test('a visitor who is erased while a call is under way does not go on', async () => {
  const token = await start(VISITOR)
  now += DAY_MS
  const { sessions: queries } = store
  const erasing = createSessions({
    queries: {
      ...queries,
      async find(hash) {
        const row = await queries.find(hash)
        await queries.revokeUser('default', VISITOR)
        return row
      },
    },
    secret: SECRET,
    onReuse: () => {},
    now: () => now,
  })

  await expect(erasing.refresh('default', token)).rejects.toMatchObject({
    data: { reason: 'token_unknown' },
  })
})
