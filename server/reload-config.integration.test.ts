import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../scripts/store-place.ts'
import { LIMIT_DEFAULTS } from './limits/limit-table.ts'
import { createProjects } from './projects/create-projects.ts'
import { loadConfig } from './projects/load-config.ts'
import { createProjectSettings } from './projects/settings/project-settings.ts'
import { createConfigReload } from './reload-config.ts'
import { BARE_ENVIRONMENT } from './testing/bare-environment.ts'
import { withStore } from './testing/with-store.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

describe.each(ENGINES)('a configuration that is read again on %s', (engine) => {
  const { store } = withStore(engine)
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alcove-reload-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** The name stands in a module beside the file. */
  async function write(name: string, rest = '') {
    await writeFile(join(folder, 'name.mjs'), `export const name = ${JSON.stringify(name)}`)
    await writeFile(
      join(folder, 'alcove.config.ts'),
      `import { name } from './name.mjs'
       export default { projects: { default: { look: { name }, ${rest} } } }`,
    )
  }

  async function start() {
    const load = (isAgain: boolean) =>
      loadConfig({ path: 'alcove.config.ts', folder, limits: LIMIT_DEFAULTS, isAgain })
    const configs = { current: await load(true) }
    const parts = { store, configs, environment: { ...BARE_ENVIRONMENT, providers: {} } }
    const projects = createProjects({ ...parts, now: () => store.now() })
    const projectSettings = createProjectSettings({ ...parts, projects })
    const fixed: string[] = []
    const reload = await createConfigReload({
      store,
      configs,
      projects,
      projectSettings,
      crawls: { fix: () => Promise.resolve(void fixed.push('again')) },
      load: () => load(true),
      check: () => Promise.resolve(),
      log: quiet,
    })
    const look = async () => (await projects.find('default'))?.look
    const name = async () => (await look())?.name
    const greeting = async () => (await look())?.startScreen?.greeting
    return { reload, name, greeting, fixed }
  }

  test('a good file is in effect, with its modules, and the difference is told', async () => {
    await write('One')
    const { reload, name, fixed } = await start()
    expect(await name()).toBe('One')
    await write('Two', 'readOnly: true')
    await reload.look()
    // A file alone changes nothing: a person asks for the reload.
    expect(await name()).toBe('One')

    const id = await store.reloads.ask()
    await reload.look()
    await reload.look()

    expect(await name()).toBe('Two')
    expect(fixed).toEqual(['again'])
    const [report, ...others] = await store.reloads.listReports(id)
    expect(others).toEqual([])
    expect(report).toMatchObject({ isTaken: true })
    expect(report!.report.split('\n')).toEqual([
      '~ projects.default.look.name: "One" → "Two"',
      '+ projects.default.readOnly: true',
    ])
  })

  test('a bad file is refused with its fault, and the old one stays', async () => {
    await write('Good')
    const { reload, name, fixed } = await start()
    for (const [rest, fault] of [
      ['readOnly: "yes"', 'readOnly: expected true or false'],
      ['readOnly: (', 'could not be read'],
    ] as const) {
      await write('Bad', rest)
      const id = await store.reloads.ask()
      await reload.look()
      const [report] = await store.reloads.listReports(id)
      expect(report).toMatchObject({ isTaken: false })
      expect(report?.report).toContain(fault)
      expect(await name()).toBe('Good')
    }
    expect(fixed).toEqual([])
  })

  test('a first version with a fault is refused, and a good one follows the file until a person publishes', async () => {
    const writeFirst = (greeting: string, key = 'startScreen') =>
      write('Good', `firstVersion: { look: { ${key}: { greeting: ${JSON.stringify(greeting)} } } }`)
    await write('Good')
    const { reload, greeting } = await start()
    const read = async () => {
      const id = await store.reloads.ask()
      await reload.look()
      return (await store.reloads.listReports(id))[0]
    }
    await writeFirst('Hello', 'startScren')
    const refused = await read()
    expect(refused).toMatchObject({ isTaken: false })
    expect(refused?.report).toContain('its firstVersion: settings.look')
    expect(await greeting()).toBeUndefined()

    await writeFirst('Hello')
    expect(await read()).toMatchObject({ isTaken: true })
    expect(await greeting()).toBe('Hello')
    expect(await read()).toMatchObject({ isTaken: true })
    expect(await store.settings.listVersions('default', { limit: 9 })).toHaveLength(1)
    await writeFirst('Hello again')
    expect(await read()).toMatchObject({ isTaken: true })
    expect(await greeting()).toBe('Hello again')
    await write('Good')
    expect(await read()).toMatchObject({ isTaken: true })
    expect(await greeting()).toBeUndefined()

    await writeFirst('Hello')
    await read()
    const act = { projectId: 'default', by: 'ada@shop.example', why: '', sources: [] }
    const settings = { look: { startScreen: { greeting: 'Mine' } } }
    const revision = await store.settings.saveDraft({ ...act, revision: null, settings })
    await write('Good')
    await read()
    // A draft has begun with it.
    expect(await greeting()).toBe('Hello')
    await store.settings.publish({ ...act, baseNumber: 4, revision })
    expect(await read()).toMatchObject({ isTaken: true })
    expect(await greeting()).toBe('Mine')
  })

  test('a file that contradicts published settings is refused', async () => {
    await write('Good', 'models: ["demo"]')
    const { reload, name } = await start()
    const settings = { assistants: { default: { model: 'demo' } } }
    const act = { projectId: 'default', by: null, why: '', sources: [] }
    const published = await store.projects.find('default')
    const baseNumber = published?.publishedNumber ?? null
    const revision = await store.settings.saveDraft({ ...act, revision: null, settings })
    await store.settings.publish({ ...act, baseNumber, revision })
    await write('Bad')
    const id = await store.reloads.ask()
    await reload.look()
    const [report] = await store.reloads.listReports(id)
    expect(report).toMatchObject({ isTaken: false })
    expect(report?.report).toContain('settings.assistants.default.model')
    expect(await name()).toBe('Good')
  })
})
