// @vitest-environment node
import { expect, test } from 'vitest'
import { parseTabEvent, TAB_TEXT_MAX_CHARACTERS, type TabEvent } from './tab-event.ts'

const DRAFT = {
  type: 'draft',
  thread: 'thread_1',
  text: 'Hi',
  hasFiles: false,
  savedAt: 1,
} as const
const EVENTS: readonly TabEvent[] = [
  { type: 'thread', change: 'renamed', thread: 'thread_1' },
  { type: 'messages', thread: 'thread_1' },
  { type: 'run', thread: 'thread_1', isRunning: true },
  { type: 'unread', thread: 'thread_1', isUnread: false },
  DRAFT,
  { type: 'hello' },
  { type: 'outbox' },
  { type: 'left' },
]

test.each(EVENTS)('knows %j', (event) => {
  expect(parseTabEvent(event)).toEqual(event)
  // A newer version may say more.
  expect(parseTabEvent({ ...event, more: true })).toEqual(event)
})

test.each([
  null,
  'left',
  [],
  { type: 'unheard' },
  { type: 'messages' },
  { type: 'messages', thread: '' },
  { type: 'messages', thread: 'x'.repeat(301) },
  { type: 'thread', change: 'painted', thread: 'thread_1' },
  { type: 'run', thread: 'thread_1', isRunning: 'yes' },
  { ...DRAFT, text: 1 },
  { ...DRAFT, savedAt: Number.NaN },
])('takes nothing from %j', (value) => {
  expect(parseTabEvent(value)).toBeNull()
})

test('takes words up to its limit', () => {
  const longest = { ...DRAFT, text: 'x'.repeat(TAB_TEXT_MAX_CHARACTERS) }
  expect(parseTabEvent(longest)).toEqual(longest)
  expect(parseTabEvent({ ...longest, text: `${longest.text}x` })).toBeNull()
  expect(parseTabEvent({ type: 'messages', thread: 'x'.repeat(300) })).not.toBeNull()
})
