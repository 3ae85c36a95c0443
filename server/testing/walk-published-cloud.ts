import { expect, vi } from 'vitest'
import { createPdf } from '../../scripts/create-pdf.ts'
import type { AuthMode, PublishedCloud } from './published-cloud.ts'
import { openParts, type Parts } from './published-parts.ts'
import { walkLease } from './walk-published-lease.ts'

const BACKEND_ONLY = /This endpoint may only be accessed from the backend|status 403/
const QUESTION = { role: 'user', content: [{ type: 'text', text: 'Where is my order?' }] }
const ANSWER = { role: 'assistant', content: [{ type: 'text', text: 'On its way.' }] }
/** As many as the client sends at once. */
const EVENTS_OF_A_BATCH = 20

export interface Walk {
  readonly base: string
  readonly mode: AuthMode
  readonly cloud: PublishedCloud
  /** Method, path and status of every call that the client made. */
  readonly requests: readonly string[]
}

/** Calls every method of a published client, and checks the results. */
export async function walkPublishedCloud(walk: Walk): Promise<void> {
  const parts = openParts(walk.cloud)
  const has = (method: string) => parts.has.includes(method)
  const id = await walkThreads(parts, walk)
  const answerId = await walkMessages(parts, id)
  if (has('messages.update')) await walkUpdate(parts, id, answerId)
  if (has('messages.feedback')) await walkFeedback(parts, id, answerId)
  if (has('threadRuns.end')) await walkLease(parts, id, answerId)
  await walkTitles(parts, id)
  await walkAssistant(parts, id)
  await walkFiles(parts)
  await (walk.mode === 'API key' ? walkTokens(parts, walk, id) : refuseTokens(parts))
  if (has('runs.report')) await walkReport(parts, id)
  if (has('scores.create')) await walkScores(parts, answerId)
  if (has('events.track')) await walkEvents(parts, walk, id)
  if (has('projectThreads.list')) {
    await (walk.mode === 'API key' ? walkProject(parts, id) : refuseProject(parts, id))
  }
  if (has('threads.claim')) await walkClaim(parts, walk)
  await walkInvalidation(parts, walk, id)
  await walkDeletion(parts, id)
  expect([...parts.calls]).toEqual(expect.arrayContaining(parts.has))
}

async function walkThreads({ part, has }: Parts, { requests }: Walk): Promise<string> {
  const threads = part('threads')
  const created = await threads['create']!({
    last_message_at: new Date(),
    external_id: 'order-17',
    metadata: { page: 'cart' },
  })
  const id = created.thread_id as string
  expect(idsOf(await threads['list']!())).toEqual([id])
  expect(idsOf(await threads['list']!({ is_archived: true }))).toEqual([])
  if (has.includes('threads.get')) expect((await threads['get']!(id)).id).toBe(id)
  // A single identity for all of this, despite concurrent calls before its first token.
  expect(requests.filter((line) => line.includes('/auth/tokens/anonymous')).length).toBeLessThan(2)
  return id
}

async function walkMessages({ part }: Parts, id: string): Promise<string> {
  const messages = part('messages')
  const format = 'aui/v0'
  const first = await messages['create']!(id, { parent_id: null, format, content: QUESTION })
  const parent = first.message_id as string
  const second = await messages['create']!(id, { parent_id: parent, format, content: ANSWER })
  const { messages: rows } = await messages['list']!(id, { format })
  expect(rows).toMatchObject([
    { id: second.message_id, parent_id: parent, height: 1, content: ANSWER },
    { id: parent, parent_id: null, height: 0, content: QUESTION },
  ])
  expect((await messages['list']!('thread_that_is_not_there')).messages).toEqual([])
  return second.message_id as string
}

async function walkUpdate({ part }: Parts, id: string, answerId: string) {
  const content = { role: 'assistant', content: [{ type: 'text', text: 'It is here.' }] }
  await part('messages')['update']!(id, answerId, { content })
  const [row] = (await part('messages')['list']!(id)).messages
  expect(row.content).toMatchObject(content)
}

async function walkFeedback({ part }: Parts, id: string, answerId: string) {
  const feedback = { type: 'negative', comment: ' Too late. ' }
  const given = await part('messages')['feedback']!(id, answerId, feedback)
  expect(given).toMatchObject({ type: 'negative', comment: 'Too late.' })
}

/** A client that forgets its token gets another for the same user. */
async function walkInvalidation({ part }: Parts, { cloud }: Walk, id: string) {
  cloud.auth.invalidate?.()
  expect(idsOf(await part('threads')['list']!())).toEqual([id])
}

/** From the model, streamed, stored, streamed again; a manual title wins. */
async function walkTitles({ part }: Parts, id: string) {
  const [threads, runs] = [part('threads'), part('runs')]
  const messages = [{ id: 'm1', createdAt: new Date(), ...QUESTION }]
  const body = { thread_id: id, assistant_id: 'system/thread_title', messages }
  const made = await readTitle(await runs['stream']!(body))
  expect(made).toContain('Where is my order?')
  expect((await threads['list']!()).threads[0].title).toBe(made)
  await threads['update']!(id, { title: 'My order' })
  expect(await readTitle(await runs['stream']!(body))).toBe('My order')
  await threads['update']!(id, { is_archived: true })
  expect(idsOf(await threads['list']!({ is_archived: true }))).toEqual([id])
  await threads['update']!(id, { is_archived: false })
}

/** As the runtimes request an answer. */
async function walkAssistant({ part }: Parts, id: string) {
  const options = part('runs')['__internal_getAssistantOptions']!('default')
  const body: unknown =
    typeof options.body === 'function' ? await options.body({ threadId: id }) : options.body
  const response = await fetch(options.api, {
    method: 'POST',
    headers: { ...(await options.headers()), 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...Object(body), messages: [QUESTION], tools: {}, runConfig: {} }),
  })
  const text = await response.text()
  if (options.protocol === 'ui-message-stream') {
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(text).toMatch(/^data: \{"type":"text-delta"/m)
  } else {
    expect(response.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(text).toMatch(/^0:"/m)
  }
}

/** Upload, download, and a PDF as images. */
async function walkFiles({ part, has }: Parts) {
  const files = part('files')
  const upload = await files['generatePresignedUploadUrl']!({ filename: 'a b.txt' })
  const put = await fetch(upload.signedUrl, {
    method: 'PUT',
    body: 'Hello',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(put.ok).toBe(true)
  if (has.includes('files.generatePresignedDownloadUrl')) {
    const download = await files['generatePresignedDownloadUrl']!({ url: upload.publicUrl })
    expect(await (await fetch(download.signedUrl)).text()).toBe('Hello')
  }
  expect(await files['pdfToImages']!({})).toMatchObject({ success: false, urls: [] })
  const pdf = `data:application/pdf;base64,${Buffer.from(createPdf(2)).toString('base64')}`
  const pages = await files['pdfToImages']!({ file_blob: pdf })
  expect(pages).toMatchObject({ success: true, urls: [expect.any(String), expect.any(String)] })
  expect((await fetch(pages.urls[0])).headers.get('Content-Type')).toBe('image/png')
}

async function walkTokens({ part }: Parts, { base }: Walk, id: string) {
  const { token } = await part('tokens')['create']!()
  const own = await fetch(`${base}/v1/threads`, { headers: { Authorization: `Bearer ${token}` } })
  expect(idsOf((await own.json()) as ThreadList)).toEqual([id])
}

const refuseTokens = ({ part }: Parts) =>
  expect(part('tokens')['create']!()).rejects.toThrow(BACKEND_ONLY)

async function walkReport({ part }: Parts, id: string) {
  const report = { thread_id: id, status: 'completed', total_steps: 1, input_tokens: 3 }
  expect((await part('runs')['report']!(report)).run_id).toMatch(/./)
}

async function walkScores({ part }: Parts, answerId: string) {
  const score = { name: 'helpful', data_type: 'boolean', value: true, message_id: answerId }
  expect(await part('scores')['create']!(score)).toMatchObject({ name: 'helpful', value: 1 })
}

async function walkEvents({ part }: Parts, { requests }: Walk, id: string) {
  const events = part('events')
  for (let sent = 0; sent < EVENTS_OF_A_BATCH; sent++) {
    events['track']!({ kind: 'message_sent', thread_id: id })
  }
  await vi.waitFor(() => expect(requests).toContain('POST /v1/events 202'))
}

async function walkProject({ part }: Parts, id: string) {
  expect(idsOf(await part('projectThreads')['list']!({ limit: 100 }))).toContain(id)
  expect((await part('projectMessages')['list']!(id)).messages).toHaveLength(2)
}

async function refuseProject({ part }: Parts, id: string) {
  await expect(part('projectThreads')['list']!()).rejects.toThrow(BACKEND_ONLY)
  await expect(part('projectMessages')['list']!(id)).rejects.toThrow(BACKEND_ONLY)
}

async function walkClaim({ part }: Parts, { base, mode }: Walk) {
  const threads = part('threads')
  const visitor = await mintVisitorWithThread(base)
  const claim = threads['claim']!({ refresh_token: visitor.refreshToken }) as Promise<unknown>
  if (mode === 'anonymous') {
    await expect(claim).rejects.toThrow('Anonymous sessions cannot claim')
    return
  }
  expect(await claim).toEqual({ moved: 1 })
  expect(idsOf(await threads['list']!())).toContain(visitor.thread)
  await threads['delete']!(visitor.thread)
}

async function walkDeletion({ part }: Parts, id: string) {
  const threads = part('threads')
  await threads['delete']!(id)
  expect(idsOf(await threads['list']!())).toEqual([])
  await expect(threads['delete']!(id)).rejects.toThrow(/Thread not found/)
}

interface ThreadList {
  readonly threads: readonly { readonly id: string }[]
}

const idsOf = (body: ThreadList): string[] => body.threads.map(({ id }) => id)

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
