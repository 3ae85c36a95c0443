import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { CaseRunResults, Tried } from '../../shared/desk/case-runs.ts'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import {
  createScriptedJudge,
  createScriptedLanguageModel,
} from '../models/testing/scripted-language-model.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createCaseBudget } from './case-budget.ts'

/** Tokens of each direction that the judge reports for a call. */
const JUDGE_TOKENS = 400
/** Covers what one call reserves, but not beside one that was made. */
const BUDGET = 3_000

describe.each(ENGINES)('the judging model on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  const judge = createScriptedJudge(['month'], JUDGE_TOKENS)
  const answering = createScriptedLanguageModel(() => 'You have a month for it.')
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createDeskWorld({
      place,
      env: {
        ALCOVE_LIMITS: `{"callsPerAddressPerMinute":100000,"judgeTokensPerDay":${BUDGET}}`,
      },
      config: {
        projects: {
          shop: { assistants: { default: { model: answering } }, cases: { judge } },
          other: { assistants: { default: { model: answering } } },
        },
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await place?.remove()
  })

  async function run(project: string, facts: readonly string[]) {
    const { store, cases } = world
    for (const { id } of await store.cases.list(project, 10)) await store.cases.remove(project, id)
    const data = JSON.stringify({
      turns: [{ role: 'user', text: 'How long?' }],
      expects: { facts },
    })
    const { id: caseId } = await store.cases.add(
      { projectId: project, name: 'A', data, by: null },
      1,
    )
    const { id } = await cases.start(project, { sides: ['live'], times: 1, by: null })
    await cases.work()
    const path = `/projects/${project}/cases/runs/${id}`
    const caller = 'service owner'
    const results = (await (await world.call(caller, path)).json()) as CaseRunResults
    const answers = (await (await world.call(caller, `${path}/cases/${caseId}`)).json()) as Tried
    return { run: results.run, attempt: answers.attempts[0]! }
  }
  const used = async () =>
    (await world.store.deskReports.usedBudgets('shop', ['judgeTokensPerDay'])).get(
      'judgeTokensPerDay',
    ) ?? 0

  test('a fact that rules find is asked of no model, and a project without a judge has none', async () => {
    const found = await run('shop', ['a month'])
    expect(found.attempt).toMatchObject({ hasPassed: true })
    expect(found.run.judging).toBeUndefined()
    const without = await run('other', ['30 days'])
    expect(without.attempt).toMatchObject({ hasPassed: false, checks: [{ note: null }] })
    expect(judge.prompts).toEqual([])
    expect(await used()).toBe(0)
  })

  test('judges within its own budget, apart from the figures of the answer; without a rest a case does not pass', async () => {
    const before = await run('other', ['30 days'])
    const { run: ended, attempt } = await run('shop', ['30 days', 'four weeks'])

    expect(attempt.hasPassed).toBe(false)
    expect(attempt.checks).toMatchObject([
      { expected: '30 days', isMet: true, judge: 'model' },
      { expected: 'four weeks', isMet: false, judge: 'nobody' },
    ])
    expect(attempt.checks[0]!.note).toMatch(/^Judged by scripted.*judge: It says so\.$/)
    expect(attempt.checks[1]!.note).toMatch(/^Not judged: .*judgeTokensPerDay/)
    expect(judge.prompts).toHaveLength(1)
    // The run goes on to its end.
    const judging = { calls: 1, inputTokens: JUDGE_TOKENS, outputTokens: JUDGE_TOKENS }
    expect(ended).toMatchObject({ state: 'done', judging })
    expect(ended.bySide[0]!.inputTokens).toBe(before.run.bySide[0]!.inputTokens)
    expect(await used()).toBe(2 * JUDGE_TOKENS)
  })

  test('the last token of a budget is given, and none more', async () => {
    const max = 5_000
    const budgets = { ...LIMIT_DEFAULTS.budgets, judgeTokensPerDay: max }
    const budget = createCaseBudget('judging', {
      tableOf: () => ({ ...LIMIT_DEFAULTS, budgets }),
      ledger: world.store.budgets,
    })
    const reserve = (tokens: number) => budget.reserve('third', { calls: 1, tokens })
    await expect(reserve(max + 1)).rejects.toMatchObject({ code: 'budget_exhausted' })
    const all = await reserve(max)
    await expect(reserve(1)).rejects.toThrow('judgeTokensPerDay')
    await all.settle({ calls: 1, tokens: max - 1 })
    expect((await reserve(1)).tokens).toBe(1)
    await expect(reserve(1)).rejects.toMatchObject({ code: 'budget_exhausted' })
  })
})
