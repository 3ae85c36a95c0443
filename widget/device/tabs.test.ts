import { expect, test } from 'vitest'
import { createFakeChannels } from './fake-tabs.test-support.ts'
import {
  parseTabEvent,
  TAB_TEXT_MAX_CHARACTERS,
  type TabEvent,
  createTabs,
  type RunAlone,
} from './tabs.ts'

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
  { type: 'calls' },
  { type: 'tools' },
  { type: 'left' },
]

test.each(EVENTS)('knows %j', (event) => {
  expect(parseTabEvent(event)).toEqual(event)
  // A newer version may add fields.
  expect(parseTabEvent({ ...event, more: true })).toEqual(event)
})

test.each([
  null,
  'left',
  [],
  { type: 'unheard' },
  { type: 'missed' },
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

const atOnce: RunAlone = (_name, _signal, task) => task()

test('tells the other tabs of the same person, and nobody else', () => {
  const openChannel = createFakeChannels()
  const open = (key: string) => {
    const tabs = createTabs({ key, openChannel, runAlone: atOnce })
    const heard: TabEvent[] = []
    tabs.subscribe((event) => heard.push(event))
    return { tabs, heard }
  }
  const [first, second, other] = [open('ada'), open('ada'), open('ben')]

  first.tabs.post({ type: 'outbox' })

  expect(second.heard).toEqual([{ type: 'outbox' }])
  expect(first.heard).toEqual([])
  expect(other.heard).toEqual([])
  second.tabs.close()
  first.tabs.post({ type: 'left' })
  expect(second.heard).toHaveLength(1)
})

test('tells its own listeners, and no other tab, that it may have missed something', () => {
  const openChannel = createFakeChannels()
  const tabs = createTabs({ key: 'shop', openChannel, runAlone: atOnce })
  const other = createTabs({ key: 'shop', openChannel, runAlone: atOnce })
  const heard: string[] = []
  tabs.subscribe(({ type }) => heard.push(type))
  other.subscribe(({ type }) => heard.push(`other: ${type}`))

  tabs.miss()
  other.post({ type: 'hello' })

  expect(heard).toEqual(['missed', 'hello'])
})

test('hears nothing that it does not understand', () => {
  const openChannel = createFakeChannels()
  const tabs = createTabs({ key: 'ada', openChannel, runAlone: atOnce })
  const heard: TabEvent[] = []
  const stop = tabs.subscribe((event) => heard.push(event))
  const { postMessage: post } = openChannel('alcove:ada')

  post({ type: 'unheard' })
  post({ type: 'outbox' })
  expect(heard).toEqual([{ type: 'outbox' }])
  stop()
  post({ type: 'outbox' })
  expect(heard).toHaveLength(1)
})

test.each([
  ['without a channel', undefined],
  [
    'where the browser refuses one',
    () => {
      throw new DOMException('No.', 'SecurityError')
    },
  ],
])('a tab %s is alone, and works', async (_, openChannel) => {
  const tabs = createTabs({ key: 'ada', openChannel, runAlone: atOnce })

  expect(tabs.isAlone).toBe(true)
  tabs.post({ type: 'outbox' })
  tabs.subscribe(() => {})()
  const { signal } = new AbortController()
  expect(await tabs.leader('outbox', signal, async () => 'done')).toBe('done')
  tabs.close()
})

test('names what only one tab does by its person', async () => {
  const names: string[] = []
  const runAlone: RunAlone = (name, _signal, task) => {
    names.push(name)
    return task()
  }
  const tabs = createTabs({ key: 'ada', openChannel: createFakeChannels(), runAlone })
  expect(tabs.isAlone).toBe(false)

  await tabs.leader('outbox:thread_1', new AbortController().signal, async () => {})

  expect(names).toEqual(['alcove:ada:outbox:thread_1'])
})
