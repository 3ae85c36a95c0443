import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionQueries } from '../store/store.ts'
import { createMemorySessions } from '../testing/memory-sessions.ts'
import { createSessions, REUSE_GRACE_MS, SESSION_IDLE_MS } from './sessions.ts'

const DAY_MS = 86_400_000
const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const RUNS = IS_LONG ? 2_000 : 200
const PAIRS = IS_LONG ? 10_000 : 1_000

/** A browser: one storage that several tabs share, and a network that loses and delays. */
async function createVisitor(scheduler?: fc.Scheduler) {
  const clock = { ms: Date.parse('2026-11-21T05:00:00.000Z') }
  const reused: string[] = []
  const queries = createMemorySessions()
  const sessions = createSessions({
    queries: scheduler ? scheduled(queries, scheduler) : queries,
    secret: 'a secret of at least thirty-two bytes',
    onReuse: (sessionId) => reused.push(sessionId),
    now: () => clock.ms,
  })
  const storage = { token: (await sessions.start('default', 'ada')).token }
  return { clock, reused, storage, sessions }
}

/** Every call to the store may overtake any other. */
const scheduled = (queries: SessionQueries, scheduler: fc.Scheduler): SessionQueries => ({
  ...queries,
  find: scheduler.scheduleFunction(queries.find),
  rotate: scheduler.scheduleFunction(queries.rotate),
})

/** The fate of one tab's refresh. */
const fate = fc.constantFrom('answered', 'answer lost', 'request lost', 'request late')
const burst = fc.record({
  /** Tabs that read the storage at the same moment, without knowing of each other. */
  tabs: fc.array(fate, { minLength: 1, maxLength: 6 }),
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: REUSE_GRACE_MS }),
    fc.integer({ min: 0, max: 4 * DAY_MS }),
  ),
})

test('honest tabs never lose their visitor, whatever the network loses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(burst, { minLength: 1, maxLength: 6 }),
      async (scheduler, bursts) => {
        const { clock, reused, storage, sessions } = await createVisitor(scheduler)
        let late: string[] = []

        for (const { tabs, waitMs } of bursts) {
          const read = storage.token
          // Late requests of the last burst arrive now, together with the new ones.
          const calls = [
            ...late.map((token) => ({ token, isDelivered: false })),
            ...tabs
              .filter((tab) => tab === 'answered' || tab === 'answer lost')
              .map((tab) => ({ token: read, isDelivered: tab === 'answered' })),
          ].map(async ({ token, isDelivered }) => {
            const session = await sessions.refresh('default', token)
            if (isDelivered) storage.token = session.token
            return session.userId
          })
          const users = await scheduler.waitFor(Promise.all(calls))
          expect(users.every((user) => user === 'ada')).toBe(true)
          late = tabs.filter((tab) => tab === 'request late').map(() => read)
          // No request is pending for longer than the grace.
          clock.ms += late.length > 0 ? Math.min(waitMs, REUSE_GRACE_MS) : waitMs
        }

        expect(reused).toEqual([])
        const end = scheduler.waitFor(sessions.refresh('default', storage.token))
        expect((await end).userId).toBe('ada')
      },
    ),
    { numRuns: RUNS },
  )
})

test('an old copy in strange hands ends the session, whatever was done before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 3, max: 8 }),
      fc.integer({ min: REUSE_GRACE_MS + 1, max: DAY_MS }),
      async (before, since, waitMs) => {
        const { clock, reused, storage, sessions } = await createVisitor()
        const use = async () => {
          storage.token = (await sessions.refresh('default', storage.token)).token
          clock.ms += waitMs
        }
        for (let index = 0; index < before; index++) await use()
        const copy = storage.token
        for (let index = 0; index < since; index++) await use()

        await expect(sessions.refresh('default', copy)).rejects.toMatchObject({
          data: { reason: 'token_reused' },
        })
        await expect(sessions.refresh('default', storage.token)).rejects.toMatchObject({
          code: 'auth_failed',
        })
        expect(reused).toHaveLength(1)
      },
    ),
    { numRuns: RUNS / 10 },
  )
})

test('a thief who goes on with the live token is found out when the owner comes back', async () => {
  const { clock, reused, storage, sessions } = await createVisitor()
  const use = async (token: string) => {
    clock.ms += REUSE_GRACE_MS + 1
    return (await sessions.refresh('default', token)).token
  }
  const stolen = await use(await use(storage.token))
  const ahead = await use(await use(await use(stolen)))

  await expect(use(stolen)).rejects.toMatchObject({ data: { reason: 'token_reused' } })

  await expect(use(ahead)).rejects.toMatchObject({ code: 'auth_failed' })
  expect(reused).toHaveLength(1)
})

test(`${PAIRS} pairs of tabs at once keep ${PAIRS} visitors (R23)`, async () => {
  const { sessions, reused } = await createVisitor()
  const visitors = await Promise.all(
    Array.from({ length: PAIRS }, async (_, index) => {
      const { token } = await sessions.start('default', `user_${index}`)
      const answers = await Promise.all([token, token].map((t) => sessions.refresh('default', t)))
      return { user: `user_${index}`, answers }
    }),
  )

  expect(
    visitors.every(({ user, answers }) => answers.every(({ userId }) => userId === user)),
  ).toBe(true)
  expect(visitors.every(({ answers }) => answers[0]?.token === answers[1]?.token)).toBe(true)
  expect(reused).toEqual([])
})

test('an answer lost on every single use is given again until it arrives (R24)', async () => {
  const { clock, storage, sessions } = await createVisitor()

  for (let use = 0; use < 80; use++) {
    await sessions.refresh('default', storage.token)
    clock.ms += REUSE_GRACE_MS + 1
    await sessions.refresh('default', storage.token)
    clock.ms += SESSION_IDLE_MS / 60
    storage.token = (await sessions.refresh('default', storage.token)).token
    clock.ms += SESSION_IDLE_MS / 60
  }

  expect((await sessions.refresh('default', storage.token)).userId).toBe('ada')
})
