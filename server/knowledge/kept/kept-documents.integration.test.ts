import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../../scripts/store-place.ts'
import { createAnonymousIdentity, type Identity } from '../../auth/identity.ts'
import { addSource } from '../../testing/add-source.ts'
import { createDocument, createPiece } from '../../store/knowledge/knowledge-rows.test-support.ts'
import { createTestApp, jsonCall, type TestApp } from '../../testing/create-test-app.ts'
import { createMigratedPlace } from '../../testing/migrated-place.ts'
import { KEPT_ADDRESS_SECONDS, KEPT_PIECES_MAX } from './kept-documents.ts'

const customer = (change: Partial<Identity> = {}): Identity => ({
  projectId: 'default',
  workspaceId: 'acme',
  userId: 'ada',
  kind: 'host',
  ...change,
})

describe.each(ENGINES)('kept documents on %s', (engine) => {
  let place: StorePlace
  let world: TestApp
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTestApp({ place })
  })
  afterAll(async () => {
    await world.close()
    await place.remove()
  })

  async function keep(texts: readonly string[], settings = {}) {
    const sourceId = await addSource(place, { settings })
    const document = createDocument({ sourceId, address: 'a.txt', title: 'Terms' })
    const pieces = texts.map((text) => createPiece(text))
    const { id } = await world.store.knowledge.saveDocument({ document, pieces })
    const rows = await world.store.knowledge.listPieces('default', id)
    return { id, pieceIds: rows.map((row) => row.id), sourceId }
  }
  async function ask(id: string, body: object = {}, identity = customer()): Promise<Response> {
    const { authorization } = await world.signIn(identity)
    const path = `/p/${identity.projectId}/v1/knowledge/documents/${id}/address`
    return world.request(path, jsonCall(body, authorization))
  }
  const addressOf = async (...call: Parameters<typeof ask>): Promise<string> => {
    const response = await ask(...call)
    expect(response.status).toBe(200)
    return ((await response.json()) as { url: string }).url
  }

  test('an address shows the text with the cited piece marked, and no script can run', async () => {
    const { id, pieceIds } = await keep(['one', 'two <script>x</script>', 'three'])
    const url = await addressOf(id, { piece_id: pieceIds[1] })
    expect(url).toMatch(/^http:\/\/localhost\/knowledge\/[\w.-]+#passage$/)

    const response = await world.request(url)
    const html = await response.text()

    expect(response.status).toBe(200)
    expect(html).toMatch(
      /<section id="passage"[^>]*><p dir="ltr">two &lt;script&gt;x&lt;\/script&gt;<\/p><\/section>/,
    )
    expect(html.replace(/<style>.*<\/style>/s, '').match(/>(one|three)</g)).toHaveLength(2)
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'; style-src 'sha256-[^']+'; sandbox$/,
    )
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('a piece that is not there any more leaves the document without a mark', async () => {
    const { id } = await keep(['one'])
    for (const pieceId of ['999999', '1; drop', '9'.repeat(16)]) {
      const url = await addressOf(id, { piece_id: pieceId })
      expect(url).not.toContain('#')
      expect(await (await world.request(url)).text()).not.toContain('id="passage"')
    }
  })

  test('an address ends after some minutes, and belongs to one document', async () => {
    const { id } = await keep(['one'])
    const url = await addressOf(id)
    const [payload, signature] = url.slice(url.lastIndexOf('/') + 1).split('.')
    const other = await keep(['two'])
    const forged = Buffer.from(payload!, 'base64url').toString().replace(id, other.id)
    const statusOf = async (address: string) => (await world.request(address)).status

    expect(
      await statusOf(`/knowledge/${Buffer.from(forged).toString('base64url')}.${signature}`),
    ).toBe(403)
    expect(await statusOf(`/knowledge/${payload}`)).toBe(403)
    expect(await statusOf('/knowledge/x.y')).toBe(403)
    world.clock.ms += KEPT_ADDRESS_SECONDS * 1_000 - 1
    expect(await statusOf(url)).toBe(200)
    world.clock.ms += 1
    expect(await statusOf(url)).toBe(403)
  })

  test.each([
    ['all', {}, customer(), 200],
    ['users with a name', { readers: 'named' }, customer(), 200],
    ['users with a name', { readers: 'named' }, createAnonymousIdentity('default'), 404],
    ['one workspace', { workspace: 'acme' }, customer(), 200],
    ['one workspace', { workspace: 'acme' }, customer({ workspaceId: 'other' }), 404],
  ])('a source for %s (%j) answers %j with %i', async (_, settings, identity, status) => {
    const { id } = await keep(['one'], settings)
    expect((await ask(id, {}, identity)).status).toBe(status)
  })

  test('documents of another project are not there', async () => {
    const { id } = await keep(['one'])
    await world.store.projects.create({ id: 'other', name: 'Other' })
    const stranger = customer({ projectId: 'other' })
    expect((await ask(id, {}, stranger)).status).toBe(404)
    expect((await ask(id)).status).toBe(200)
  })

  test('a long document is shown around the passage', async () => {
    const texts = Array.from({ length: 2 * KEPT_PIECES_MAX + 3 }, (_, index) => `p${index}.`)
    const { id, pieceIds } = await keep(texts)
    const url = await addressOf(id, { piece_id: pieceIds[KEPT_PIECES_MAX + 1] })
    const html = await (await world.request(url)).text()
    const shown = html.match(/p\d+\./g)
    expect(shown?.at(0)).toBe('p1.')
    expect(shown?.at(-1)).toBe(`p${2 * KEPT_PIECES_MAX + 1}.`)
  })
})
