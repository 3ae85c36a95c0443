import type { OwnedIds, RouteSample } from './route-sample.ts'

const CONTENT = { role: 'user', content: [{ type: 'text', text: 'hello' }] }
const MESSAGE = { parent_id: null, format: 'aui/v0', content: CONTENT }

const messagesOf = ({ thread }: OwnedIds) => `/threads/${thread}/messages`
const messageOf = ({ thread, message }: OwnedIds) => `/threads/${thread}/messages/${message}`
const runOf = ({ thread, lease }: OwnedIds) => `/threads/${thread}/runs/${lease}`
const feedbackOf = (ids: OwnedIds) => `${messageOf(ids)}/feedback`

/** Calls about the messages of a thread, and the leases on them. */
export const MESSAGE_ROUTE_SAMPLES: Readonly<Record<string, readonly RouteSample[]>> = {
  'GET /threads/:id/messages': [
    { owner: 200, foreign: 200, path: messagesOf },
    { owner: 200, foreign: 200, path: (ids) => `${messagesOf(ids)}?after=${ids.message}` },
  ],
  'POST /threads/:id/messages': [
    { owner: 201, foreign: 404, path: messagesOf, body: () => MESSAGE },
    {
      owner: 201,
      foreign: 404,
      path: messagesOf,
      body: ({ message }) => ({ ...MESSAGE, parent_id: message }),
    },
    {
      owner: 200,
      foreign: 404,
      path: messagesOf,
      body: ({ messageName }) => ({ ...MESSAGE, external_id: messageName }),
    },
    {
      owner: 200,
      foreign: 404,
      path: messagesOf,
      body: ({ message, lease }) => ({ ...MESSAGE, external_id: message, lease_id: lease }),
    },
    {
      owner: 200,
      foreign: 404,
      path: messagesOf,
      body: ({ message }) => ({ ...MESSAGE, external_id: message, open_run: true }),
    },
  ],
  'PUT /threads/:id/messages/:messageId': [
    { owner: 200, foreign: 404, path: messageOf, body: () => ({ content: CONTENT }) },
    {
      owner: 200,
      foreign: 404,
      path: messageOf,
      body: ({ lease }) => ({ content: CONTENT, lease_id: lease }),
    },
  ],
  'POST /threads/:id/runs/:leaseId/heartbeat': [
    { owner: 200, foreign: 404, path: (ids) => `${runOf(ids)}/heartbeat` },
  ],
  'POST /threads/:id/runs/:leaseId/end': [
    { owner: 200, foreign: 404, path: (ids) => `${runOf(ids)}/end`, body: () => ({}) },
  ],
  'DELETE /threads/:id/messages': [
    {
      owner: 200,
      foreign: 404,
      path: messagesOf,
      body: ({ message, messageName }) => ({ message_ids: [message, messageName] }),
    },
  ],
  'POST /threads/:id/messages/:messageId/feedback': [
    { owner: 200, foreign: 404, path: feedbackOf, body: () => ({ type: 'positive' }) },
  ],
  'DELETE /threads/:id/messages/:messageId/feedback': [
    { owner: 200, foreign: 404, path: feedbackOf },
  ],
}
