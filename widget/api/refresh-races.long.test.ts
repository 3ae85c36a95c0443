// @vitest-environment node
import { expect, test } from 'vitest'
import { AUTH_TIMEOUT_MS, createAnonymousAuth } from './anonymous-auth.ts'
import type { Auth } from './auth.ts'
import type { Fetch } from './call.ts'
import { createFakeStorage } from './fake-tokens.test-support.ts'
import type { Locks } from './locks.ts'
import { createRefreshRecord } from './refresh-record.ts'
import { createTokenServer, type TokenAnswer } from './token-server.test-support.ts'

const RACES = process.env['ALCOVE_TEST_LONG'] === '1' ? 10_000 : 60
const BASE = 'https://chat.example'
/** A token lives 15 minutes, after which all tabs want another one at once. */
const WAKES = 3
const WAKE_EVERY_MS = 15 * 60_000
const WAKE_SPREAD_MS = 15_000
const STEP_MS = 200
/** A call arrives before its refresh token is too old to count as a late one. */
const SEND_MAX_MS = 4_000
const ANSWER_MAX_MS = 20_000

/** Seeded random numbers from 0 up to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Time in steps. Due timers run in random order. */
function createTime(random: () => number) {
  let now = Date.parse('2026-11-21T00:00:00.000Z')
  let tasks: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    uptime: () => now,
    after(delayMs: number, run: () => void) {
      const task = { at: now + delayMs, run }
      tasks.push(task)
      return () => {
        tasks = tasks.filter((other) => other !== task)
      }
    },
    jump(ms: number) {
      now += ms
    },
    async step() {
      now += STEP_MS
      for (;;) {
        const due = tasks.filter(({ at }) => at <= now)
        const task = due[Math.floor(random() * due.length)]
        if (!task) break
        tasks = tasks.filter((other) => other !== task)
        task.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

type Time = ReturnType<typeof createTime>

/** The locks of a browser: a closed tab releases its locks. */
function createLocks() {
  let holder: symbol | null = null
  const queue: { tab: symbol; enter: () => void }[] = []
  function next() {
    const first = queue.shift()
    holder = first?.tab ?? null
    first?.enter()
  }
  const free = (tab: symbol) => {
    if (holder === tab) next()
  }
  return {
    free(tab: symbol) {
      for (const [index, waiting] of queue.entries())
        if (waiting.tab === tab) queue.splice(index, 1)
      free(tab)
    },
    of: (tab: symbol): Locks => ({
      request: (_name, { signal }, task) =>
        new Promise((resolve, reject) => {
          const waiting = {
            tab,
            enter: () =>
              void task()
                .then(resolve, reject)
                .finally(() => free(tab)),
          }
          signal.addEventListener('abort', () => {
            const index = queue.indexOf(waiting)
            if (index >= 0) queue.splice(index, 1)
            reject(signal.reason as Error)
          })
          queue.push(waiting)
          if (holder === null) next()
        }),
    }),
  }
}

interface Race {
  readonly random: () => number
  readonly time: Time
  readonly answer: (url: string, init: RequestInit) => TokenAnswer
}

/** A network that delays, loses and refuses calls at random. */
const createFetch =
  ({ random, time, answer }: Race, isGone: () => boolean): Fetch =>
  (url, init) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError('Failed to fetch'))
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      const luck = random()
      if (luck < 0.1) return void time.after(random() * SEND_MAX_MS, fail)
      time.after(random() * SEND_MAX_MS, () => {
        const given = luck < 0.2 ? BUSY : answer(url, init)
        // The service has done its work; the tab may never learn of it.
        if (luck > 0.85) return void time.after(random() * ANSWER_MAX_MS, fail)
        time.after(random() * ANSWER_MAX_MS, () => {
          if (!isGone()) resolve(toResponse(given))
        })
      })
    })

const BUSY: TokenAnswer = { status: 503, body: { error: 'unavailable', message: 'Busy.' } }

const toResponse = ({ status, body }: TokenAnswer) =>
  ({
    ok: status === 200,
    status,
    headers: new Headers(),
    json: async () => body,
    text: async () => JSON.stringify(body),
  }) as Response

async function race(seed: number, { hasLocks, isKnown }: { hasLocks: boolean; isKnown: boolean }) {
  const random = createRandom(seed)
  const time = createTime(random)
  const tokens = createTokenServer(time.now)
  function answer(url: string, { body }: RequestInit): TokenAnswer {
    if (url.endsWith('/anonymous')) return tokens.mint()
    const asked = JSON.parse(body as string) as { readonly refresh_token: string }
    return tokens.refresh(asked.refresh_token)
  }
  const storage = createFakeStorage()
  const openRecord = () => createRefreshRecord({ base: BASE, openStorage: () => storage })
  if (isKnown) {
    const { body } = tokens.mint()
    openRecord().write(
      (body as { refresh_token: { token: string; expires_at: string } }).refresh_token,
    )
  }
  const locks = createLocks()
  const given = new Set<number | undefined>()

  function openTab() {
    const tab = Symbol('tab')
    let isGone = false
    const auth = createAnonymousAuth({
      base: BASE,
      clock: time,
      fetch: createFetch({ random, time, answer }, () => isGone),
      record: openRecord(),
      locks: hasLocks ? locks.of(tab) : undefined,
    })
    return {
      auth,
      kill() {
        isGone = true
        locks.free(tab)
      },
      get isGone() {
        return isGone
      },
    }
  }

  async function want(auth: Auth): Promise<void> {
    const token = await auth.token({ mayMint: true }).catch(() => null)
    if (token !== null) given.add(tokens.userOf(token))
  }

  let tabs = Array.from({ length: 2 + Math.floor(random() * 7) }, openTab)
  for (let wake = 0; wake < WAKES; wake += 1) {
    for (const { auth } of tabs) time.after(random() * WAKE_SPREAD_MS, () => void want(auth))
    const victim = random() < 0.4 ? tabs[0] : undefined
    if (victim) time.after(random() * 8_000, victim.kill)
    for (let passed = 0; passed <= AUTH_TIMEOUT_MS + WAKE_SPREAD_MS; passed += STEP_MS)
      await time.step()
    tabs = tabs.map((tab) => (tab.isGone ? openTab() : tab))
    time.jump(WAKE_EVERY_MS)
  }
  return { users: given, minted: tokens.minted, revoked: tokens.revoked }
}

test(`${RACES} races of tabs for their tokens leave every visitor who they are (R23)`, async () => {
  let [lost, revoked, minted] = [0, 0, 0]
  for (let seed = 1; seed <= RACES; seed += 1) {
    const isKnown = seed % 3 !== 0
    const outcome = await race(seed, { hasLocks: seed % 2 === 0, isKnown })
    const isSomebody = isKnown ? outcome.minted > 1 : outcome.users.size > 1
    lost += isSomebody ? 1 : 0
    revoked += outcome.revoked
    minted += outcome.minted
  }

  console.log(`figure: ${RACES} refresh races, ${lost} lost identities, ${revoked} ended sessions`)
  expect({ lost, revoked }).toEqual({ lost: 0, revoked: 0 })
  expect(minted).toBeGreaterThan(0)
}, 600_000)

test('the races would show a lost identity', async () => {
  const random = createRandom(1)
  const time = createTime(random)
  const tokens = createTokenServer(time.now)
  const first = tokens.mint().body as { refresh_token: { token: string } }
  const { token } = first.refresh_token
  const second = tokens.refresh(token).body as { refresh_token: { token: string } }
  tokens.refresh(second.refresh_token.token)
  time.jump(10_001)

  expect(tokens.refresh(token).status).toBe(401)
  expect(tokens.revoked).toBe(1)
})
