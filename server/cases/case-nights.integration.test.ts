import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { CaseRunResults } from '../../shared/desk/case-runs.ts'
import {
  createScriptedJudge,
  createScriptedLanguageModel,
} from '../models/testing/scripted-language-model.ts'
import { createDeskWorld, type DeskCall, type DeskWorld } from '../testing/create-desk-world.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { addHook, createTestSender, startReceiver } from '../testing/notice-world.ts'
import { createCaseBudget } from './case-budget.ts'
import { NOTICE_CASES_LISTED } from './case-nights.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const JUDGE_BUDGET = 5_000
const NIGHT = Date.parse('2026-11-22T03:00:00.000Z')

describe.each(ENGINES)('nightly runs of cases on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  /** Another server of the same database, where there can be one. */
  let second: Pick<TestApp, 'cases' | 'clock' | 'close'>
  let said = ''
  const answering = createScriptedLanguageModel(() => said)
  const options = {
    env: {
      ALCOVE_LIMITS: `{"callsPerAddressPerMinute":100000,"judgeTokensPerDay":${JUDGE_BUDGET}}`,
    },
    config: {
      projects: {
        shop: {
          assistants: { default: { model: answering } },
          cases: { nightly: true },
        },
        other: {
          assistants: { default: { model: answering } },
          cases: { nightly: 5, judge: createScriptedJudge(['month']) },
        },
      },
    },
  }
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createDeskWorld({ place, ...options })
    second = engine === 'postgres' ? await createTestApp({ place, ...options }) : world
  })
  afterAll(async () => {
    if (second !== world) await second?.close()
    await world?.close()
    await place?.remove()
  })
  let night = NIGHT
  beforeEach(async () => {
    for (const project of ['shop', 'other', 'default']) {
      for (const { id } of await world.store.cases.list(project, 1_000)) {
        await world.store.cases.remove(project, id)
      }
      for (const { id } of await world.store.notices.hooks.list(project)) {
        await world.store.notices.hooks.remove(project, id)
      }
    }
    said = 'Within 30 days.'
    night += 10 * DAY_MS
    at(night)
  })

  const at = (ms: number) => {
    world.clock.ms = ms
    second.clock.ms = ms
  }
  const add = (name: string, expects: object, projectId = 'shop') => {
    const data = JSON.stringify({
      turns: [{ role: 'user', text: 'How long?' }],
      expects,
    })
    return world.store.cases.add({ projectId, name, data, by: null }, 1_000)
  }
  /** Cases are older than the night that asks them. */
  const addBefore = async (...named: [name: string, expects: object][]) => {
    at(night - HOUR_MS)
    for (const [name, expects] of named) await add(name, expects)
    at(night)
  }
  const ask = async (ms: number) => {
    at(ms)
    const count = await world.cases.startDue()
    await world.cases.work()
    return count
  }
  const nights = async () =>
    (await world.store.caseRuns.list('shop')).filter(
      ({ nightlyDay }) => nightlyDay !== null && nightlyDay >= dayOf(night),
    )
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, '2026-11-22'.length)
  async function listen(projectId = 'shop') {
    const receiver = await startReceiver()
    await addHook(world.store, projectId, receiver.url, ['cases.changed'])
    const read = async () => {
      await createTestSender(world.store).sendDue()
      return receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    }
    return read
  }

  test('run at their hour on the published settings, once a day, also for a server that comes later', async () => {
    await addBefore(['A', { facts: ['30 days'] }])
    await add('B', {}, 'default')
    expect(await ask(night - 1)).toBe(0)
    expect(await ask(night)).toBe(1)
    expect(await ask(night)).toBe(0)
    at(night + 20 * HOUR_MS)
    expect(await second.cases.startDue()).toBe(0)
    expect(await nights()).toMatchObject([
      { state: 'done', sides: ['live'], by: null, isWhole: true, nightlyDay: dayOf(night) },
    ])
    expect(await world.store.caseRuns.list('default')).toEqual([])
    // A server that stood still at the hour.
    expect(await ask(night + DAY_MS + 20 * HOUR_MS)).toBe(1)
    const [newest] = await nights()
    const answer = await call(`/projects/shop/cases/runs/${newest!.id}`)
    const { run } = (await answer.json()) as CaseRunResults
    expect(run).toMatchObject({ isNightly: true, attempted: 1 })
  })

  test('a case that passed the night before and fails now is told, once', async () => {
    await addBefore(
      ['A', { facts: ['30 days'] }],
      ['B', { facts: ['within'] }],
      ['C', { facts: ['never'] }],
    )
    const told = await listen()
    await ask(night)
    await ask(night + DAY_MS)
    expect(await told()).toEqual([])

    said = 'Within two weeks.'
    await ask(night + 2 * DAY_MS)
    const [run] = await nights()
    expect(await told()).toMatchObject([
      {
        type: 'cases.changed',
        data: { project: 'shop', run: run!.id, version: null, failed: 1, cases: [{ name: 'A' }] },
      },
    ])
    // A case that failed the night before too is known.
    await ask(night + 3 * DAY_MS)
    expect(await told()).toHaveLength(1)
  })

  test('servers that look at once start one run and tell it once', async () => {
    await addBefore(['A', { facts: ['30 days'] }])
    const told = await listen()
    await ask(night)
    said = 'Never.'
    at(night + DAY_MS)
    const servers = [world, second, world, second]
    const started = await Promise.all(servers.map(({ cases }) => cases.startDue()))
    expect(started.reduce((sum, count) => sum + count)).toBe(1)
    await Promise.all(servers.map(({ cases }) => cases.work()))
    expect(await nights()).toHaveLength(2)
    expect(await told()).toHaveLength(1)
  })

  test('what a changed case or another version explains is not told', async () => {
    await addBefore(['A', { facts: ['30 days'] }], ['B', { facts: ['30 days'] }])
    const told = await listen()
    await ask(night)
    const [first] = await world.store.cases.list('shop', 10)
    at(night + HOUR_MS)
    await world.store.cases.change(first!.id, { ...first!, projectId: 'shop', by: null })
    said = 'Never.'
    await ask(night + DAY_MS)
    expect(await told()).toMatchObject([{ data: { failed: 1, cases: [{ name: 'B' }] } }])

    said = 'Within 30 days.'
    await ask(night + 2 * DAY_MS)
    await publish('Our shop')
    said = 'Never.'
    await ask(night + 3 * DAY_MS)
    expect(await told()).toHaveLength(1)
    // The same version the night after.
    said = 'Within 30 days.'
    await ask(night + 4 * DAY_MS)
    said = 'Never.'
    await ask(night + 5 * DAY_MS)
    expect((await told()).slice(1)).toMatchObject([{ data: { failed: 2, version: 1 } }])
  })

  test('a case that nobody could judge is no change', async () => {
    at(night)
    await add('A', { facts: ['30 days'] }, 'other')
    const told = await listen('other')
    said = 'A month.'
    await ask(night + 2 * HOUR_MS)
    at(night + DAY_MS)
    const budget = createCaseBudget('judging', {
      tableOf: world.projects.limitsOf,
      ledger: world.store.budgets,
    })
    await budget.reserve('other', { calls: 1, tokens: JUDGE_BUDGET })
    await ask(night + DAY_MS + 2 * HOUR_MS)
    const [run] = await world.store.caseRuns.list('other')
    const [attempt] = await world.store.caseRuns.attempts(run!.id)
    expect(attempt).toMatchObject({ hasPassed: false, data: expect.stringContaining('Not judged') })
    expect(await told()).toEqual([])

    await ask(night + 2 * DAY_MS + 2 * HOUR_MS)
    said = 'A year.'
    await ask(night + 3 * DAY_MS + 2 * HOUR_MS)
    expect(await told()).toMatchObject([{ data: { project: 'other', failed: 1 } }])
  })

  test('a notice of many cases with long names has its size', async () => {
    const names = Array.from({ length: NOTICE_CASES_LISTED + 1 }, (_, n) =>
      `${n}`.padStart(120, '語'),
    )
    await addBefore(...names.map((name): [string, object] => [name, { maxCharacters: 20 }]))
    const told = await listen()
    await ask(night)
    said = 'Never, as far as I know.'
    await ask(night + DAY_MS)
    const [notice] = await told()
    const data = notice!['data'] as { failed: number; cases: { name: string }[] }
    expect(data.failed).toBe(NOTICE_CASES_LISTED + 1)
    expect(data.cases.map(({ name }) => name)).toEqual(
      names.toSorted().slice(0, NOTICE_CASES_LISTED),
    )
  })

  /** Calls the desk as an owner who signed in just now. */
  const call = async (path: string, request?: DeskCall) =>
    world.send(await world.signIn(world.idOf('owner')), path, request)

  async function publish(name: string) {
    const settings = { look: { name } }
    const body = { revision: null, settings }
    const draft = await call('/projects/shop/settings/draft', { method: 'PUT', body })
    const { revision } = (await draft.json()) as { revision: number }
    const answer = await call('/projects/shop/settings/publish', {
      method: 'POST',
      body: { revision, baseNumber: null, why: 'tried' },
    })
    expect(answer.status).toBe(200)
  }
})
