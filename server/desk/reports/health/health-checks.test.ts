import { expect, test } from 'vitest'
import { createHealthChecks, HEALTH_LIFE_MS } from './health-checks.ts'

const good = { state: 'good', sentence: 'All is well.' } as const
const START = { now: () => 0, elapsed: () => 0 }

test('a check that hangs is unknown, and the others are told', async () => {
  const never = Promise.withResolvers<typeof good>().promise
  const check = createHealthChecks({
    ...START,
    limitMs: 10,
    checks: [
      { name: 'disk', look: () => never },
      { name: 'store', look: () => Promise.resolve(good) },
      { name: 'files', look: () => Promise.reject(new Error('secret')) },
    ],
  })

  expect(await check()).toMatchObject([
    { name: 'disk', state: 'unknown', sentence: 'There was no answer within 0.01 seconds.' },
    { name: 'store', state: 'good' },
    { name: 'files', state: 'bad', sentence: 'The check failed.' },
  ])
})

test('a look is shared until its life has ended', async () => {
  let looks = 0
  let elapsed = 0
  const look = () => {
    looks++
    return Promise.resolve(good)
  }
  const checks = [{ name: 'store', look }]
  const check = createHealthChecks({ ...START, elapsed: () => elapsed, checks })

  await Promise.all([check(), check()])
  elapsed = HEALTH_LIFE_MS - 1
  await check()
  expect(looks).toBe(1)
  elapsed = HEALTH_LIFE_MS
  await check()
  expect(looks).toBe(2)
})
