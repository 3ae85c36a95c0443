import { expect, test } from 'vitest'
import { MESSAGES_PAGE_MAX } from '../../shared/wire/messages.ts'
import { json } from './fake-http.test-support.ts'
import { createFakeRequests } from './fake-requests.test-support.ts'
import { readMessagePage, createMessage, deleteMessages, updateMessage } from './message-calls.ts'

const row = (id: string, more: object = {}) => ({
  id,
  external_id: null,
  parent_id: null,
  height: 0,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { role: 'user', content: [] },
  ...more,
})

test('reads rows into our names', () => {
  const { rows } = readMessagePage({
    messages: [row('msg_2', { parent_id: 'msg_1', external_id: 'abc1234' })],
  })

  expect(rows).toEqual([
    {
      id: 'msg_2',
      externalId: 'abc1234',
      parentId: 'msg_1',
      createdAt: '2026-11-21T00:00:00.000Z',
      format: 'aui/v0',
      content: { role: 'user', content: [] },
    },
  ])
})

test('costs a bad row itself and nothing else', () => {
  const page = readMessagePage({
    messages: [
      row('msg_4'),
      row('msg_3', { content: 'text', parent_id: 'msg_1' }),
      row('msg_2', { created_at: null }),
      null,
      7,
      { parent_id: 'msg_1' },
      row('msg_1'),
    ],
  })

  expect(page.rows.map(({ id }) => id)).toEqual(['msg_4', 'msg_1'])
  expect(page.unreadable).toEqual([
    { id: 'msg_3', parentId: 'msg_1' },
    { id: 'msg_2', parentId: null },
  ])
})

test('goes on after a full page only', () => {
  const page = (length: number) =>
    readMessagePage({ messages: Array.from({ length }, (_, index) => row(`msg_${index}`)) })

  expect(page(MESSAGES_PAGE_MAX - 1).next).toBeNull()
  expect(page(MESSAGES_PAGE_MAX).next).toBe(`msg_${MESSAGES_PAGE_MAX - 1}`)
})

test('goes on after a short page that does not reach the thread’s beginning', () => {
  const rows = [row('msg_3'), { ...row('msg_2'), parent_id: 'msg_1' }]

  expect(readMessagePage({ messages: rows }).next).toBe('msg_2')
  expect(readMessagePage({ messages: rows.toReversed() }).next).toBeNull()
})

test('goes on behind the last row that has a name', () => {
  const messages = Array.from({ length: MESSAGES_PAGE_MAX }, (_, index) =>
    index === MESSAGES_PAGE_MAX - 1 ? null : row(`msg_${index}`),
  )

  expect(readMessagePage({ messages }).next).toBe(`msg_${MESSAGES_PAGE_MAX - 2}`)
})

test.each([null, {}, { messages: {} }, 'text'])('refuses %j', (answer) => {
  expect(() => readMessagePage(answer)).toThrow(expect.objectContaining({ code: 'unavailable' }))
})

const ROW = { parent_id: null, format: 'aui/v0', content: { role: 'user', content: [] } }

test('names the calls as the contract does', async () => {
  const { http, requests, signal } = createFakeRequests(() => json(200, { message_id: 'msg_1' }))

  expect(await createMessage(requests, 'a/b', ROW, signal)).toBe('msg_1')
  await updateMessage(requests, 'a/b', 'm/1', ROW.content, signal)
  await deleteMessages(requests, 'a/b', ['m/1'], signal)

  expect(http.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/threads/a%2Fb/messages', ROW],
    ['PUT', '/threads/a%2Fb/messages/m%2F1', { content: ROW.content }],
    ['DELETE', '/threads/a%2Fb/messages', { message_ids: ['m/1'] }],
  ])
})
