import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import type { Tried } from '../../shared/desk/case-runs.ts'
import type { Preview } from '../../shared/desk/preview.ts'
import { createMessageId } from '../../shared/ids.ts'
import { ALCOVE_STREAM_HEADER } from '../../shared/wire/chat.ts'
import { createAccessTokens } from '../auth/access-token.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import { createDocument, createPiece } from '../store/knowledge/knowledge-rows.test-support.ts'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { jsonCall, TEST_SECRET } from '../testing/create-test-app.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const CHAT = 'http://127.0.0.1'
const PAGE = 'https://pages.example/ladders'

/** Asks the search, and answers with what it found. */
const search = (query: string) => `tool search_knowledge ${JSON.stringify({ query })}; next; echo`
const question = (query: string) => ({
  id: 'thread_1',
  trigger: 'submit-message',
  messages: [
    { id: createMessageId(), role: 'user', parts: [{ type: 'text', text: search(query) }] },
  ],
})

describe.each(ENGINES)('knowledge of a draft on %s', (engine) => {
  let place: StorePlace
  let world: DeskWorld
  let model: Awaited<ReturnType<typeof startModelServer>>
  let token: string
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    model = await startModelServer()
    world = await createDeskWorld({
      place,
      env: {
        ALCOVE_PUBLIC_URL: CHAT,
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
      },
      config: { projects: { shop: { hosts: ['https://shop.example'] } } },
    })
    await publishHours()
    await draftMore()
    const answer = await settings('/preview', { place: 'site' })
    ;({ token } = (await answer.json()) as Preview)
  })
  afterAll(async () => {
    await world?.close()
    await model?.stop()
    await place?.remove()
  })

  const settings = (path: string, body: object, method = 'POST') =>
    world.call('owner', `/projects/shop/settings${path}`, { method, body })
  const HOURS = { name: 'Hours', questions: ['When do you open?'], text: 'At nine.' }

  /** Publishes a written answer. */
  async function publishHours(): Promise<void> {
    const body = { revision: null, settings: { writtenAnswers: [HOURS] } }
    const { revision } = (await (await settings('/draft', body, 'PUT')).json()) as {
      revision: number
    }
    const published = await settings('/publish', { revision, baseNumber: null, why: 'first' })
    expect(published.status).toBe(200)
  }

  /** The draft has another, and a page. */
  async function draftMore(): Promise<void> {
    const gifts = { name: 'Gifts', questions: ['Do you wrap gifts?'], text: 'In green paper.' }
    const drafted = { writtenAnswers: [HOURS, gifts], knowledge: [{ url: PAGE }] }
    const saved = await settings('/draft', { revision: null, settings: drafted }, 'PUT')
    expect(saved.status).toBe(200)
    const source = (await world.store.sources.list('shop')).find((each) => each.location === PAGE)!
    const document = createDocument({ projectId: 'shop', sourceId: source.id, address: PAGE })
    const piece = createPiece('Ladders are rented for twelve euros.')
    await world.store.knowledge.saveDocument({ document, pieces: [piece] })
  }

  async function askLive(query: string): Promise<string> {
    const signed = await createAccessTokens({
      secret: TEST_SECRET,
      now: () => world.clock.ms,
    }).sign(createAnonymousIdentity('shop'))
    const call = jsonCall(question(query), `Bearer ${signed}`)
    const headers = { ...call.headers, [ALCOVE_STREAM_HEADER]: '1' }
    return (await world.request(`${CHAT}/p/shop/v1/chat`, { ...call, headers })).text()
  }
  async function askPreview(query: string): Promise<string> {
    const path = `${CHAT}/p/shop/preview/${token}/chat`
    return (await world.request(path, jsonCall(question(query)))).text()
  }
  async function tryBoth(query: string) {
    const body = { sides: ['draft', 'live'], turns: [{ role: 'user', text: search(query) }] }
    const answer = await world.call('editor', '/projects/shop/try', { method: 'POST', body })
    const { attempts } = (await answer.json()) as Tried
    return attempts.map((attempt) => JSON.stringify(attempt))
  }

  test.each([
    ['a written answer', 'Do you wrap gifts?', 'green paper'],
    ['a page', 'ladders rented', 'twelve euros'],
  ])('%s is found in a preview and by a try, and not by live answers', async (_, query, words) => {
    expect(await askPreview(query)).toContain(words)
    const [draft, live] = await tryBoth(query)
    expect(draft).toContain(words)
    expect(live).not.toContain(words)
    expect(await askLive(query)).not.toContain(words)
  })

  test('what both have is found everywhere', async () => {
    const [query, words] = ['When do you open?', 'At nine']
    expect(await askPreview(query)).toContain(words)
    expect(await askLive(query)).toContain(words)
    for (const attempt of await tryBoth(query)) expect(attempt).toContain(words)
  })
})
