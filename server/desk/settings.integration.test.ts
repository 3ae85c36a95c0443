import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import {
  projectSettings,
  publishedNumber,
  savedDraft,
  settingsFile,
  settingsVersion,
  settingsVersions,
  SETTINGS_MAX_BYTES,
  WHY_MAX_CHARACTERS,
} from '../../shared/desk/settings.ts'
import type { AlcoveConfig } from '../projects/define-config.ts'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const CONFIG: AlcoveConfig = {
  projects: {
    shop: {
      hosts: ['https://shop.example'],
      models: ['demo'],
      look: { name: 'Shop' },
      limits: { threadsPerUser: 50 },
      assistants: {
        default: {
          maxSteps: 4,
          tools: [
            {
              name: 'track_order',
              parameters: { type: 'object' },
              needsApproval: true,
              execute: () => null,
            },
          ],
        },
      },
    },
  },
}

describe.each(ENGINES)('settings at the desk on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  beforeAll(async () => {
    place = await createMigratedPlace(engine, engine === 'postgres' ? inject('postgresUrl') : '')
    world = await createDeskWorld({ place, config: CONFIG })
  })
  afterAll(async () => {
    await world.close()
    await place.remove()
  })

  const call = (
    caller: DeskCallerName,
    method: string,
    path: string,
    body?: object,
  ): Promise<Response> =>
    Promise.resolve(
      world.call(caller, `/projects/shop/settings${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
      }),
    )

  async function read(caller: DeskCallerName = 'editor') {
    const answer = await call(caller, 'GET', '')
    const body: unknown = await answer.json()
    expect([answer.status, body]).toEqual([200, expect.anything()])
    return v.parse(projectSettings, body)
  }

  /** Saves over the draft that is there. */
  async function save(settings: object, caller: DeskCallerName = 'editor') {
    const { draft } = await read()
    const body = { revision: draft?.revision ?? null, settings }
    const answer = await call(caller, 'PUT', '/draft', body)
    return answer.ok ? v.parse(savedDraft, await answer.json()) : answer
  }

  async function publish(settings: object, caller: DeskCallerName = 'editor', why = 'tested') {
    await save(settings, caller)
    const { draft, published } = await read()
    const answer = await call(caller, 'POST', '/publish', {
      revision: draft!.revision,
      baseNumber: published?.number ?? null,
      why,
    })
    return answer
  }

  const errorOf = async (answer: unknown) => {
    expect(answer).toBeInstanceOf(Response)
    const response = answer as Response
    return { status: response.status, ...((await response.json()) as { message: string }) }
  }

  test('a draft changes nothing, its publish all that it says, with who and why', async () => {
    const settings = { look: { startScreen: { greeting: 'Ahoy' } }, suggestions: true }
    expect(await save(settings)).toMatchObject({ problems: [] })
    expect((await world.projects.find('shop'))?.suggestions).toBe(false)
    expect(await world.projects.findDraft('shop')).toMatchObject({
      isDraft: true,
      suggestions: true,
      look: { name: 'Shop', startScreen: { greeting: 'Ahoy' } },
    })

    const answer = await publish(settings)

    expect(v.parse(publishedNumber, await answer.json())).toEqual({ number: 1 })
    expect(await world.projects.find('shop')).toMatchObject({
      suggestions: true,
      look: { name: 'Shop', startScreen: { greeting: 'Ahoy' } },
    })
    const { draft, published } = await read()
    expect(draft).toBeNull()
    expect(published).toMatchObject({
      number: 1,
      by: 'editor@shop.example',
      why: 'tested',
      isPublished: true,
      settings,
    })
    expect(await world.projects.findDraft('shop')).toBeUndefined()
    const acts = await world.store.desk.audit.list({ projectId: 'shop', limit: 3 })
    expect(acts.map(({ act, target }) => [act, target])).toContainEqual(['settings.publish', '1'])
  })

  test('the configuration wins field by field, and its values are shown with their places', async () => {
    const own = {
      look: { name: 'Mine', startScreen: { hint: 'We answer at once' } },
      hosts: ['https://other.example'],
      assistants: {
        default: {
          system: 'Be brief.',
          maxSteps: 9,
          tools: { track_order: { labels: { title: 'Track' }, needsApproval: false } },
        },
      },
    }
    await publish(own, 'owner')

    const project = await world.projects.find('shop')
    expect(project?.look).toMatchObject({
      name: 'Shop',
      startScreen: { hint: 'We answer at once' },
    })
    expect(project?.hosts.toSorted()).toEqual(['https://other.example', 'https://shop.example'])
    const main = project?.assistants.get('default')
    expect(main).toMatchObject({ system: 'Be brief.', maxSteps: 4 })
    expect(main?.tools[0]).toMatchObject({ labels: { title: 'Track' }, needsApproval: true })
    const { fixed, effective, tools, mayOwn } = await read('reader')
    const where = (path: string) => fixed.find((each) => each.path.join('.') === path)?.where
    expect(where('look.name')).toBe('alcove.config.ts, projects.shop.look.name')
    expect(where('hosts.https://shop.example')).toBe('alcove.config.ts, projects.shop.hosts[0]')
    expect(where('assistants.default.tools.track_order.needsApproval')).toBe(
      'alcove.config.ts, projects.shop.assistants.default.tools[0].needsApproval',
    )
    expect(where('suggestions')).toBeUndefined()
    expect(effective).toMatchObject({ look: { name: 'Shop' } })
    expect(tools).toEqual([
      {
        assistant: 'default',
        name: 'track_order',
        description: null,
        isCode: true,
        scope: null,
        labels: { title: 'Track' },
        needsApproval: true,
      },
    ])
    expect(mayOwn).toBe(false)
    expect((await read('owner')).mayOwn).toBe(true)
  })

  test('a draft with faults is kept, names them, and cannot be published', async () => {
    const wrong = {
      look: { name: 'x'.repeat(100) },
      hosts: ['https://other.example', 'ftp://no'],
      readOnly: 'yes',
      auth: {},
    }
    const saved = await save({ ...wrong, look: { startScreen: { greeting: 5 } } }, 'owner')
    const { problems } = v.parse(savedDraft, saved)
    expect(problems.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['auth', 'look', 'readOnly']),
    )
    await expect(world.projects.findDraft('shop')).rejects.toThrow('settings.')
    const { draft, published } = await read()
    const body = { revision: draft!.revision, baseNumber: published!.number, why: '' }
    const refused = await errorOf(await call('owner', 'POST', '/publish', body))
    expect(refused).toMatchObject({ status: 400 })
    expect((await read()).published?.number).toBe(published!.number)

    const origins = await save({ hosts: ['https://other.example', 'ftp://no'] }, 'owner')
    expect(v.parse(savedDraft, origins).problems).toMatchObject([{ path: ['hosts', '1'] }])
    const models = await save(
      {
        hosts: published!.settings['hosts'] as string[],
        assistants: { default: { model: 'openai/gpt-5', tools: { nothing: {} } } },
        cases: { judge: 'openai/gpt-5' },
      },
      'owner',
    )
    expect(v.parse(savedDraft, models).problems.map(({ path }) => path.join('.'))).toEqual([
      'assistants.default.model',
      'assistants.default.tools.nothing',
      'cases.judge',
    ])
    expect((await call('editor', 'DELETE', '/draft')).status).toBe(204)
    expect((await call('editor', 'DELETE', '/draft')).status).toBe(404)
  })

  test.each([
    ['hosts', { hosts: ['https://evil.example'] }],
    ['apiOrigins', { apiOrigins: ['https://evil.example'] }],
    ['limits', { limits: { filesPerMessage: 3 } }],
    ['retention', { retention: { namedDays: 3 } }],
    ['cases', { cases: { judge: 'demo', nightly: 4 } }],
    ['assistants.default.model', { assistants: { default: { model: 'demo' } } }],
  ])('%s are for owners', async (field, change) => {
    const { published } = await read()
    const own = published?.settings ?? {}
    const assistants = {
      ...(own['assistants'] as object),
      ...(change as { assistants?: object }).assistants,
    }
    const changed = { ...own, ...change, ...('assistants' in change ? { assistants } : {}) }
    const refused = await errorOf(await save(changed))
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.message).toContain(field)

    expect(await save(changed, 'owner')).toMatchObject({ problems: [] })
    // An editor may change other fields of the owner's draft, and not publish it.
    expect(await save({ ...changed, suggestions: false })).toMatchObject({ problems: [] })
    const { draft } = await read()
    expect(draft?.ownerPaths.map((path) => path.join('.'))).toContain(field)
    const body = { revision: draft!.revision, baseNumber: published!.number, why: '' }
    expect((await call('editor', 'POST', '/publish', body)).status).toBe(403)
    expect((await call('owner', 'POST', '/publish', body)).status).toBe(200)
    const undo = { number: published!.number, baseNumber: published!.number + 1, why: '' }
    expect((await call('editor', 'POST', '/undo', undo)).status).toBe(403)
    expect((await call('owner', 'POST', '/undo', undo)).status).toBe(200)
  })

  test('of two people who publish at once one is told, and the draft is not lost', async () => {
    const { published } = await read()
    await save({ ...published?.settings, suggestions: false })
    const { draft } = await read()
    const base = published!.number
    const undo = await call('owner', 'POST', '/undo', { number: base, baseNumber: base, why: 'I' })
    expect(undo.status).toBe(200)

    const late = await errorOf(
      await call('editor', 'POST', '/publish', {
        revision: draft!.revision,
        baseNumber: base,
        why: '',
      }),
    )

    expect(late).toMatchObject({ status: 409 })
    expect(late.message).toContain(`Version ${base + 1} was published meanwhile`)
    expect((await read()).draft).toMatchObject({ revision: draft!.revision, baseNumber: base })
    const again = { revision: draft!.revision, baseNumber: base + 1, why: 'looked again' }
    expect((await call('editor', 'POST', '/publish', again)).status).toBe(200)
  })

  test('a draft that is saved while a publish is checked is not published unchecked', async () => {
    const { published } = await read()
    await save({ ...published!.settings, suggestions: true })
    const { draft } = await read()
    const next = draft!.revision + 1
    const { settings } = world.store
    const { findDraft } = settings
    const reading = vi.spyOn(settings, 'findDraft').mockImplementationOnce(async (projectId) => {
      const found = await findDraft(projectId)
      const faulty = { hosts: ['ftp://no'] }
      const change = { projectId, by: null, revision: draft!.revision, settings: faulty }
      expect(await settings.saveDraft({ ...change, sources: undefined })).toBe(next)
      return found
    })
    const body = { revision: next, baseNumber: published!.number, why: '' }

    const early = await errorOf(await call('editor', 'POST', '/publish', body))

    reading.mockRestore()
    expect(early).toMatchObject({ status: 409 })
    expect((await read()).published?.number).toBe(published!.number)
    await save(published!.settings, 'owner')
    const again = { ...body, revision: (await read()).draft!.revision }
    expect((await call('owner', 'POST', '/publish', again)).status).toBe(200)
  })

  test('the history is read in pages, with each version', async () => {
    const list = v.parse(settingsVersions, await (await call('reader', 'GET', '/versions')).json())
    const [newest, second] = list.versions
    expect(newest?.isPublished).toBe(true)
    expect(second?.isPublished).toBe(false)
    expect(list.next).toBeNull()
    const older = await call('reader', 'GET', `/versions?after=${newest!.number}`)
    const rest = v.parse(settingsVersions, await older.json())
    expect(rest.versions[0]?.number).toBe(second!.number)
    const one = await call('reader', 'GET', `/versions/${second!.number}`)
    expect(v.parse(settingsVersion, await one.json())).toMatchObject({ number: second!.number })
    expect((await call('reader', 'GET', '/versions/999')).status).toBe(404)
    expect((await call('reader', 'GET', '/versions/x')).status).toBe(404)
  })

  test('the file says the same, as far as it is values', async () => {
    const file = v.parse(settingsFile, await (await call('owner', 'GET', '/file')).json())
    expect(file.name).toBe('alcove.config.ts')
    expect(file.text).toContain("name: 'Shop'")
    expect(file.text).toContain("system: 'Be brief.'")
    expect(file.text).toContain('// tools: stands in the present file')
    expect(file.text).not.toContain('execute')
    expect((await call('editor', 'GET', '/file')).status).toBe(403)
  })

  test('settings have at most so many bytes, and a reason so many characters', async () => {
    const text = (bytes: number) => {
      const settings = { assistants: { default: { system: '' } } }
      const room = bytes - JSON.stringify(settings).length
      return { assistants: { default: { system: 'x'.repeat(room) } } }
    }
    const refused = await errorOf(await save(text(SETTINGS_MAX_BYTES + 1), 'owner'))
    expect(refused).toMatchObject({ status: 400 })
    expect(await save(text(SETTINGS_MAX_BYTES), 'owner')).toMatchObject({
      problems: [{ path: ['assistants', 'default', 'system'] }],
    })
    await save({}, 'owner')
    const { draft, published } = await read()
    const body = { revision: draft!.revision, baseNumber: published!.number }
    const publishWith = (characters: number) =>
      call('owner', 'POST', '/publish', { ...body, why: 'y'.repeat(characters) })
    expect((await publishWith(WHY_MAX_CHARACTERS + 1)).status).toBe(400)
    expect((await publishWith(WHY_MAX_CHARACTERS)).status).toBe(200)
  })
})
