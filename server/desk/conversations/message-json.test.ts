import { expect, test } from 'vitest'
import { atOnce } from '../../steps/steps.test-support.ts'
import type { ConversationMessages } from '../../store/store.ts'
import { MASKED } from './cover.ts'
import { messagesJson, SHOWN_PARTS_MAX } from './message-json.ts'

/** The message of an answer with these parts, as the desk shows it. */
function show(content: readonly object[]) {
  const row = {
    id: 'm1',
    threadId: 't1',
    parentId: null,
    externalId: null,
    format: 'aui/v0',
    content: { role: 'assistant', content },
    height: 0,
    origin: 'client',
    createdAt: '2027-01-15T08:00:00.000Z',
    updatedAt: '',
  }
  const given = { messages: [row], isCut: false, ratings: [], facts: new Map() }
  const messages = {
    ...given,
    withReasons: new Set(),
    fixes: [],
  } as unknown as ConversationMessages
  return atOnce(messagesJson(messages, MASKED))[0]
}

test('of a message 2,000 parts are shown', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'text', text: 'a' }))
  expect(show(parts(SHOWN_PARTS_MAX))?.parts).toHaveLength(2_000)
  expect(show(parts(SHOWN_PARTS_MAX + 1))?.parts).toHaveLength(2_000)
})

// Visitors may store messages of their own, with any sources.
test('sources are links to web addresses alone, masked', () => {
  const source = (url: string, title: string) => ({ type: 'source', sourceType: 'url', url, title })
  const message = show([
    source('javascript:alert(1)', 'A script'),
    source('https://shop.example/ada%40example.com', 'ada@example.com'),
  ])
  expect(message?.parts).toMatchObject([
    { type: 'source', title: 'A script', url: null },
    { type: 'source', title: '•••@example.com', url: 'https://shop.example/•••@example.com' },
  ])
})
