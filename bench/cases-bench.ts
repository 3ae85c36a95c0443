import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { createStorePlace } from '../scripts/store-place.ts'
import type { CaseRun } from '../shared/desk/case-runs.ts'
import { createDeskWorld } from '../server/testing/create-desk-world.ts'

export interface CasesBenchOptions {
  readonly cases: number
  /** Time that the model takes for an answer. */
  readonly answerMs: number
  readonly print: (line: string) => void
}

export interface CasesFigures {
  readonly togetherMs: number
  readonly singlyMs: number
}

/** Asks cases in one run, and then each of them in a run of its own, of a model that takes its time. */
export async function runCasesBench(options: CasesBenchOptions): Promise<CasesFigures> {
  const { cases, answerMs, print } = options
  print(`\n${cases} cases, of a model that answers after ${answerMs} ms`)
  const model = await startModelServer()
  const place = await createStorePlace('sqlite', '')
  const world = await createDeskWorld({
    place,
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_LIMITS: '{"callsPerAddressPerMinute":1000000}',
    },
    config: { projects: { shop: {} } },
  })
  const call = async (path: string, body: object) => {
    const answer = await world.call('editor', `/projects/shop/cases${path}`, {
      method: 'POST',
      body,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as unknown
  }
  const lines = Array.from({ length: cases }, (_, n) =>
    JSON.stringify({
      name: `Case ${n}`,
      turns: [{ role: 'user', text: `wait ${answerMs}ms; say Number ${n}.` }],
      expects: { facts: [`Number ${n}`], forbidden: ['wait'] },
    }),
  )
  await call('/import', { text: lines.join('\n') })

  /** Runs cases, all of which have to pass. Returns the time. */
  async function run(body: object): Promise<number> {
    const begin = performance.now()
    const { id } = (await call('/runs', { sides: ['live'], ...body })) as CaseRun
    await world.cases.work()
    const ms = performance.now() - begin
    const attempts = await world.store.caseRuns.attempts(id)
    const failed = attempts.filter(({ hasPassed }) => hasPassed !== true).length
    if (failed > 0) throw new Error(`${failed} of ${attempts.length} cases did not pass.`)
    return ms
  }

  const togetherMs = await run({})
  let singlyMs = 0
  for (const { id } of await world.store.cases.list('shop', cases)) {
    singlyMs += await run({ cases: [id] })
  }
  await world.close()
  await model.stop()
  await place.remove()
  print(
    `  in one run ${seconds(togetherMs)}, one by one ${seconds(singlyMs)}: ${(singlyMs / togetherMs).toFixed(1)} times as long`,
  )
  return { togetherMs, singlyMs }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
