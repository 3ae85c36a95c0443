import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { PREVIEW_MINUTES, PREVIEW_MINUTES_MAX, type Preview } from '../../shared/desk/preview.ts'
import type { ProjectSettings } from '../../shared/desk/settings.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import { createAccessTokens } from '../auth/access-token.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'
import { jsonCall, TEST_SECRET } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { readAllRows } from '../testing/read-all-rows.ts'
import { createRecordedTools } from '../testing/recorded-tools.ts'
import { readRowsOfPeople } from '../testing/rows-of-people.ts'
import { PREVIEW_ANSWERS_AT_ONCE } from './preview-answers.ts'

const DESK = 'http://desk.localhost'
const CHAT = 'http://127.0.0.1'
const MINUTE_MS = 60_000
/** Long enough for a slow machine. */
const KNOWN_WITHIN_MS = 30_000
const { ran, tool } = createRecordedTools()

const questionOf = (text: string) => ({
  id: 'thread_1',
  trigger: 'submit-message',
  messages: [{ id: createMessageId(), role: 'user', parts: [{ type: 'text', text }] }],
})

describe.each(ENGINES)('previews on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    model = await startModelServer()
    world = await createDeskWorld({
      place,
      env: {
        ALCOVE_PUBLIC_URL: CHAT,
        ALCOVE_DESK_URL: DESK,
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_LIMITS: '{"callsPerAddressPerMinute":100000}',
      },
      config: {
        projects: {
          shop: {
            hosts: ['https://shop.example', 'https://*.shop.example'],
            assistants: {
              default: {
                tools: [tool('status', { scope: 'read' }), tool('order', { needsApproval: true })],
              },
            },
          },
          other: { hosts: ['https://other.example'], chatEndpoint: 'https://bot.example/chat' },
        },
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await model?.stop()
    await place?.remove()
  })
  beforeEach(async () => {
    ran.splice(0)
    await world.store.settings.removeDraft('shop')
  })

  const call = (path: string, body?: unknown, by: DeskCallerName = 'editor', method = 'POST') =>
    world.call(by, `/projects/shop/settings${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
    })
  async function saveDraft(settings: object, revision: number | null = null): Promise<number> {
    const answer = await call('/draft', { revision, settings }, 'owner', 'PUT')
    return ((await answer.json()) as { revision: number }).revision
  }
  const saveGreeting = (greeting: string) => saveDraft({ look: { greeting } })
  async function makeLink(body: object = {}): Promise<Preview> {
    const answer = await call('/preview', { place: 'site', ...body })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Preview
  }
  async function openFrame(token: string, project = 'shop') {
    const answer = await world.request(`${CHAT}/p/${project}/preview/${token}/frame`)
    const [, content = ''] = /<meta name="alcove" content="([^"]*)"/.exec(await answer.text()) ?? []
    return {
      status: answer.status,
      policy: answer.headers.get('Content-Security-Policy') ?? '',
      cache: answer.headers.get('Cache-Control'),
      config: JSON.parse(content.replaceAll('&quot;', '"')) as FrameConfig,
    }
  }
  const ask = (token: string, text: string) =>
    world.request(`${CHAT}/p/shop/preview/${token}/chat`, jsonCall(questionOf(text)))

  async function askAsVisitor(text: string): Promise<string> {
    const tokens = createAccessTokens({ secret: TEST_SECRET, now: () => world.clock.ms })
    const token = await tokens.sign(createAnonymousIdentity('shop'))
    const call = jsonCall(questionOf(text), `Bearer ${token}`)
    const headers = { ...call.headers, [ALCOVE_STREAM_HEADER]: '1' }
    return (await world.request(`${CHAT}/p/shop/v1/chat`, { ...call, headers })).text()
  }
  const rowsOfPeople = () => readRowsOfPeople(place)

  test('a link shows the draft on the pages of the site, and nothing of it without the link', async () => {
    await saveGreeting('Draft greeting')
    const link = await makeLink({ page: 'https://www.shop.example/lamps?size=2#top' })

    expect(link.url).toBe(`https://www.shop.example/lamps?size=2#top&alcove-preview=${link.token}`)
    const frame = await openFrame(link.token)
    expect(frame).toMatchObject({ status: 200, cache: 'no-store' })
    expect(frame.policy).toContain('frame-ancestors https://shop.example https://*.shop.example;')
    expect(frame.config).toMatchObject({
      allowedHosts: ['https://shop.example', 'https://*.shop.example'],
      look: { greeting: 'Draft greeting' },
      preview: { state: 'draft', endsAt: link.endsAt, canLeave: true },
    })
    const live = await world.request(`${CHAT}/p/shop/frame`)
    expect(await live.text()).not.toContain('Draft greeting')
  })

  test('the first host is the page unless another is named', async () => {
    await saveGreeting('Hello')
    const { token, url } = await makeLink({ page: ' ' })
    expect(url).toBe(`https://shop.example/#alcove-preview=${token}`)
  })

  test.each([
    'https://other.example/',
    'javascript:alert(1)',
    'shop.example',
    'https://a:b@shop.example',
  ])('a page of another site is refused: %s', async (page) => {
    await saveGreeting('Hello')
    const answer = await call('/preview', { place: 'site', page })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('https://shop.example')
  })

  test('a host that the draft adds may show it', async () => {
    const hosts = ['https://new.example']
    await saveDraft({ hosts, look: { greeting: 'Moved' } })
    const { token } = await makeLink({ page: 'https://new.example/' })
    expect((await openFrame(token)).config.allowedHosts).toContain('https://new.example')
  })

  test('a link lasts as long as asked, a day at most, and not a millisecond longer', async () => {
    await saveGreeting('Not for long')
    const tooLong = { place: 'site', minutes: PREVIEW_MINUTES_MAX + 1 }
    expect((await call('/preview', tooLong)).status).toBe(400)
    const startedAt = Math.floor(world.clock.ms / 1_000) * 1_000
    const day = await makeLink({ minutes: PREVIEW_MINUTES_MAX })
    expect(Date.parse(day.endsAt) - startedAt).toBe(PREVIEW_MINUTES_MAX * MINUTE_MS)
    const { token, endsAt } = await makeLink()
    expect(Date.parse(endsAt) - startedAt).toBe(PREVIEW_MINUTES * MINUTE_MS)

    const before = world.clock.ms
    world.clock.ms = Date.parse(endsAt) - 1
    expect((await openFrame(token)).config.preview?.state).toBe('draft')
    world.clock.ms = Date.parse(endsAt)
    const over = await openFrame(token)
    expect(over.status).toBe(200)
    expect(over.config).toMatchObject({ basePath: '/p/shop', preview: { state: 'over' } })
    expect(JSON.stringify(over.config)).not.toContain('Not for long')
    const refused = await ask(token, 'say Hello.')
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('ended')])
    world.clock.ms = before
  })

  test.each(['published', 'discarded'])(
    'a link ends when its draft is %s, and shows no later draft',
    async (how) => {
      const revision = await saveGreeting('First draft')
      const { token } = await makeLink()
      expect((await openFrame(token)).config.look).toMatchObject({ greeting: 'First draft' })
      const changed = await saveDraft({ look: { greeting: 'Changed draft' } }, revision)
      expect((await openFrame(token)).config.look).toMatchObject({ greeting: 'Changed draft' })
      if (how === 'published') {
        const { publishedNumber: baseNumber } = (await world.store.projects.find('shop'))!
        await call('/publish', { revision: changed, baseNumber, why: 'tried' }, 'owner')
      } else await call('/draft', undefined, 'editor', 'DELETE')

      expect((await openFrame(token)).config.preview?.state).toBe('gone')
      await saveGreeting('Later draft')
      const { config } = await openFrame(token)
      expect(config.preview?.state).toBe('gone')
      expect(JSON.stringify(config)).not.toContain('Later draft')
      expect((await ask(token, 'say Hello.')).status).toBe(403)
    },
  )

  test('a forged link, and that of another project, show what is live', async () => {
    await saveGreeting('Hidden')
    const { token } = await makeLink()
    for (const [wrong, project] of [
      [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'shop'],
      ['rubbish', 'shop'],
      [token, 'other'],
    ] as const) {
      const { status, config } = await openFrame(wrong, project)
      expect(status).toBe(200)
      expect(config).toMatchObject({ project, preview: { state: 'invalid' } })
      expect(JSON.stringify(config)).not.toContain('Hidden')
    }
    expect((await openFrame(token, 'nobody')).config).toMatchObject({ project: '' })
    expect((await ask('rubbish', 'say Hello.')).status).toBe(403)
  })

  test('a token admits to no other call', async () => {
    await saveGreeting('Hello')
    const { token } = await makeLink()
    const answer = await world.request(`${CHAT}/p/shop/v1/threads`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([401, 403]).toContain(answer.status)
  })

  test('editors make links, and each stands in the audit log', async () => {
    await saveGreeting('Hello')
    expect((await call('/preview', { place: 'site' }, 'reader')).status).toBe(403)
    expect((await call('/preview', { place: 'site' }, 'other owner')).status).toBe(404)
    await makeLink()
    const log = await world.call('owner', '/projects/shop/audit')
    expect(await log.text()).toContain('settings.preview')
  })

  test('without a draft there is no link, and with a fault it names the fault', async () => {
    expect((await call('/preview', { place: 'site' })).status).toBe(409)
    const revision = await saveGreeting('Fine')
    const { token } = await makeLink()
    await saveDraft({ look: { greeting: 5 } }, revision)
    const answer = await call('/preview', { place: 'site' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('greeting')
    const { config } = await openFrame(token)
    expect(config.preview).toMatchObject({
      state: 'fault',
      fault: expect.stringContaining('greeting'),
    })
    expect(JSON.stringify(config)).not.toContain('Fine')
    expect((await ask(token, 'say Hello.')).status).toBe(400)
  })

  test('the desk embeds the draft, or what is published, and no other page does', async () => {
    const { url, token } = await makeLink({ place: 'desk' })
    expect(url).toBe(`${CHAT}/p/shop/preview/${token}/frame`)
    const published = await openFrame(token)
    expect(published.policy).toContain(`frame-ancestors ${DESK};`)
    expect(published.config.allowedHosts).toEqual([DESK])
    expect(published.config.preview).toMatchObject({ state: 'published', canLeave: false })
    await saveGreeting('Beside the controls')
    expect((await openFrame(token)).config).toMatchObject({
      look: { greeting: 'Beside the controls' },
      preview: { state: 'draft' },
    })
    const settings = (await (await call('', undefined, 'editor', 'GET')).json()) as ProjectSettings
    expect(settings).toMatchObject({
      previewFrames: 'available',
      previewHosts: ['https://shop.example', 'https://*.shop.example'],
    })
  })

  test('an answer has the instructions of the draft, and leaves no trace of a person', async () => {
    await saveDraft({ assistants: { default: { system: 'Drafted instructions.' } } })
    const { token } = await makeLink()
    const before = await rowsOfPeople()

    const answer = await ask(token, 'tool order {}; next; say Ordered.')
    expect(answer.status).toBe(200)
    const stream = await answer.text()
    expect(stream).toContain('"type":"tool-output-available"')
    expect(stream).toContain('"output":"done"')
    expect(await (await ask(token, 'tool status {}; next; say Seen.')).text()).toContain(
      'status ran',
    )
    expect(ran).toEqual(['status'])
    expect(JSON.stringify(model.requests)).toContain('Drafted instructions.')

    expect(await rowsOfPeople()).toEqual(before)
    const budget = (await readAllRows(place))['budgets']!
    expect(budget.some((row) => row.includes('caseTokensPerDay'))).toBe(true)

    // A visitor's own question changes them.
    expect(await askAsVisitor('say Hello.')).toContain('Hello.')
    expect(await rowsOfPeople()).not.toEqual(before)
  })

  test('the page’s tools are offered, and its calls of them are left to the frame', async () => {
    await saveGreeting('Hello')
    const { token } = await makeLink()
    const tools = { get_cart: { parameters: { type: 'object' }, scope: 'read' } }
    const body = { ...questionOf('tool get_cart {}; next; say Two.'), tools }
    const answer = await world.request(`${CHAT}/p/shop/preview/${token}/chat`, jsonCall(body))
    const stream = await answer.text()
    expect(stream).toContain('"toolName":"get_cart"')
    expect(stream).not.toContain('tool-output-available')
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('"get_cart"')
  })

  test('a project’s own endpoint answers its previews too', async () => {
    const shop = await makeLink({ place: 'desk' })
    expect((await openFrame(shop.token)).config.chatEndpoint).toBeUndefined()
    const made = await world.call('other owner', '/projects/other/settings/preview', {
      method: 'POST',
      body: { place: 'desk' },
    })
    const { token } = (await made.json()) as Preview
    const { config, policy } = await openFrame(token, 'other')
    expect(config).toMatchObject({
      chatEndpoint: 'https://bot.example/chat',
      preview: { state: 'published' },
    })
    expect(policy).toContain('https://bot.example')
    const settings = await world.call('other owner', '/projects/other/settings')
    expect(await settings.json()).toMatchObject({ chatEndpoint: 'https://bot.example/chat' })
  })

  test('so many answers of a project run at once, and no more', async () => {
    await saveGreeting('Hello')
    const { token } = await makeLink()
    const key = `preview-${engine}`
    const running = []
    for (let n = 0; n < PREVIEW_ANSWERS_AT_ONCE; n++) {
      running.push(await ask(token, `hold ${key}; say Answer ${n}.`))
    }
    expect(running.map(({ status }) => status)).toEqual(running.map(() => 200))
    expect((await ask(token, 'say One more.')).status).toBe(429)
    model.release(key)
    for (const [n, answer] of running.entries()) {
      expect(await answer.text()).toContain(`"delta":" ${n}."`)
    }
    await vi.waitFor(async () => expect((await ask(token, 'say Now.')).status).toBe(200), {
      timeout: KNOWN_WITHIN_MS,
    })
  })

  test('an answer is refused once the budget of cases is used up, in words for the frame', async () => {
    await saveDraft({ limits: { caseTokensPerDay: 1 } })
    const revision = (await world.store.settings.findDraft('shop'))!.revision
    const { publishedNumber: baseNumber } = (await world.store.projects.find('shop'))!
    await call('/publish', { revision, baseNumber, why: 'a small budget' }, 'owner')
    await saveGreeting('Hello')
    const { token } = await makeLink()
    const answer = await ask(token, 'say Hello.')
    expect([answer.status, await answer.text()]).toEqual([
      429,
      expect.stringContaining('caseTokensPerDay'),
    ])
  })
})
