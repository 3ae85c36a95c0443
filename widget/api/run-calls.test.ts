// @vitest-environment node
import { expect, test } from 'vitest'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { streamRun, streamTitle } from './run-calls.ts'

const MESSAGES = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const answer =
  (type: string, headers: Record<string, string> = {}) =>
  () =>
    new Response('Größe', { headers: { 'Content-Type': type, ...headers } })

test('asks for a title in plain text and hands out its pieces (7.31)', async () => {
  const { http, requests, signal } = createFakeRequests(answer('text/plain; charset=utf-8'))

  const title = await streamTitle(requests, 'thread_1', MESSAGES, signal)

  expect((await Array.fromAsync(title)).join('')).toBe('Größe')
  expect(http.sent[0]?.headers.get('Accept')).toBe('text/plain')
  expect(http.sent[0]?.body).toEqual({
    thread_id: 'thread_1',
    assistant_id: 'system/thread_title',
    messages: MESSAGES,
  })
})

test('takes no page of a proxy for a title', async () => {
  const { requests, signal } = createFakeRequests(answer('text/html'))

  await expect(streamTitle(requests, 'thread_1', MESSAGES, signal)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test.each([
  ['data-stream', 'text/plain'],
  ['ui-message-stream', 'text/event-stream'],
] as const)('asks for a %s by %s', async (protocol, accept) => {
  const { http, requests, signal } = createFakeRequests(answer(accept))
  const run = { assistantId: 'default', messages: MESSAGES, settings: { system: 'Be brief.' } }

  expect((await streamRun(requests, { ...run, protocol }, signal)).protocol).toBe(protocol)

  expect(http.sent[0]?.headers.get('Accept')).toBe(accept)
  expect(http.sent[0]?.body).toEqual({
    system: 'Be brief.',
    assistant_id: 'default',
    response_format: 'vercel-ai-data-stream/v1',
    messages: MESSAGES,
  })
})

test.each([
  ['text/plain', { 'x-vercel-ai-data-stream': 'v1' }, 'data-stream'],
  ['text/plain', { 'x-vercel-ai-ui-message-stream': 'v1' }, 'ui-message-stream'],
  ['text/event-stream', {}, 'ui-message-stream'],
  ['text/plain', {}, 'data-stream'],
])('reads %s with %j as a %s', async (type, headers, protocol) => {
  const { requests, signal } = createFakeRequests(answer(type, headers))
  const run = { assistantId: 'default', threadId: 'thread_1', messages: MESSAGES }

  expect((await streamRun(requests, run, signal)).protocol).toBe(protocol)
})
