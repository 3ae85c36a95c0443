import { describe, expect, test } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createDeskWorld } from '../testing/create-desk-world.ts'

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
