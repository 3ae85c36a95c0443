// @vitest-environment node
import { expect, test } from 'vitest'
import { bindRecords } from './cloud-records.ts'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'

const CONTENT = { role: 'user', content: [] }

test('makes a thread and its messages by names, so that a repeated call makes no second one', async () => {
  const { http, requests, signal } = createFakeRequests(() =>
    json(200, { thread_id: 'thread_1', message_id: 'msg_1' }),
  )
  const records = bindRecords(requests)
  const message = { externalId: 'abc1234', parentId: 'msg_0', format: 'aui/v0', content: CONTENT }

  expect(await records.createThread('__LOCALID_a', '2026-11-21T00:00:00.000Z', signal)).toBe(
    'thread_1',
  )
  expect(await records.createMessage('thread_1', message, signal)).toBe('msg_1')
  await records.updateMessage('thread_1', 'msg_1', CONTENT, signal)

  expect(http.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    [
      'POST',
      '/threads',
      { external_id: '__LOCALID_a', last_message_at: '2026-11-21T00:00:00.000Z', upsert: true },
    ],
    [
      'POST',
      '/threads/thread_1/messages',
      { external_id: 'abc1234', parent_id: 'msg_0', format: 'aui/v0', content: CONTENT },
    ],
    ['PUT', '/threads/thread_1/messages/msg_1', { content: CONTENT }],
  ])
})

test('gives feedback and takes it back', async () => {
  const { http, requests, signal } = createFakeRequests(() =>
    json(200, { feedback_id: 'f', type: 'positive' }),
  )
  const { sendFeedback } = bindRecords(requests)

  await sendFeedback('a/b', 'm/1', { type: 'positive' }, signal)
  await sendFeedback('a/b', 'm/1', null, signal)

  const path = '/threads/a%2Fb/messages/m%2F1/feedback'
  expect(http.sent.map((request) => [request.method, request.path])).toEqual([
    ['POST', path],
    ['DELETE', path],
  ])
})
