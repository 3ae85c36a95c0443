import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const line = (name: string, text: string, fact: string) =>
  `${JSON.stringify({ name, turns: [{ role: 'user', text }], expects: { facts: [fact] } })}\n`

describe.each(ENGINES)('commands about cases on %s', (engine) => {
  let place: StorePlace
  let folder: string
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    folder = await mkdtemp(join(tmpdir(), 'alcove-cases-'))
    model = await startModelServer()
  })
  afterAll(async () => {
    await model.stop()
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const cli = (...args: readonly string[]) =>
    runAlcoveHere(place, args, {
      ALCOVE_SECRET: 'a secret of this test, which is long enough',
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
    })

  test('a pipeline gets exit codes and JUnit XML, and a file comes back as it was', async () => {
    const file = join(folder, 'cases.jsonl')
    const junit = join(folder, 'results.xml')
    await writeFile(file, line('Good', 'say Within 30 days.', '30 days'))
    expect(await cli('cases', 'run')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no case yet/),
    })
    expect(await cli('cases', 'import', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Added 1 case/),
    })
    expect(await cli('cases', 'run', '--times', '2')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 case passed, 0 failed/),
    })

    await writeFile(file, line('Bad', 'say Never.', '30 days'))
    await cli('cases', 'import', file)
    const failed = await cli('cases', 'run', '--junit', junit)
    expect(failed).toMatchObject({
      code: 1,
      out: expect.stringMatching(/Bad: fact "30 days" is not met/),
    })
    expect(await readFile(junit, 'utf8')).toContain('tests="2" failures="1"')

    await cli('cases', 'export', file)
    expect((await cli('cases', 'import', file)).out).toContain('changed 2')
    expect((await cli('cases', 'list')).out).toMatch(/Bad[^]*Good/)
  })

  test('mistakes are named before anything is asked', async () => {
    const asked = model.requests.length
    expect((await cli('cases', 'run', '--times', '21')).code).toBe(2)
    expect((await cli('cases', 'run', '--on', 'both')).code).toBe(2)
    const file = join(folder, 'wrong.jsonl')
    await writeFile(file, 'no json\n')
    expect(await cli('cases', 'import', file)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/line 1: It is no JSON/),
    })
    expect(model.requests).toHaveLength(asked)
  })
})
