import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { WHY_MAX_CHARACTERS } from '../../shared/desk/settings.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { runAlcoveHere, runAlcoveJson } from '../testing/run-alcove.ts'

interface Shown {
  readonly number: number | null
  readonly revision: number | null
  readonly settings: object
  readonly problems: readonly unknown[]
}

/** Servers on Postgres share one. */
const ENV = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }

describe.each(ENGINES)('settings by the command line on %s', (engine) => {
  let place: StorePlace
  beforeAll(async () => {
    place = await createMigratedPlace(engine, engine === 'postgres' ? inject('postgresUrl') : '')
  })
  afterAll(() => place.remove())

  const alcove = (command: string, ...args: readonly string[]) =>
    runAlcoveHere(place, ['settings', command, '--project', 'default', ...args], ENV)
  const show = () => runAlcoveJson<Shown>(place, ['settings', 'show', '--project', 'default'], ENV)
  const greeting = (text: string) => ({ look: { startScreen: { greeting: text } } })

  async function write(name: string, settings: unknown): Promise<string> {
    const file = join(place.dataDir, name)
    await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
    return file
  }

  test('a file is published, shown, listed and undone, and written as a configuration', async () => {
    expect(await show()).toEqual({ number: null, revision: null, settings: {}, problems: [] })
    const file = await write('one.json', greeting('Hello'))

    const first = await alcove('publish', '--from', file, '--why', 'to greet')
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Published version 1.') })
    await alcove('publish', '--from', await write('two.json', greeting('Ahoy')), '--why', 'at sea')
    expect(await show()).toMatchObject({ number: 2, revision: null, settings: greeting('Ahoy') })

    const undone = await alcove('undo', '1', '--why', 'on land')
    expect(undone).toMatchObject({ code: 0, out: expect.stringContaining('as version 3') })
    expect(await show()).toMatchObject({ number: 3, settings: greeting('Hello') })
    const { out: versions } = await alcove('versions')
    const lines = versions.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^3 .*command line .*of 1 .*on land/)

    const to = join(place.dataDir, 'alcove.config.ts')
    expect((await alcove('write-file', '--to', to)).code).toBe(0)
    expect(await readFile(to, 'utf8')).toContain("greeting: 'Hello'")
    // An existing file is the operator's own.
    expect((await alcove('write-file', '--to', to)).code).not.toBe(0)
    expect(await readFile(to, 'utf8')).toContain("greeting: 'Hello'")
  })

  test('bad input is refused with its reason, and changes nothing', async () => {
    const before = await show()
    const good = await write('good.json', greeting('Refused'))
    const publish = (file: string, why = 'because') =>
      alcove('publish', '--from', file, '--why', why)

    expect(await publish(await write('torn.json', '{"look":'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('torn.json'),
    })
    const unknown = await publish(await write('typo.json', { lok: {} }))
    expect([unknown.code, unknown.err]).toEqual([
      expect.any(Number),
      expect.stringContaining('lok'),
    ])
    expect(unknown.code).not.toBe(0)
    expect(await publish(good, 'y'.repeat(WHY_MAX_CHARACTERS + 1))).toMatchObject({
      code: 2,
      err: expect.stringContaining(`at most ${WHY_MAX_CHARACTERS} characters`),
    })
    expect(await alcove('undo', '0', '--why', 'no')).toMatchObject({
      code: 2,
      err: expect.stringContaining('the number of a version'),
    })
    expect((await alcove('undo', '77', '--why', 'no')).err).toContain('Version not found')
    const elsewhere = await runAlcoveHere(place, ['settings', 'show', '--project', 'nowhere'], ENV)
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('nowhere') })
    expect(await show()).toMatchObject({ number: before.number, settings: before.settings })
    // Control: the same file is published with the longest reason.
    expect((await publish(good, 'y'.repeat(WHY_MAX_CHARACTERS))).code).toBe(0)
  })

  test('without a draft there is nothing to publish', async () => {
    const { code, err } = await alcove('publish', '--why', 'nothing')
    expect(code).toBe(2)
    expect(err).toContain('has no draft. Give one with --from.')
  })
})
