import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from '../shared/json.ts'
import { BUDGET_DEFAULTS } from './limits/limit-table.ts'
import { sayText, createScriptedModel } from './models/testing/scripted-model.ts'
import {
  createTestApp,
  jsonCall,
  type TestApp,
  type TestAppOptions,
} from './testing/create-test-app.ts'
import { assistantsWith } from './testing/test-assistants.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const DAY_MS = 86_400_000
/** The small run sets a tenth of the default. */
const FARM_MAX = IS_LONG ? 1_000 : 100
/** Rounds of the farm in a day. */
const FARM_ROUNDS = IS_LONG ? 115 : 12
const FARM_CALLS = 7
const OFFICE_QUESTIONS = IS_LONG ? 10 : 2
const count = (calls: number): string => calls.toLocaleString('en')
const WAIT_MS = 240_000

let world: TestApp
afterEach(() => world.close())

/** A service with default limits behind one proxy, and a model that counts its calls. */
async function openWorld(limits: object = {}, more: TestAppOptions = {}, usage?: JsonObject) {
  const model = createScriptedModel(() => sayText('Hello.', usage))
  world = await createTestApp({
    ...more,
    env: { ALCOVE_LIMITS: JSON.stringify(limits), ALCOVE_TRUSTED_PROXIES: '1', ...more.env },
    assistants: assistantsWith(model),
  })
  // A day begins.
  world.clock.ms = Date.parse('2026-11-22T00:00:00.000Z')
  let sent = 0

  async function visit(address: string) {
    const init = { method: 'POST', headers: { 'X-Forwarded-For': address } }
    const minted = await world.request('/v1/auth/tokens/anonymous', init)
    const { access_token: token } = (await minted.json()) as { access_token: string }
    return { address, authorization: `Bearer ${token}` }
  }
  /** Asks one question in a new conversation, to the end of its answer. */
  async function ask(
    { address, authorization }: Awaited<ReturnType<typeof visit>>,
    text = 'Hello?',
  ) {
    sent += 1
    const message = { id: `m${sent}`, role: 'user', parts: [{ type: 'text', text }] }
    const body = { id: `t${sent}`, trigger: 'submit-message', messages: [message] }
    const call = jsonCall(body, authorization)
    const response = await world.request('/v1/chat', {
      ...call,
      headers: { ...call.headers, 'X-Forwarded-For': address, 'Alcove-Stream': '1' },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { model, visit, ask }
}

/** A user whom the host names, behind the farm's address. */
async function signInAda() {
  const scope = { projectId: 'default', workspaceId: 'ada', userId: 'ada' }
  const { authorization } = await world.signIn({ ...scope, kind: 'host' })
  return { address: '203.0.113.7', authorization }
}

test(
  `a farm gets at most ${count(FARM_MAX)} model calls a day from one address, and a network of it no more`,
  async () => {
    const limits = IS_LONG ? {} : { anonymousModelCallsPerAddressPerDay: FARM_MAX }
    expect(BUDGET_DEFAULTS.anonymousModelCallsPerAddressPerDay).toBe(1_000)
    const usage = { inputTokens: 900, outputTokens: 100 }
    const { model, visit, ask } = await openWorld(limits, {}, usage)
    const statuses = new Set<number>()
    async function farm(addressOf: (round: number) => string, rounds: number) {
      for (let round = 0; round < rounds; round++) {
        const visitor = await visit(addressOf(round))
        for (let n = 0; n < FARM_CALLS; n++) statuses.add((await ask(visitor)).status)
        world.clock.ms += DAY_MS / FARM_ROUNDS - 1_000
      }
    }

    await farm((round) => `2001:db8:0:1::${round.toString(16)}`, FARM_ROUNDS)

    expect(model.requests).toHaveLength(FARM_MAX)
    expect(statuses).toEqual(new Set([200, 429]))
    // Other users are not affected, and a new day has a new budget.
    expect((await ask(await visit('2001:db8:0:2::1'))).status).toBe(200)
    world.clock.ms += DAY_MS / 2
    expect((await ask(await visit('2001:db8:0:1::1'))).status).toBe(200)
  },
  WAIT_MS,
)

test(
  `an office of 50 visitors behind one address asks ${OFFICE_QUESTIONS} questions each, and all are answered`,
  async () => {
    const { visit, ask } = await openWorld()
    const refused: string[] = []
    const visitors = []
    for (let n = 0; n < 50; n++) {
      visitors.push(await visit('203.0.113.7'))
      world.clock.ms += 2_100
    }

    for (let round = 0; round < OFFICE_QUESTIONS; round++) {
      for (const visitor of visitors) {
        const { status, text } = await ask(visitor)
        if (status !== 200) refused.push(text)
      }
      world.clock.ms += 15_000
    }

    expect(refused).toEqual([])
  },
  WAIT_MS,
)

test('a budget that is used up refuses with its own code until the day ends, and saves nothing', async () => {
  const { ask } = await openWorld({ modelCallsPerProjectPerDay: 2 })
  world.clock.ms += DAY_MS - 90_000
  const ada = await signInAda()
  const first = await ask(ada)
  const second = await ask(ada)

  const third = await ask(ada)
  await ask(ada)

  expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
  expect(JSON.parse(third.text)).toEqual({
    error: 'budget_exhausted',
    message: 'No more answers can be given today. Try again after midnight UTC.',
    details: { retryAfter: 90 },
  })
  expect(third.headers.get('Retry-After')).toBe('90')
  const list = await world.request('/v1/threads', {
    headers: { Authorization: ada.authorization },
  })
  expect(((await list.json()) as { threads: unknown[] }).threads).toHaveLength(2)
  const told = world.lines.filter((text) => text.includes('a budget of the day is used up'))
  expect(told).toHaveLength(1)
  expect(JSON.parse(told[0]!)).toMatchObject({
    level: 'warn',
    projectId: 'default',
    budget: 'modelCallsPerProjectPerDay',
    forWhom: 'everybody',
  })
  expect(told[0]).not.toContain('203.0.113.7')
})

test('visitors leave a quarter of a budget to named users, and an address takes its share of the rest', async () => {
  const { model, ask, visit } = await openWorld({
    modelCallsPerProjectPerDay: 20,
    addressSharePercent: 50,
  })
  /** Asks until it is refused. Returns the number of model calls, titles included. */
  async function useUp(visitor: Awaited<ReturnType<typeof visit>>) {
    const before = model.requests.length
    let status = 200
    for (let n = 0; n < 9 && status === 200; n++) status = (await ask(visitor)).status
    expect(status).toBe(429)
    return model.requests.length - before
  }

  // Three quarters of 20 calls are 15, and half of them 7.
  expect(await useUp(await visit('203.0.113.7'))).toBe(7)
  expect(await useUp(await visit('203.0.113.8'))).toBe(7)
  expect(await useUp(await visit('203.0.113.9'))).toBe(1)
  expect(await useUp(await signInAda())).toBe(5)
  const told = world.lines
    .filter((text) => /share|a budget/.test(text))
    .map((text) => JSON.parse(text))
  expect(told).toMatchObject([
    {
      limit: 'anonymousModelCallsPerAddressPerDay',
      addressKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
    { limit: 'anonymousModelCallsPerAddressPerDay' },
    { budget: 'modelCallsPerProjectPerDay', forWhom: 'visitors' },
    { budget: 'modelCallsPerProjectPerDay', forWhom: 'everybody' },
  ])
})

test('long histories take the tokens of an address, and of no other one', async () => {
  const { ask, visit } = await openWorld({ anonymousTokensPerAddressPerDay: 10_000 })
  const farm = await visit('203.0.113.7')
  expect((await ask(farm, 'x'.repeat(31_000))).status).toBe(200)
  expect((await ask(farm)).status).toBe(429)
  expect((await ask(await visit('203.0.113.8'))).status).toBe(200)
})

test('users whom the host names are counted for the project alone', async () => {
  const { model, visit, ask } = await openWorld({ anonymousModelCallsPerAddressPerDay: 1 })
  const ada = await signInAda()

  expect((await ask(await visit('203.0.113.7'))).status).toBe(200)
  expect((await ask(await visit('203.0.113.7'))).status).toBe(429)
  expect((await ask(ada)).status).toBe(200)
  expect((await ask(ada)).status).toBe(200)
  expect(model.requests.length).toBeGreaterThanOrEqual(3)
})

test('tokens count, for the assistant and for the project', async () => {
  const { ask, visit } = await openWorld({ tokensPerAssistantPerDay: 8_000 })
  const visitor = await visit('203.0.113.7')

  // The model reports no tokens, so the reserved ones stay counted.
  expect((await ask(visitor)).status).toBe(200)
  expect((await ask(visitor)).status).toBe(429)
})

test('where limits are off, nothing is counted', async () => {
  const { ask, visit } = await openWorld({}, { env: { ALCOVE_LIMITS: 'off' } })
  const visitor = await visit('203.0.113.7')
  expect((await ask(visitor)).status).toBe(200)
  const off = { calls: 1, tokens: 1 }
  const line = { name: 'modelCallsPerProjectPerDay', key: '', unit: 'calls', max: 1 } as const
  expect(await world.store.budgets.reserve('default', [line], off)).toMatchObject({ calls: 1 })
})
