import { expect, test } from 'vitest'
import { createMemorySessions } from '../testing/memory-sessions.ts'
import { createSessions, REUSE_GRACE_MS, SESSION_IDLE_MS } from './sessions.ts'

function createWorld() {
  const clock = { ms: Date.parse('2026-11-21T05:00:00.000Z') }
  const reused: string[] = []
  const sessions = createSessions({
    queries: createMemorySessions(),
    secret: 'a secret of at least thirty-two bytes',
    onReuse: (sessionId) => reused.push(sessionId),
    now: () => clock.ms,
  })
  return {
    clock,
    reused,
    sessions,
    start: async (user = 'ada') => (await sessions.start('default', user)).token,
    refresh: async (token: string) => (await sessions.refresh('default', token)).token,
    identify: (token: string) => sessions.identify('default', token),
  }
}

test('a live token names its user, and stays what it was', async () => {
  const { start, refresh, identify } = createWorld()
  const token = await start()

  expect(await identify(token)).toBe('ada')
  expect(await identify(token)).toBe('ada')

  const child = await refresh(token)
  expect(await refresh(token)).toBe(child)
})

test('the parent of the live token names the user, a month later too', async () => {
  const { clock, start, refresh, identify } = createWorld()
  const token = await start()
  await refresh(token)

  clock.ms += SESSION_IDLE_MS - 1

  expect(await identify(token)).toBe('ada')
})

test('any token names the user within the grace of its own use, and not after', async () => {
  const { clock, start, refresh, identify } = createWorld()
  const first = await start()
  await refresh(await refresh(await refresh(first)))

  clock.ms += REUSE_GRACE_MS
  expect(await identify(first)).toBe('ada')
  clock.ms += 1
  await expect(identify(first)).rejects.toMatchObject({
    code: 'auth_failed',
    data: { reason: 'token_reused' },
  })
})

test('asking with an old copy ends nothing', async () => {
  const { clock, reused, start, refresh, identify } = createWorld()
  const first = await start()
  const last = await refresh(await refresh(await refresh(first)))
  clock.ms += REUSE_GRACE_MS + 1

  await expect(identify(first)).rejects.toMatchObject({ code: 'auth_failed' })

  expect(reused).toEqual([])
  expect(await identify(last)).toBe('ada')
})

test.each([
  ['empty', ''],
  ['mangled', 'rt_nope'],
  ['unknown', `rt_${'a'.repeat(43)}`],
])('a token that is %s names nobody', async (_title, token) => {
  await expect(createWorld().identify(token)).rejects.toMatchObject({
    code: 'auth_failed',
    message: 'Invalid refresh token',
  })
})

test('a token names nobody in another project, and nobody once it has expired', async () => {
  const { clock, sessions, start, identify } = createWorld()
  const token = await start()

  await expect(sessions.identify('other', token)).rejects.toMatchObject({ code: 'auth_failed' })
  clock.ms += SESSION_IDLE_MS - 1
  expect(await identify(token)).toBe('ada')
  clock.ms += 1
  await expect(identify(token)).rejects.toMatchObject({ code: 'token_expired' })
})

test('ending a session ends it with any of its tokens, an old one too, and no other session', async () => {
  const { clock, sessions, start, refresh, identify } = createWorld()
  const first = await start()
  const mine = [first, await refresh(first)]
  clock.ms += SESSION_IDLE_MS - 1
  mine.push(await refresh(mine[1]!))
  const others = [await start(), await start('bob')]
  const elsewhere = (await sessions.start('other', 'ada')).token
  // The current token has expired; the session has not.
  clock.ms += 1

  await sessions.end('default', first)

  for (const token of mine) {
    await expect(identify(token)).rejects.toMatchObject({ data: { reason: 'token_unknown' } })
    await expect(refresh(token)).rejects.toMatchObject({ data: { reason: 'token_unknown' } })
  }
  for (const token of others) expect(await identify(token)).toMatch(/ada|bob/)
  expect(await sessions.identify('other', elsewhere)).toBe('ada')
})

test.each([
  ['unknown', `rt_${'a'.repeat(43)}`],
  ['mangled', 'rt_nope'],
])('ending a session with a token that is %s ends nothing and is no error', async (_, token) => {
  const { sessions, start, identify } = createWorld()
  const alive = await start()

  await sessions.end('default', token)
  await sessions.end('other', alive)

  expect(await identify(alive)).toBe('ada')
  await sessions.end('default', alive)
  await sessions.end('default', alive)
  await expect(identify(alive)).rejects.toMatchObject({ data: { reason: 'token_unknown' } })
})
