import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES } from '../../scripts/store-place.ts'
import { RESERVED_TOKENS } from '../limits/budgets.ts'
import {
  askCasesInProcess,
  connectTestCases,
  type CasesOrder,
  type CasesProcessOrder,
} from '../testing/case-process.ts'
import { addHook, createTestSender, startReceiver } from '../testing/notice-world.ts'
import { withStore } from '../testing/with-store.ts'
import { ATTEMPTS_AT_ONCE } from './case-runner.ts'

const PROCESS = new URL('../testing/case-process.ts', import.meta.url).href
const AT = Date.parse('2026-11-22T03:00:00.000Z')
const DAY_MS = 86_400_000
/** Cases that answer at once. */
const QUICK = 8
/** The others, more than are asked at once. */
const HELD = ATTEMPTS_AT_ONCE + 4
/** Longer than the lease of a dead process, on a slow machine too. */
const WITHIN_MS = 60_000

describe.each(ENGINES)('a run of cases on %s', (engine) => {
  let at = AT
  const { store, place } = withStore(engine, { now: () => new Date(at), lasts: 'test' })
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    model = await startModelServer()
  })
  afterAll(() => model.stop())

  const orderOf = (key: string, budget: number, system = 'Be short.'): CasesOrder => ({
    at,
    env: {
      ALCOVE_MODEL: `openai-compatible/${system === 'Be short.' ? 'old' : 'new'}`,
      OPENAI_BASE_URL: model.url,
      ALCOVE_LIMITS: JSON.stringify({ caseTokensPerDay: budget }),
    },
    config: {
      projects: {
        shop: { assistants: { default: { system } }, cases: { nightly: key === 'night' } },
      },
    },
  })
  async function addCases(key: string, facts: readonly string[] = []) {
    at = AT
    await store.projects.create({ id: 'shop', name: 'Shop' })
    for (let n = 0; n < QUICK + HELD; n++) {
      const said = `say ${key}-${n}-.`
      const text = n < QUICK ? said : `hold ${key}; ${said}; echo`
      const turns = [{ role: 'user', text }]
      const data = JSON.stringify({ turns, expects: { facts: n < QUICK ? [] : facts } })
      const name = String(n).padStart(3, '0')
      await store.cases.add({ projectId: 'shop', name, data, by: null }, 1_000)
    }
  }
  const callsOf = (key: string) =>
    model.requests.filter(({ body }) => JSON.stringify(body).includes(`${key}-`))
  const runs = () => store.caseRuns.list('shop')
  const made = async () =>
    (await store.caseRuns.attempts((await runs())[0]!.id)).filter(({ data }) => data !== null)
  const used = async () =>
    (await store.deskReports.usedBudgets('shop', ['caseTokensPerDay'])).get('caseTokensPerDay') ?? 0

  /** A process that dies once some cases are answered, and the most that may be asked wait for their answers. */
  async function die(key: string, order: CasesOrder) {
    const whole: CasesProcessOrder = {
      ...order,
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
    }
    const script = join(place.dataDir, 'ask.mjs')
    await mkdir(place.dataDir, { recursive: true })
    await writeFile(
      script,
      `import { askCasesInProcess } from ${JSON.stringify(PROCESS)}
      await ${askCasesInProcess.name}(${JSON.stringify(whole)})`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
    const held = () => callsOf(key).filter(({ state }) => state === 'open')
    await vi.waitFor(
      async () => {
        expect(await made()).toHaveLength(QUICK)
        expect(held()).toHaveLength(ATTEMPTS_AT_ONCE)
      },
      { timeout: WITHIN_MS },
    )
    child.kill('SIGKILL')
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    model.release(key)
  }
  /** Another process, once the dead one's lease has ended. */
  const goOn = async (order: CasesOrder) => {
    const cases = connectTestCases(store, order)
    await vi.waitFor(
      async () => {
        await cases.startDue()
        await cases.work()
        expect((await runs())[0]!.state).not.toBe('running')
      },
      { timeout: WITHIN_MS },
    )
    await cases.stop()
  }

  test('that is killed in the middle is ended by the next process, each attempt once', async () => {
    const budget = 1_000_000
    const order = orderOf('end', budget)
    await addCases('end')
    await connectTestCases(store, order).start('shop', { sides: ['live'], times: 1, by: null })
    await die('end', order)
    await goOn(order)

    expect(await runs()).toMatchObject([{ state: 'done' }])
    expect(await made()).toHaveLength(QUICK + HELD)
    const counts = Array.from(
      { length: QUICK + HELD },
      (_, n) =>
        callsOf('end').filter(({ body }) => JSON.stringify(body).includes(`end-${n}-`)).length,
    )
    // The process died while these waited: they are asked again, and no other.
    expect(counts.slice(0, QUICK)).toEqual(Array(QUICK).fill(1))
    expect(counts.slice(QUICK).filter((count) => count === 2)).toHaveLength(ATTEMPTS_AT_ONCE)
    expect(counts.slice(QUICK).filter((count) => count === 1)).toHaveLength(HELD - ATTEMPTS_AT_ONCE)
    // Reservations of the dead process stay counted.
    expect(await used()).toBeGreaterThan(ATTEMPTS_AT_ONCE * RESERVED_TOKENS)
    expect(await used()).toBeLessThanOrEqual(budget)
  })

  test('goes on within what the dead process has left of the budget', async () => {
    const budget = (ATTEMPTS_AT_ONCE + 1) * RESERVED_TOKENS
    const order = orderOf('rest', budget)
    await addCases('rest')
    await connectTestCases(store, order).start('shop', { sides: ['live'], times: 1, by: null })
    await die('rest', order)
    const before = callsOf('rest').length
    await goOn(order)
    expect(await runs()).toMatchObject([{ state: 'over-budget' }])
    expect(callsOf('rest')).toHaveLength(before)
    expect(await used()).toBeLessThanOrEqual(budget)
  })

  test('of a night that is killed is one run and one notice', async () => {
    const { url, received } = await startReceiver()
    await addCases('night', ['short'])
    await addHook(store, 'shop', url, ['cases.changed'])
    const cases = await store.cases.list('shop', 1_000)
    const first = await store.caseRuns.startNight(
      {
        projectId: 'shop',
        sides: ['live'],
        times: 1,
        by: null,
        isWhole: true,
        draftRevision: null,
        publishedNumber: null,
        attempts: cases.map(({ id }) => ({ caseId: id, side: 'live' })),
      },
      '2026-11-22',
    )
    const passed = { hasPassed: true, checks: [], model: 'openai-compatible/old' }
    const kept = { hasPassed: true, figures: '{}', data: JSON.stringify(passed) }
    for (const place of cases.keys()) await store.caseRuns.keep(first!.id, place, kept)
    await store.caseRuns.end(first!.id, 'done')
    at = AT + DAY_MS
    const order = orderOf('night', 1_000_000, 'Be kind.')
    await die('night', order)
    await goOn(order)
    await goOn(order)

    expect(await runs()).toMatchObject([{ state: 'done' }, { state: 'done' }])
    await createTestSender(store).sendDue()
    await createTestSender(store).sendDue()
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      {
        type: 'cases.changed',
        data: {
          failed: HELD,
          cases: expect.arrayContaining([
            { name: '008', before: 'openai-compatible/old', now: 'openai-compatible/new' },
          ]),
        },
      },
    ])
  })
})
