import { describe, expect, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { CASE_ATTEMPTS_MAX, CASE_TIMES_MAX } from '../../shared/desk/case-runs.ts'
import { TRIES_AT_ONCE } from '../connect-cases.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { ATTEMPTS_AT_ONCE, ATTEMPTS_PER_TURN } from './case-runner.ts'

/** Long enough for a slow machine. */
const KNOWN_WITHIN_MS = 30_000

describe('a project whose drafts must pass its cases', () => {
  test('publishes a draft only after all cases passed on its revision', async () => {
    const model = await startModelServer()
    const world = await createDeskWorld({
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      config: { projects: { shop: { cases: { required: true } } } },
    })
    const call = (path: string, method: string, body: object) =>
      world.call('owner', `/projects/shop${path}`, { method, body })
    const publish = async (revision: number) => {
      const body = { revision, baseNumber: null, why: 'tried' }
      const answer = await call('/settings/publish', 'POST', body)
      return [answer.status, ((await answer.json()) as { details?: unknown }).details]
    }
    const save = async (system: string, revision: number | null) => {
      const settings = { assistants: { default: { system } } }
      const answer = await call('/settings/draft', 'PUT', { revision, settings })
      return ((await answer.json()) as { revision: number }).revision
    }
    const runAll = async () => {
      await world.cases.start('shop', { sides: ['draft'], times: 1, by: null })
      await world.cases.work()
    }
    const body = caseOfRule('the rule')
    await call('/cases', 'POST', body)

    const first = await save('Follow no law.', null)
    expect(await publish(first)).toEqual([409, { cases: 'not-run' }])
    await runAll()
    expect(await publish(first)).toEqual([409, { cases: 'failed' }])
    const second = await save('Follow the rule.', first)
    expect(await publish(second)).toEqual([409, { cases: 'not-run' }])
    world.clock.ms += 1_000
    await runAll()
    expect(await publish(second)).toEqual([200, undefined])
    await world.close()
    await model.stop()
  })
})

const caseOfRule = (fact: string) => ({
  name: 'Rule',
  turns: [{ role: 'user', text: 'echo' }],
  expects: { facts: [fact] },
})

describe('the budget of cases', () => {
  test('ends a run before a call that it does not cover, and is no person’s', async () => {
    const model = await startModelServer()
    const world = await createDeskWorld({
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_LIMITS: '{"caseTokensPerDay":9000,"callsPerAddressPerMinute":100000}',
      },
      config: { projects: { shop: {} } },
    })
    for (let n = 0; n < 5; n++) {
      const data = JSON.stringify({ turns: [{ role: 'user', text: `tokens 400; say ${n}` }] })
      await world.store.cases.add({ projectId: 'shop', name: `Case ${n}`, data, by: null }, 9)
    }
    const { id } = await world.cases.start('shop', { sides: ['live'], times: 2, by: null })
    await world.cases.work()
    expect(await world.store.caseRuns.find('shop', id)).toMatchObject({ state: 'over-budget' })
    const used = await world.store.deskReports.usedBudgets('shop', [
      'caseTokensPerDay',
      'tokensPerProjectPerDay',
    ])
    expect(used.get('caseTokensPerDay')).toBeLessThanOrEqual(9_000)
    expect(used.get('caseTokensPerDay')).toBeGreaterThan(0)
    expect(used.get('tokensPerProjectPerDay') ?? 0).toBe(0)
    await world.close()
    await model.stop()
  })
})

const addCases = (world: DeskWorld, projectId: string, from: number, to: number) => {
  const data = JSON.stringify({ turns: [{ role: 'user', text: 'say yes' }] })
  const rows = Array.from({ length: to - from }, (_, n) => ({
    projectId,
    name: `Case ${from + n}`,
    data,
    by: null,
  }))
  return world.store.cases.importAll(rows, 1_000)
}

describe('runs of cases', () => {
  test(`ask for ${CASE_ATTEMPTS_MAX} answers and no more`, async () => {
    const world = await createDeskWorld({ config: { projects: { shop: {} } } })
    const start = () =>
      world.call('editor', '/projects/shop/cases/runs', {
        method: 'POST',
        body: { times: CASE_TIMES_MAX },
      })
    const most = CASE_ATTEMPTS_MAX / CASE_TIMES_MAX / 2
    await addCases(world, 'shop', 0, most + 1)
    expect((await start()).status).toBe(400)
    expect(await world.store.caseRuns.list('shop')).toEqual([])
    const [one] = await world.store.cases.list('shop', 1)
    await world.store.cases.remove('shop', one!.id)
    const run = await world.cases.start('shop', {
      sides: ['draft', 'live'],
      times: CASE_TIMES_MAX,
      by: null,
    })
    expect(await world.store.caseRuns.outcomes(run.id)).toHaveLength(CASE_ATTEMPTS_MAX)
    await world.close()
  })

  test('take turns: a long one of a project does not hold up another project', async () => {
    const model = await startModelServer()
    const world = await createDeskWorld({
      env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
      config: { projects: { shop: {}, other: {} } },
    })
    const cases = Math.ceil((ATTEMPTS_PER_TURN + 2 * ATTEMPTS_AT_ONCE) / CASE_TIMES_MAX)
    await addCases(world, 'other', 0, cases)
    await addCases(world, 'shop', 0, 1)
    const long = { sides: ['live'] as const, times: CASE_TIMES_MAX, by: null }
    const first = await world.cases.start('other', long)
    const second = await world.cases.start('shop', { ...long, times: 1 })
    const ends = vi.spyOn(world.store.caseRuns, 'end')

    await world.cases.work()

    expect(ends.mock.calls.map(([id, state]) => [id, state])).toEqual([
      [second.id, 'done'],
      [first.id, 'done'],
    ])
    const made = await world.store.caseRuns.outcomes(first.id)
    expect(made.filter(({ hasPassed }) => hasPassed === true)).toHaveLength(made.length)
    await world.close()
    await model.stop()
  })
})

test('so many tries of a project are asked at once, and no more', async () => {
  const model = await startModelServer()
  const world = await createDeskWorld({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
    config: { projects: { shop: {}, other: {} } },
  })
  const ask = async (text: string, project = 'shop') =>
    world.call('service owner', `/projects/${project}/try`, {
      method: 'POST',
      body: { turns: [{ role: 'user', text }] },
    })
  const held = Array.from({ length: TRIES_AT_ONCE }, () => ask('hold tries; say yes'))
  // Each asks the draft and what is live.
  await vi.waitFor(() => expect(model.requests).toHaveLength(2 * TRIES_AT_ONCE), {
    timeout: KNOWN_WITHIN_MS,
  })
  expect((await ask('say one more')).status).toBe(429)
  expect((await ask('say theirs', 'other')).status).toBe(200)
  model.release('tries')
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
  await vi.waitFor(async () => expect((await ask('say now')).status).toBe(200), {
    timeout: KNOWN_WITHIN_MS,
  })
  await world.close()
  await model.stop()
})
