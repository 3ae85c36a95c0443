import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { figureLimit } from '../../scripts/test-limits.ts'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { UPLOAD_GAP_TIMEOUT_MS } from '../files/receive-upload.ts'
import { createChatClient, userMessage, type ChatClient } from '../testing/chat-client.ts'
import { openSocket } from '../testing/open-socket.ts'
import { BODY_TIMEOUT_MS } from './read-body.ts'
import { CONNECTIONS_CHECK_MS, HEADERS_TIMEOUT_MS } from './connections.ts'

const LIMIT_MS = 5 * 60_000
/** Additional time for a busy machine. */
const SLACK_MS = figureLimit(8_000)
const DRIP_MS = 1_000
const JSON_HEAD = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'

let alcove: AlcoveServer
let client: ChatClient
let token: string
beforeAll(async () => {
  const limits = { activeRunsPerUser: 1, callsPerUserPerMinute: 1_000 }
  alcove = await startAlcove({ env: { ALCOVE_LIMITS: JSON.stringify(limits) } })
  client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  const minted = await client.call('/auth/tokens/anonymous', { method: 'POST' })
  token = ((await minted.json()) as { access_token: string }).access_token
})
afterAll(() => alcove.stop())

const authorization = () => `Authorization: Bearer ${token}\r\n`

/** A byte a second after the first bytes, until the server ends it. */
async function drip(text: string) {
  const started = performance.now()
  const socket = await openSocket(alcove.port)
  socket.write(text)
  const timer = setInterval(() => socket.write('x'), DRIP_MS)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  await socket.end
  return { ms: performance.now() - started, text: socket.text() }
}

const call = (path: string, init: RequestInit = {}) =>
  client.call(path, { ...init, headers: { authorization: `Bearer ${token}` } })

async function requestUpload() {
  const answer = await call('/files/attachments/generate-presigned-upload-url', {
    method: 'POST',
    body: JSON.stringify({ filename: 'a.txt' }),
  })
  const { signedUrl } = (await answer.json()) as { signedUrl: string }
  return new URL(signedUrl)
}

test(
  'heads, bodies and uploads of a byte a second end in time, and hold nobody else up',
  async () => {
    const upload = await requestUpload()
    const path = upload.pathname + upload.search
    const dripping = Promise.all([
      drip('POST /v1/threads HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      drip(`POST /v1/threads HTTP/1.1\r\n${JSON_HEAD}${authorization()}\r\n{"`),
      drip(`POST /v1/chat HTTP/1.1\r\n${JSON_HEAD}${authorization()}\r\n{"`),
      drip(`POST /v1/chat HTTP/1.1\r\n${JSON_HEAD}\r\n{"`),
      drip(`PUT ${path} HTTP/1.1\r\nHost: ${upload.host}\r\nContent-Length: 9999\r\n\r\nx`),
    ])

    const meanwhile = await client.chat({ thread: 'other', messages: [userMessage('Hello')] })
    expect(await meanwhile.text()).not.toBe('')
    const [head, body, chat, refused, put] = await dripping

    expect(head.text).toMatch(/^HTTP\/1\.1 408 /)
    expect(head.ms).toBeLessThan(HEADERS_TIMEOUT_MS + CONNECTIONS_CHECK_MS + SLACK_MS)
    for (const one of [body, chat]) {
      expect(one.text).toMatch(/^HTTP\/1\.1 408 /)
      expect(one.text).toContain('The body took longer than 30 seconds.')
      expect(one.ms).toBeGreaterThanOrEqual(BODY_TIMEOUT_MS - 1)
      expect(one.ms).toBeLessThan(BODY_TIMEOUT_MS + SLACK_MS)
    }
    expect(refused.text).toMatch(/^HTTP\/1\.1 401 /)
    expect(refused.ms).toBeLessThan(SLACK_MS)
    expect(put.text).toMatch(/^HTTP\/1\.1 408 /)
    expect(put.text).toContain('The upload stalled; send it again.')
    expect(put.ms).toBeLessThan(UPLOAD_GAP_TIMEOUT_MS + SLACK_MS)

    // Nothing partial is stored, and every place is free again.
    expect(await (await call('/threads')).json()).toEqual({ threads: [] })
    const again = await fetch(upload, { method: 'PUT', body: 'whole' })
    expect(again.status).toBe(200)
  },
  LIMIT_MS,
)

test('bodies that break off leave nothing, and take no place', async () => {
  const upload = await requestUpload()
  const chat = JSON.stringify({
    id: 'broken',
    trigger: 'submit-message',
    messages: [{ id: 'abc1234', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  })
  const length = `Content-Length: ${chat.length + 1}\r\n`
  const type = 'Host: localhost\r\nContent-Type: application/json\r\nAlcove-Stream: 1\r\n'
  const halves = [
    `POST /v1/chat HTTP/1.1\r\n${type}${length}${authorization()}\r\n${chat}`,
    `POST /v1/threads HTTP/1.1\r\n${type}${length}${authorization()}\r\n{"last_message_at":`,
    `PUT ${upload.pathname + upload.search} HTTP/1.1\r\nHost: ${upload.host}\r\nContent-Length: 99\r\n\r\nhalf`,
  ]
  for (const half of [...halves, ...halves]) {
    const socket = await openSocket(alcove.port)
    socket.write(half)
    socket.destroy()
  }

  await expect
    .poll(async () => (await fetch(upload, { method: 'PUT', body: 'whole' })).status)
    .toBe(200)
  expect(await (await call('/threads')).json()).toEqual({ threads: [] })
  const answer = await call('/chat', { method: 'POST', body: chat })
  expect(answer.status).toBe(200)
  await answer.text()
})
