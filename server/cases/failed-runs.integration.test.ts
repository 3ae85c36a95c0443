import { afterEach, expect, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import type { CaseRunResults } from '../../shared/desk/case-runs.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { RUN_ERRORS_MAX } from './case-runner.ts'

let world: DeskWorld
let model: Awaited<ReturnType<typeof startModelServer>>
afterEach(async () => {
  await world.close()
  await model.stop()
})

const LIVE = { sides: ['live'], times: 1, by: null } as const

async function openWorld() {
  model = await startModelServer()
  world = await createDeskWorld({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
    config: { projects: { shop: {}, other: {} } },
  })
  const data = JSON.stringify({ turns: [{ role: 'user', text: 'say yes' }] })
  for (const projectId of ['shop', 'other']) {
    await world.store.cases.add({ projectId, name: 'Case', data, by: null }, 9)
  }
  const stateOf = async (project: string, id: string) =>
    (await world.store.caseRuns.find(project, id))!.state
  return stateOf
}

test('a run whose work always throws holds up no other, and fails after some tries', async () => {
  const stateOf = await openWorld()
  const faulty = await world.cases.start('other', LIVE)
  const sound = [await world.cases.start('other', LIVE), await world.cases.start('shop', LIVE)]
  const outcomes = world.store.caseRuns.outcomes
  vi.spyOn(world.store.caseRuns, 'outcomes').mockImplementation((id) =>
    id === faulty.id ? Promise.reject(new Error('damaged')) : outcomes(id),
  )

  for (let n = 1; n < RUN_ERRORS_MAX; n++) await world.cases.work()
  expect(await stateOf('other', faulty.id)).toBe('running')
  expect(await stateOf('other', sound[0]!.id)).toBe('done')
  expect(await stateOf('shop', sound[1]!.id)).toBe('done')
  await world.cases.work()
  expect(await stateOf('other', faulty.id)).toBe('failed')
  expect(world.lines.join('\n')).toContain('damaged')

  vi.mocked(world.store.caseRuns.outcomes).mockRestore()
  const answer = await world.call('other owner', `/projects/other/cases/runs/${faulty.id}`)
  expect(((await answer.json()) as CaseRunResults).run).toMatchObject({ state: 'failed' })
})

test('an error that passes ends no run', async () => {
  const stateOf = await openWorld()
  const run = await world.cases.start('shop', LIVE)
  const keep = vi.spyOn(world.store.caseRuns, 'keep')
  for (let n = 1; n < RUN_ERRORS_MAX; n++) keep.mockRejectedValueOnce(new Error('lost'))
  for (let n = 1; n < RUN_ERRORS_MAX; n++) {
    await world.cases.work()
    expect(await stateOf('shop', run.id)).toBe('running')
  }
  await world.cases.work()
  expect(await stateOf('shop', run.id)).toBe('done')
})
