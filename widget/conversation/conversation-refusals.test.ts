// @vitest-environment node
import { expect, test } from 'vitest'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { StoredMessage } from '../api/message-calls.ts'
import type { Conversation, ConversationSettings } from './conversation.ts'
import { createSessionWorld } from './session.test-support.ts'

const row = (id: string, parentId: string | null, content: JsonObject): StoredMessage => ({
  id,
  externalId: null,
  parentId,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { metadata: {}, ...content },
})
const text = (value: string) => [{ type: 'text', text: value }]
const QUESTION = row('q', null, { role: 'user', content: text('Where?') })
const ANSWER = row('a', 'q', { role: 'assistant', content: text('There.') })
const LOOK = { type: 'tool-call', toolCallId: 'c', toolName: 'look', args: {} }
const WAITING = row('w', 'q', {
  role: 'assistant',
  content: [LOOK],
  status: { type: 'requires-action', reason: 'tool-calls' },
})

/** Opens a stored thread; the newest row comes first. */
async function open(rows: readonly StoredMessage[], settings: Partial<ConversationSettings> = {}) {
  const world = createSessionWorld({ threadId: 'thread_1', isNew: false, ...settings })
  world.cloud.pages.set(null, { rows, unreadable: [], next: null })
  await world.session.load()
  return world
}
type Act = (session: Conversation) => void
const textsOf = ({ failures }: { failures: readonly { error: unknown }[] }) =>
  failures.map(({ error }) => (error as Error).message)

test.each<[string, readonly StoredMessage[], Act]>([
  [
    THREAD_TEXTS.unsupportedEditing,
    [ANSWER, QUESTION],
    (session) => session.edit('q', { text: 'Where to?' }),
  ],
  [THREAD_TEXTS.unsupportedReloading, [ANSWER, QUESTION], (session) => session.reload('a')],
  [THREAD_TEXTS.unsupportedReloading, [ANSWER, QUESTION], (session) => session.retry('a')],
  [THREAD_TEXTS.unsupportedResuming, [WAITING, QUESTION], (session) => session.retry('w')],
])(
  'a thread that nobody may write to says “%s”, another one asks (8.24, 8.25, 8.26)',
  async (said, rows, act) => {
    const readOnly = await open(rows, { isReadOnly: true })
    act(readOnly.session)

    expect(textsOf(readOnly)).toEqual([said])
    expect(readOnly.cloud.chats).toEqual([])

    const writable = await open(rows)
    act(writable.session)

    expect(textsOf(writable)).toEqual([])
    expect(writable.cloud.chats).toHaveLength(1)
  },
)

test('a thread that nobody may write to says that nothing can be cancelled; another one does (3.14, 8.27)', () => {
  const readOnly = createSessionWorld({ isReadOnly: true })
  readOnly.session.stop()
  expect(textsOf(readOnly)).toEqual([THREAD_TEXTS.unsupportedCancelling])

  const writable = createSessionWorld()
  writable.session.send({ text: 'Hello' })
  writable.session.stop()

  expect(textsOf(writable)).toEqual([])
  expect(writable.cloud.stops).toHaveLength(1)
})

test('switching during a run says that branches cannot be switched, and switches nothing (8.29)', async () => {
  const other = row('b', 'q', { role: 'assistant', content: text('Here.') })
  const world = await open([other, ANSWER, QUESTION])
  world.session.switchTo('a')
  expect(world.lines).toEqual(['user: Where?', 'assistant: There.'])
  expect(textsOf(world)).toEqual([])

  world.session.send({ text: 'Thanks.' })
  world.session.switchTo('b')

  expect(world.lines.slice(0, 2)).toEqual(['user: Where?', 'assistant: There.'])
  expect(textsOf(world)).toEqual([THREAD_TEXTS.unsupportedSwitching])
})

test('an answer whose question is not there cannot be made again, and says so (8.36)', async () => {
  const greeting = row('a', null, { role: 'assistant', content: text('Hello!') })
  const world = await open([greeting])

  world.session.reload('a')
  world.session.retry('a')

  expect(world.cloud.chats).toEqual([])
  const said = THREAD_TEXTS.noOriginalMessages
  expect(textsOf(world)).toEqual([said, said])
  expect(world.failures.map(({ during }) => during)).toEqual(['reload', 'reload'])
  expect(world.lines).toEqual(['assistant: Hello!'])

  const whole = await open([ANSWER, QUESTION])
  whole.session.reload('a')
  expect(textsOf(whole)).toEqual([])
  expect(whole.cloud.chats).toHaveLength(1)
})
