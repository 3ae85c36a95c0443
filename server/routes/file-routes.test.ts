import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPdf } from '../../scripts/create-pdf.ts'
import type { Identity } from '../auth/identity.ts'
import type { Files } from '../files/files.ts'
import { createBusyError } from '../limits/busy-error.ts'
import { PROJECT_CACHE_MS } from '../projects/create-projects.ts'
import type { PdfUrls } from '../projects/project-schema.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createRouteApp } from '../testing/create-route-app.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { fileRoutes } from './file-routes.ts'

const ORIGIN = 'https://chat.test'
const UPLOAD = 'POST /files/attachments/generate-presigned-upload-url'
const DOWNLOAD = 'POST /files/attachments/generate-presigned-download-url'
const NOT_FOUND = { status: 404, json: { error: 'not_found', message: 'Attachment not found' } }

let world: TestApp
let call: Caller
let stranger: string
beforeEach(async () => {
  world = await createTestApp({ env: { ALCOVE_PUBLIC_URL: ORIGIN } })
  call = createCaller(world, (await world.signIn()).authorization)
  stranger = (await world.signIn()).authorization
})
afterEach(() => world.close())

const pathOf = (url: string) => url.slice(ORIGIN.length)

async function putText(text = 'Hello') {
  const { json } = await call(UPLOAD, { filename: 'a b.txt' })
  const put = await world.request(pathOf(json.signedUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'text/plain' },
    body: text,
  })
  expect(put.ok).toBe(true)
  return json as { key: string; publicUrl: string }
}
const open = async (url: string) => (await world.request(pathOf(url))).text()

test('an address takes a file, and others open it (7.28, 7.29)', async () => {
  const answer = await call(UPLOAD, { filename: 'a b.txt' })

  expect(answer.status).toBe(201)
  expect(answer.json).toEqual({
    success: true,
    key: expect.any(String),
    signedUrl: expect.stringMatching(/^https:\/\/chat\.test\/files\//),
    publicUrl: `${ORIGIN}/v1/files/attachments/${answer.json.key}`,
    expiresAt: expect.stringMatching(/^2026-11-21T05:\d\d:00\.000Z$/),
    // For a visitor.
    keptSeconds: 3_600,
  })
})

test.each(['key', 'publicUrl'] as const)('a file is opened by its %s', async (name) => {
  const file = await putText()
  const body = name === 'key' ? { key: file.key } : { url: file.publicUrl }

  const { status, json } = await call(DOWNLOAD, body)

  expect(status).toBe(200)
  expect(json).toMatchObject({ key: file.key })
  expect(await open(json.signedUrl)).toBe('Hello')
})

test('the stored address itself leads its owner to the file', async () => {
  const { key, publicUrl } = await putText()

  const { status, headers } = await call(`GET /files/attachments/${key}`)

  expect(status).toBe(302)
  expect(await open(headers.get('Location') ?? '')).toBe('Hello')
  expect((await world.request(pathOf(publicUrl))).status).toBe(401)
})

test('history opens files, and stores their stable address', async () => {
  const file = await putText()
  const attachments = [{ id: 'a1', type: 'document', url: file.publicUrl }]
  const content = { role: 'user', content: [], metadata: { custom: { attachments } } }
  const message = { parent_id: null, format: 'aui/v0', content }
  const { thread_id: thread } = (
    await call('POST /threads', { last_message_at: '2026-11-21T04:00:00.000Z' })
  ).json
  const { message_id: id } = (await call(`POST /threads/${thread}/messages`, message)).json
  const list = async () => (await call(`GET /threads/${thread}/messages`)).json.messages[0]
  const shown = await list()
  const { url } = shown.content.metadata.custom.attachments[0]

  expect(url).not.toBe(file.publicUrl)
  expect(await open(url)).toBe('Hello')
  // A client that stores the content as shown stores no address that expires in five minutes.
  await call(`PUT /threads/${thread}/messages/${id}`, { content: shown.content })
  const { workspace_id: workspaceId } = (await call(`GET /threads/${thread}`)).json.thread
  const scope = { projectId: 'default', workspaceId, userId: workspaceId }
  expect((await world.store.messages.find(scope, thread, id))?.content).toEqual(content)
})

test('somebody else’s file answers like one that is not there (8.22)', async () => {
  const { key, publicUrl } = await putText()

  for (const body of [
    { key },
    { url: publicUrl },
    { key: 'file_unknown' },
    { url: 'x'.repeat(9_000) },
  ]) {
    expect(await call(DOWNLOAD, body, { as: stranger })).toMatchObject(NOT_FOUND)
  }
  expect(await call(`GET /files/attachments/${key}`, undefined, { as: stranger })).toMatchObject(
    NOT_FOUND,
  )
  expect(await call('GET /files/attachments/%00')).toMatchObject(NOT_FOUND)
})

test('an upload that never came is not there', async () => {
  const { json } = await call(UPLOAD, { filename: 'a.txt' })

  expect((await call(DOWNLOAD, { key: json.key })).status).toBe(404)
})

test.each([
  [UPLOAD, {}],
  [UPLOAD, { filename: '' }],
  [UPLOAD, { filename: 'a\0.txt' }],
  [UPLOAD, { filename: 'a.txt', content_length: -1 }],
  [UPLOAD, { filename: 'a.txt', content_length: 1.5 }],
  [UPLOAD, { filename: 'a.txt', content_type: 'text/plain\0' }],
  [UPLOAD, { filename: 'a.txt', key: 'file_mine' }],
  [DOWNLOAD, {}],
  [DOWNLOAD, { key: 'k', url: 'https://chat.test' }],
  [DOWNLOAD, { key: 1 }],
])('%s with %j is a bad request', async (route, body) => {
  expect((await call(route, body)).status).toBe(400)
})

test('a file that is too large is refused before it is sent', async () => {
  const body = { filename: 'a.txt', content_length: 5 * 1_048_576 }

  expect((await call(UPLOAD, body)).status).toBe(201)
  expect(await call(UPLOAD, { ...body, content_length: body.content_length + 1 })).toMatchObject({
    status: 413,
    json: { error: 'too_large' },
  })
})

test('uploads are counted', async () => {
  const limited = await createTestApp({
    env: { ALCOVE_LIMITS: JSON.stringify({ uploadsPerAnonymousUserPerHour: 1 }) },
  })
  const limitedCall = createCaller(limited, (await limited.signIn()).authorization)
  const statuses = [
    (await limitedCall(UPLOAD, { filename: 'a.txt' })).status,
    (await limitedCall(UPLOAD, { filename: 'a.txt' })).status,
  ]
  await limited.close()

  expect(statuses).toEqual([201, 429])
})

const PDF = `data:application/pdf;base64,${Buffer.from(createPdf(2)).toString('base64')}`
const TO_IMAGES = 'POST /files/pdf-to-images'

test('a PDF’s pages become pictures (7.27)', async () => {
  const { status, json } = await call(TO_IMAGES, { file_blob: PDF })

  expect(status).toBe(200)
  expect(json).toMatchObject({
    success: true,
    message: 'PDF successfully converted to images',
    keptSeconds: 3_600,
  })
  expect(json.urls).toHaveLength(2)
  const page = await world.request(pathOf(json.urls[0]))
  expect(page.headers.get('Content-Type')).toBe('image/png')
})

test.each([[{}], [{ file_blob: null, file_url: null }], [{ file_blob: '' }]])(
  '%j is a right call without a file',
  async (body) => {
    expect(await call(TO_IMAGES, body)).toMatchObject({
      status: 200,
      json: { success: false, urls: [], message: 'No file provided' },
    })
  },
)

test.each([
  { file_blob: 'data:application/pdf;base64,bm90IGEgcGRm' },
  { file_blob: '***' },
  { file_url: 'http://127.0.0.1:1/a.pdf' },
  { file_url: 'file:///etc/passwd' },
  { file_url: `${ORIGIN}/v1/files/attachments/file_${'a'.repeat(24)}` },
])('%j is a right call with a file that cannot be read', async (body) => {
  const { status, json } = await call(TO_IMAGES, body)

  expect(status).toBe(200)
  expect(json).toMatchObject({ success: false, urls: [] })
  expect(json.message).toMatch(/\w/)
})

test.each([[{ file_blob: 1 }], [{ file: PDF }], ['"a text"']])(
  '%j is a bad request',
  async (body) => {
    expect((await call(TO_IMAGES, body)).status).toBe(400)
  },
)

test('addresses of a suspended project open and take nothing', async () => {
  const { key } = await putText()
  const { signedUrl } = (await call(DOWNLOAD, { key })).json
  const upload = (await call(UPLOAD, { filename: 'b.txt' })).json.signedUrl
  const put = () => world.request(pathOf(upload), { method: 'PUT', body: 'Hello' })

  await world.store.projects.setSuspended('default', true)
  world.clock.ms += PROJECT_CACHE_MS + 1
  expect((await world.request(pathOf(signedUrl))).status).toBe(404)
  expect((await put()).status).toBe(404)

  await world.store.projects.setSuspended('default', false)
  world.clock.ms += PROJECT_CACHE_MS + 1
  expect(await open(signedUrl)).toBe('Hello')
  expect((await put()).status).toBe(200)
})

test('a busy server says so, and when to come back', async () => {
  const identity = { projectId: 'default', workspaceId: 'w', userId: 'u', kind: 'host' } as const
  const busy = createBusyError('Busy; try again.', 60)
  const { request } = createRouteApp(fileRoutes, {
    parts: {
      authenticator: {
        authenticate: () => Promise.resolve({ identity }),
        mint: () => Promise.resolve('token'),
      },
      files: { pdfToImages: () => Promise.reject(busy) } as unknown as Files,
    },
  })

  const response = await request('/v1/files/pdf-to-images', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x' },
    body: JSON.stringify({ file_blob: PDF }),
  })

  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await response.json()).toMatchObject({ error: 'unavailable', message: 'Busy; try again.' })
})

const CALLERS = {
  visitor: { kind: 'anonymous' },
  'key of a page': { kind: 'claimed' },
  'named user': { kind: 'host' },
  server: { kind: 'host', isServer: true },
} satisfies Record<string, Partial<Identity>>

test.each<[PdfUrls, readonly string[]]>([
  ['server', ['server']],
  ['users', ['named user', 'server']],
  ['everybody', ['visitor', 'key of a page', 'named user', 'server']],
])('with pdfUrls %s a public address may be fetched for: %j', async (pdfUrls, allowed) => {
  const fetched: string[] = []

  for (const [name, caller] of Object.entries(CALLERS)) {
    const identity = { projectId: 'default', workspaceId: 'w', userId: 'u', ...caller }
    const authenticate = () => Promise.resolve({ identity })
    const pdfToImages: Files['pdfToImages'] = (_owner, _base, pdf) => {
      if (pdf.mayFetch) fetched.push(name)
      return Promise.resolve([])
    }
    const { request } = createRouteApp(fileRoutes, {
      project: { pdfUrls },
      parts: {
        authenticator: { authenticate, mint: () => Promise.resolve('token') },
        files: { pdfToImages, keptSeconds: () => 3_600 } as unknown as Files,
      },
    })

    const body = JSON.stringify({ file_url: 'https://files.example/a.pdf' })
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer x' }
    const response = await request('/v1/files/pdf-to-images', { method: 'POST', headers, body })
    expect(response.status).toBe(200)
  }

  expect(fetched).toEqual(allowed)
})
