// @vitest-environment node
import { expect, test } from 'vitest'
import { sendEvents } from './event-calls.ts'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { createMessage, deleteMessages, sendFeedback, updateMessage } from './message-calls.ts'
import { mintUserToken } from './token-calls.ts'

const ROW = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }

test('names the calls as the contract does', async () => {
  const { http, requests, signal } = createFakeRequests(({ path }) =>
    json(200, path.endsWith('/auth/tokens') ? { token: 'jwt' } : { message_id: 'msg_1' }),
  )

  expect(await createMessage(requests, 'a/b', ROW, signal)).toBe('msg_1')
  await updateMessage(requests, 'a/b', 'm/1', ROW.content, signal)
  await deleteMessages(requests, 'a/b', ['m/1'], signal)
  expect(await mintUserToken(requests, signal)).toBe('jwt')

  expect(http.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/threads/a%2Fb/messages', ROW],
    ['PUT', '/threads/a%2Fb/messages/m%2F1', { content: ROW.content }],
    ['DELETE', '/threads/a%2Fb/messages', { message_ids: ['m/1'] }],
    ['POST', '/auth/tokens', undefined],
  ])
})

test.each([
  [{ type: 'positive' as const }, { type: 'positive' }],
  [{ type: 'negative' as const, comment: '  ' }, { type: 'negative' }],
  [
    { type: 'negative' as const, comment: ' No. ' },
    { type: 'negative', comment: 'No.' },
  ],
])('sends %j as %j', async (feedback, body) => {
  const { http, requests, signal } = createFakeRequests(() =>
    json(200, { feedback_id: 'f', type: feedback.type }),
  )

  expect(await sendFeedback(requests, 't', 'm', feedback, signal)).toMatchObject({
    type: feedback.type,
  })
  expect(http.sent[0]).toMatchObject({ path: '/threads/t/messages/m/feedback', body })
})

test('sends events that outlive the page, whatever the answer says', async () => {
  const { http, requests, signal } = createFakeRequests(() => new Response(null, { status: 202 }))

  await sendEvents(requests, [{ kind: 'message_sent', thread_id: 't' }], signal)

  expect(http.sent[0]).toMatchObject({
    path: '/events',
    keepalive: true,
    body: { events: [{ kind: 'message_sent', thread_id: 't' }] },
  })
})
