import { expect, onTestFinished, test } from 'vitest'
import { AMOUNT_DEFAULTS, BUDGET_DEFAULTS, RATE_DEFAULTS } from './limits/limit-table.ts'
import { createScriptedModel, sayText } from './models/testing/scripted-model.ts'
import { createTestApp } from './testing/create-test-app.ts'
import { createVisitorCalls } from './testing/create-visitor-calls.ts'
import { playFarm } from './testing/play-farm.ts'
import { assistantsWith } from './testing/test-assistants.ts'

/** Long enough to use up the new visitors of an hour, of which more become available meanwhile. */
const HOURS = 2
/** Enough to reach every other share. */
const NAMES = 4

/** Limits of addresses, so high that they are not reached. */
const NO_SHARES = {
  addressSharePercent: 100,
  historyBytes: 1_048_576,
  ...Object.fromEntries(
    [
      ...Object.keys(RATE_DEFAULTS),
      ...Object.keys(BUDGET_DEFAULTS),
      ...Object.keys(AMOUNT_DEFAULTS),
    ]
      .filter((name) => /^anonymous.*PerAddressPerDay$/.test(name))
      .map((name) => [name, 1e12]),
  ),
}

test('a farm behind one address is refused beyond its share, and everybody else is served', async () => {
  const { farm, refusals, served, farmTokens, alarms } = await playFarm({
    hours: HOURS,
    names: NAMES,
  })

  expect(refusals).toEqual([])
  expect(served).toBeGreaterThan(40)
  expect(farm.mint.passed).toBeLessThanOrEqual(300)
  expect(farm.mint.refused).toBeGreaterThan(0)
  expect(farm.upload.passed).toBeLessThanOrEqual(66)
  expect(farm.upload.refused).toBeGreaterThan(0)
  expect(farm.events.refused).toBeGreaterThan(0)
  expect(farm.answer.refused).toBeGreaterThan(0)
  // A tenth of three quarters of the project's tokens, and the running answers.
  expect(farmTokens).toBeLessThan(7_500_000 + 200_000)
  const told = new Set(alarms.map((line) => (JSON.parse(line) as { limit: string }).limit))
  expect([...told].toSorted()).toEqual([
    'anonymousEventsPerAddressPerDay',
    'anonymousPerAddressPerHour',
    'anonymousPerAddressPerMinute',
    'anonymousTokensPerAddressPerDay',
    'anonymousUploadBytesPerAddressPerDay',
  ])
})

test('without shares the same farm uses up what visitors have in common', async () => {
  const { refusals } = await playFarm({ hours: HOURS, names: NAMES, limits: NO_SHARES })

  expect(refusals.length).toBeGreaterThan(0)
  // The last quarter is kept for named users all the same.
  expect(refusals.filter((refusal) => refusal.startsWith('named'))).toEqual([])
})

test('an office of 50 visitors behind one address chats at defaults, each with a file of 5 MB', async () => {
  const model = createScriptedModel(() => sayText('Hello.'))
  const world = await createTestApp({
    env: { ALCOVE_LIMITS: '{}', ALCOVE_TRUSTED_PROXIES: '1' },
    assistants: assistantsWith(model),
  })
  onTestFinished(() => world.close())
  const { mint, ask, upload } = createVisitorCalls(world)
  const statuses: number[] = []
  const file = new Uint8Array(5_000_000).fill(120)
  for (let n = 0; n < 50; n++) {
    const { person, status } = await mint(`office-${n}`, '203.0.113.7')
    statuses.push(status, (await upload(person, file)).status, (await ask(person)).status)
    // A visitor each two seconds: 30 come in a minute.
    world.clock.ms += 2_000
  }

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses).toHaveLength(150)
})
