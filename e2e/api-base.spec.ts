import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AlcoveServer } from './alcove-server.ts'
import { buildFrame } from './build-frame.ts'
import { expect, test } from './fixtures.ts'

/** Client of an operator who stores threads elsewhere. */
const OWN_CLIENT = `
const row = (id, parentId, role, text) => ({
  id, parentId, externalId: null, createdAt: '2026-11-21T00:00:00.000Z', format: 'aui/v0',
  content: { role, content: [{ type: 'text', text }], metadata: {} },
})
const rows = [
  row('m2', 'm1', 'assistant', 'An answer from elsewhere'),
  row('m1', null, 'user', 'A question from elsewhere'),
]
const stream = (...chunks) =>
  new Blob(chunks.map((chunk) => 'data: ' + JSON.stringify(chunk) + '\\n\\n')).stream()
export const createSuppliedCloud = ({ mode }) => ({
  hasIdentity: () => true,
  lastThread: async () => ({ id: 't1', title: 'Kept elsewhere' }),
  messages: async () => ({ rows, unreadable: [], next: null }),
  stop: async () => [],
  chat: async ({ messages }, { onDispatch }) => {
    onDispatch()
    return stream(
      { type: 'start', messageId: 'm4', messageMetadata: { alcove: { threadId: 't1', userMessageId: 'm3' } } },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: mode + ' said ' + messages.at(-1).parts[0].text },
      { type: 'text-end', id: 't' },
      { type: 'finish' },
    )
  },
})
`

/** Records API calls that the page sends and the server counts, and the log. */
function watch(page: Page, alcove: AlcoveServer) {
  const requests: string[] = []
  const errors: string[] = []
  const start = alcove.output().length
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/(^|\/)v1(\/|$)/.test(pathname)) requests.push(`${request.method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const received = () =>
    alcove
      .output()
      .slice(start)
      .split('\n')
      .filter((line) => /"route":"[^"]*\/v1(\/|")/.test(line))
  return { requests, errors, received }
}

test('calls the server of its own document when nothing else was built in (7.6, T09)', async ({
  page,
  alcove,
  chat,
}) => {
  const seen = watch(page, alcove)
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say Here')
  await chat.settled()

  await expect(chat.answer).toContainText('Here')
  await expect.poll(() => seen.requests).toContain('POST /v1/chat')
  await expect.poll(() => seen.received().length).toBeGreaterThan(0)
})

test(
  'has an empty list, no requests and no error when built without a base (7.7)',
  { tag: '@nightly' },
  async ({ page, alcove, chat, shared }) => {
    const frame = await shared('frame without a server', () => buildFrame({ ALCOVE_API_BASE: '' }))
    await frame.serve(page)
    const seen = watch(page, alcove)
    await page.goto('/bare.html')
    await chat.open()
    await expect(chat.frame.getByText('How can we help?')).toBeVisible()
    await expect(chat.log.getByRole('article')).toHaveCount(0)
    expect(seen.errors).toEqual([])

    await chat.send('Is anybody there?')
    await expect(chat.answer).toContainText('This chat has no server yet, so nobody can answer.')
    await chat.settled()
    await expect(chat.composer).toBeEditable()
    expect(seen.requests).toEqual([])
    expect(seen.received()).toEqual([])
    expect(seen.errors).toEqual([])
  },
)

test(
  'opens the threads of a supplied client, and calls no other server (7.9)',
  { tag: '@nightly' },
  async ({ page, alcove, chat, shared }) => {
    const folder = await mkdtemp(join(tmpdir(), 'alcove-client-'))
    const client = join(folder, 'own-client.ts')
    await writeFile(client, OWN_CLIENT)
    const settings = { ALCOVE_API_BASE: '', ALCOVE_CLOUD_CLIENT: client }
    const frame = await shared('frame of a supplied client', () => buildFrame(settings))
    await rm(folder, { recursive: true })
    await frame.serve(page)
    const seen = watch(page, alcove)
    await page.goto('/bare.html')
    await chat.open()

    await expect(chat.log).toContainText('A question from elsewhere')
    await expect(chat.log).toContainText('An answer from elsewhere')
    await chat.send('Hello')
    await expect(chat.answer).toContainText('anonymous said Hello')
    expect(seen.requests).toEqual([])
    expect(seen.received()).toEqual([])
    expect(seen.errors).toEqual([])
  },
)
