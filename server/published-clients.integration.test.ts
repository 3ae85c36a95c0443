import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { createStorePlace, ENGINES, type StorePlace } from '../scripts/store-place.ts'
import { createApiKeys } from './auth/api-keys.ts'
import { openStore } from './store/open-store.ts'
import { createPdf } from './testing/create-pdf.ts'
import {
  AUTH_MODES,
  createPublishedCloud,
  createRedirectingFetch,
  methodsOf,
  noteCalls,
  PUBLISHED_VERSIONS,
  signHostToken,
  type CloudWorld,
  type Methods,
} from './testing/published-cloud.ts'

const HOST_SECRET = 'a secret of the host page, for the published clients'
const OWN_SECRET = 'a secret of the server, for the published clients'
const BACKEND_ONLY = /This endpoint may only be accessed from the backend|status 403/
const CELLS = PUBLISHED_VERSIONS.flatMap((version) =>
  AUTH_MODES.map((mode) => [version, mode] as const),
)

describe.each(ENGINES)('published clients against the server on %s', (engine) => {
  let model: ModelServer
  let place: StorePlace
  let alcove: AlcoveServer
  let world: CloudWorld

  beforeAll(async () => {
    model = await startModelServer()
    place = await createStorePlace(engine, inject('postgresUrl'))
    const store = await openStore(place)
    const { key } = await createApiKeys({ queries: store.apiKeys, now: () => Date.now() }).create({
      projectId: 'default',
      name: 'the published clients',
      scope: 'server',
    })
    await store.close()
    alcove = await startAlcove({
      dataDir: place.dataDir,
      env: {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_HOST_SECRET: HOST_SECRET,
        ALCOVE_SECRET: OWN_SECRET,
        ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      },
    })
    world = {
      base: `http://127.0.0.1:${alcove.port}`,
      hostSecret: HOST_SECRET,
      apiKey: key,
    }
  })
  afterEach(() => vi.unstubAllGlobals())
  afterAll(async () => {
    await alcove?.stop()
    await place.remove()
    await model?.stop()
  })

  test.each(CELLS)('%s runs every method it has, with %s', async (version, mode) => {
    const requests: string[] = []
    vi.stubGlobal('fetch', createRedirectingFetch(world.base, requests))
    vi.stubGlobal('localStorage', createMemoryStorage())
    const user = `user-${version}-${mode.replace(' ', '-')}`
    const cloud = await createPublishedCloud(version, mode, user, world)
    const calls = new Set<string>()
    const part = (value: Methods, name: string) => noteCalls(value, name, calls)
    const threads = part(cloud.threads, 'threads')
    const messages = part(cloud.threads.messages, 'messages')
    const runs = part(cloud.runs, 'runs')
    const files = part(cloud.files, 'files')
    const tokens = part(cloud.auth.tokens, 'tokens')
    const wanted = [
      ...named('threads', cloud.threads),
      ...named('messages', cloud.threads.messages),
      ...named('runs', cloud.runs),
      ...named('files', cloud.files),
      ...named('tokens', cloud.auth.tokens),
    ]

    // Threads: made, listed, changed, archived.
    const created = await threads['create']!({
      last_message_at: new Date(),
      external_id: `order-${version}-${mode}`,
      metadata: { page: 'cart' },
    })
    const id = created.thread_id as string
    expect(idsOf(await threads['list']!())).toEqual([id])
    expect(idsOf(await threads['list']!({ is_archived: true }))).toEqual([])
    if (wanted.includes('threads.get')) {
      expect((await threads['get']!(id)).id).toBe(id)
    }

    // Messages: a question and its answer, newest first.
    const question = { role: 'user', content: [{ type: 'text', text: 'Where is my order?' }] }
    const answer = { role: 'assistant', content: [{ type: 'text', text: 'On its way.' }] }
    const first = await messages['create']!(id, {
      parent_id: null,
      format: 'aui/v0',
      content: question,
    })
    const second = await messages['create']!(id, {
      parent_id: first.message_id,
      format: 'aui/v0',
      content: answer,
    })
    const listed = await messages['list']!(id, { format: 'aui/v0' })
    expect(idsOf({ threads: listed.messages })).toEqual([second.message_id, first.message_id])
    expect(listed.messages[1]).toMatchObject({ parent_id: null, height: 0, content: question })
    expect(listed.messages[0]).toMatchObject({ parent_id: first.message_id, content: answer })
    expect((await messages['list']!('thread_that_is_not_there')).messages).toEqual([])
    if (wanted.includes('messages.update')) {
      const changed = { role: 'assistant', content: [{ type: 'text', text: 'It is here.' }] }
      await messages['update']!(id, second.message_id, { content: changed })
      const [row] = (await messages['list']!(id)).messages
      expect(row.content).toMatchObject(changed)
    }
    if (wanted.includes('messages.feedback')) {
      const given = await messages['feedback']!(id, second.message_id, {
        type: 'negative',
        comment: ' Too late. ',
      })
      expect(given).toMatchObject({ type: 'negative', comment: 'Too late.' })
    }

    // A title from the model, streamed, stored, and streamed again; a name by hand wins.
    const asked = [{ id: 'm1', createdAt: new Date(), ...question }]
    const titleBody = { thread_id: id, assistant_id: 'system/thread_title', messages: asked }
    expect(await readTitle(await runs['stream']!(titleBody))).toContain('Where is my order?')
    expect((await threads['list']!()).threads[0].title).toContain('Where is my order?')
    await threads['update']!(id, { title: 'My order' })
    expect(await readTitle(await runs['stream']!(titleBody))).toBe('My order')
    await threads['update']!(id, { is_archived: true })
    expect(idsOf(await threads['list']!({ is_archived: true }))).toEqual([id])
    await threads['update']!(id, { is_archived: false })

    // An assistant's answer, as the runtimes ask for it.
    const options = runs['__internal_getAssistantOptions']!('default')
    const streamed = await fetch(options.api, {
      method: 'POST',
      headers: { ...(await options.headers()), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...options.body, messages: [question], tools: {}, runConfig: {} }),
    })
    expect(streamed.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(await streamed.text()).toMatch(/^0:"/m)

    // Files: up, down, and a PDF as pictures.
    const upload = await files['generatePresignedUploadUrl']!({ filename: 'a b.txt' })
    const put = await fetch(upload.signedUrl, {
      method: 'PUT',
      body: 'Hello',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(put.ok).toBe(true)
    if (wanted.includes('files.generatePresignedDownloadUrl')) {
      const download = await files['generatePresignedDownloadUrl']!({ url: upload.publicUrl })
      expect(await (await fetch(download.signedUrl)).text()).toBe('Hello')
    }
    const pdf = `data:application/pdf;base64,${Buffer.from(createPdf(2)).toString('base64')}`
    const pages = await files['pdfToImages']!({ file_blob: pdf })
    expect(pages).toMatchObject({ success: true })
    expect(pages.urls).toHaveLength(2)
    expect((await fetch(pages.urls[0])).headers.get('Content-Type')).toBe('image/png')
    expect(await files['pdfToImages']!({})).toMatchObject({ success: false, urls: [] })

    // Tokens for a user: a server's alone.
    if (mode === 'API key') {
      const { token } = await tokens['create']!()
      const own = await fetch(`${world.base}/v1/threads`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(idsOf(await own.json())).toEqual([id])
    } else await expect(tokens['create']!()).rejects.toThrow(BACKEND_ONLY)

    if (wanted.includes('runs.report')) {
      const report = { thread_id: id, status: 'completed', total_steps: 1, input_tokens: 3 }
      expect((await runs['report']!(report)).run_id).toMatch(/./)
    }
    if (cloud.scores) {
      const scores = part(cloud.scores, 'scores')
      wanted.push(...named('scores', cloud.scores))
      const score = {
        name: 'helpful',
        data_type: 'boolean',
        value: true,
        message_id: second.message_id,
      }
      expect(await scores['create']!(score)).toMatchObject({ name: 'helpful', value: 1 })
    }
    if (cloud.events) {
      const events = part(cloud.events, 'events')
      wanted.push(...named('events', cloud.events))
      // Twenty at once are sent at once.
      for (let sent = 0; sent < 20; sent++)
        events['track']!({ kind: 'message_sent', thread_id: id })
      await vi.waitFor(() => expect(requests).toContain('POST /v1/events 202'))
    }
    if (cloud.projects) {
      const all = part(cloud.projects.threads, 'projects')
      const texts = part(cloud.projects.threads.messages, 'projectMessages')
      wanted.push(...named('projects', cloud.projects.threads))
      wanted.push(...named('projectMessages', cloud.projects.threads.messages))
      if (mode === 'API key') {
        expect(idsOf(await all['list']!({ limit: 100 }))).toContain(id)
        expect((await texts['list']!(id)).messages).toHaveLength(2)
      } else {
        await expect(all['list']!()).rejects.toThrow(BACKEND_ONLY)
        await expect(texts['list']!(id)).rejects.toThrow(BACKEND_ONLY)
      }
    }
    if (wanted.includes('threads.claim')) {
      const visitor = await mintVisitorWithThread(world.base)
      const claim = threads['claim']!({ refresh_token: visitor.refreshToken })
      if (mode === 'anonymous')
        await expect(claim).rejects.toThrow('Anonymous sessions cannot claim')
      else {
        expect(await claim).toEqual({ moved: 1 })
        expect(idsOf(await threads['list']!())).toContain(visitor.thread)
        await threads['delete']!(visitor.thread)
      }
    }

    await threads['delete']!(id)
    expect(idsOf(await threads['list']!())).toEqual([])
    await expect(threads['delete']!(id)).rejects.toThrow(/Thread not found/)
    expect([...calls]).toEqual(expect.arrayContaining(wanted))
    if (mode === 'anonymous') {
      const mints = requests.filter((line) => line.includes('/auth/tokens/anonymous'))
      // One for itself, and one for the visitor of the claim.
      expect(mints).toHaveLength(wanted.includes('threads.claim') ? 2 : 1)
    }
  })

  test('a token of the host is exchanged for a short one of ours', async () => {
    const response = await fetch(`${world.base}/v1/threads`, {
      headers: { Authorization: `Bearer ${await signHostToken(HOST_SECRET, 'ada')}` },
    })

    const exchanged = response.headers.get('Authorization') ?? ''
    const again = await fetch(`${world.base}/v1/threads`, { headers: { Authorization: exchanged } })
    expect(exchanged).toMatch(/^Bearer ey/)
    expect(again.status).toBe(200)
    expect(again.headers.get('Authorization')).toBeNull()
  })
})

const named = (name: string, part: object): string[] =>
  methodsOf(part).map((method) => `${name}.${method}`)

const idsOf = (body: { threads: { id: string }[] }): string[] => body.threads.map(({ id }) => id)

/** Every version's stream has the first text part's deltas somewhere in its chunks. */
async function readTitle(stream: ReadableStream<{ type: string; textDelta?: string }>) {
  let title = ''
  for await (const chunk of stream) if (chunk.type === 'text-delta') title += chunk.textDelta ?? ''
  return title
}

async function mintVisitorWithThread(base: string) {
  const minted = await fetch(`${base}/v1/auth/tokens/anonymous`, { method: 'POST' })
  const { access_token: token, refresh_token: refresh } = (await minted.json()) as {
    access_token: string
    refresh_token: { token: string }
  }
  const response = await fetch(`${base}/v1/threads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ last_message_at: new Date() }),
  })
  const { thread_id: thread } = (await response.json()) as { thread_id: string }
  return { refreshToken: refresh.token, thread }
}

function createMemoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
