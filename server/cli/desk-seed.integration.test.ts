import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { reportKnowledge } from '../desk/reports/knowledge-report.ts'
import { openStore } from '../store/store.ts'
import { withTables } from '../testing/add-source.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

const CONVERSATIONS = 24

describe.each(ENGINES)('made-up conversations, on %s', (engine) => {
  let place: StorePlace
  let folder: string
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    folder = await mkdtemp(join(tmpdir(), 'alcove-seed-'))
  })
  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const cli = (line: string, env: Readonly<Record<string, string>> = {}) =>
    runAlcoveHere(place, line.split(' '), {
      ALCOVE_SECRET: 'a secret of this test, which is long enough',
      ...env,
    })
  const seed = (...flags: readonly string[]) =>
    cli(['desk seed --project shop --conversations', CONVERSATIONS, ...flags].join(' '))
  async function askedQuestions() {
    let texts: readonly string[] = []
    await withTables(place, async (db) => {
      const rows = await db.selectFrom('asked_questions').select('text').orderBy('text').execute()
      texts = rows.map(({ text }) => text)
    })
    return texts
  }
  /** Rows of each table that has any. */
  const filled = async () =>
    Object.fromEntries(
      Object.entries(await readAllRows(place)).flatMap(([table, rows]) =>
        rows.length === 0 ? [] : [[table, rows.length]],
      ),
    )

  test('fill a project, show in its reports, are refused beside others, and go without a trace', async () => {
    await cli('project create shop')
    const before = await filled()

    const made = await seed()
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^Made 24 conversations/) })
    const asked = await askedQuestions()
    expect(asked.length).toBeGreaterThan(CONVERSATIONS)
    const store = await openStore({ ...place, isTool: true })
    const { sources, mostCited, neverCited } = await reportKnowledge(store, 'shop', {
      answers: [],
      day: '2026-11-29',
    })
    await store.close()
    expect(sources).toMatchObject([{ state: 'ready', problem: null, dueAt: null, documents: 23 }])
    expect(mostCited.map(({ cited }) => cited).at(0)).toBeGreaterThan(0)
    expect(neverCited.pieces.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['About', 'Jobs']),
    )

    const seeded = await filled()
    expect(await seed()).toMatchObject({
      code: 2,
      err: expect.stringContaining('Add --yes to mix made-up ones into them'),
    })
    await tellRetention()
    expect(await filled()).toEqual(seeded)
    expect((await seed('--yes')).code).toBe(0)
    expect(await askedQuestions()).toEqual(asked.flatMap((text) => [text, text]))

    expect((await cli('desk seed --project shop --remove')).code).toBe(0)
    expect(await filled()).toEqual(before)
  })

  /** The next removal, with a limit and without. */
  async function tellRetention() {
    const config = join(folder, 'alcove.config.ts')
    const block = { retention: { namedDays: 10 } }
    await writeFile(config, `export default ${JSON.stringify({ projects: { shop: block } })}`)
    const told = await cli('retention --project shop', { ALCOVE_CONFIG: config })
    expect(told).toMatchObject({
      code: 0,
      out: expect.stringContaining('Conversations of named users are kept for 10 days.'),
    })
    const [, count] = /removes (\d+) conversations with \d+ messages, the oldest of/.exec(told.out)!
    // Two thirds of thirty days.
    expect(Math.abs(Number(count) - (2 / 3) * CONVERSATIONS)).toBeLessThan(2)
    const kept = await cli('retention --project shop')
    expect(kept.out).toMatch(/named users are kept for ever[^]*removes 0 conversations/)
    expect(await cli('retention --project shop --dry-run')).toEqual(kept)
  }

  test('a missing project is made, and the command shows how far it is', async () => {
    const made = await cli('desk seed --project try --conversations 2')
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Made project "try"\. Made 2 conversations/),
      err: '0 of 2 done.\n1 of 2 done.\n',
    })
    expect((await cli('project list')).out).toMatch(/^try /m)
    expect((await cli('desk seed --project No! --conversations 2')).code).toBe(2)
    expect((await cli('desk seed --project try --remove')).code).toBe(0)
  })

  test.each(['0', '100001', 'x'])('%s conversations are refused', async (count) => {
    expect(await cli(`desk seed --project default --yes --conversations ${count}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`expected 1 to 100000`),
    })
  })
})
