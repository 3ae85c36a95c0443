import { expect, test } from 'vitest'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { sendEvents, sendFeedback } from './feedback-calls.ts'

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

test('sends events that outlive the page, independent of the answer', async () => {
  const { http, requests, signal } = createFakeRequests(() => new Response(null, { status: 202 }))

  await sendEvents(requests, [{ kind: 'message_sent', thread_id: 't' }], signal)

  expect(http.sent[0]).toMatchObject({
    path: '/events',
    keepalive: true,
    body: { events: [{ kind: 'message_sent', thread_id: 't' }] },
  })
})
