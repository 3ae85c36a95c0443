// @vitest-environment node
import { createStore, type Store } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../../shared/thread/message.ts'
import type { ThreadChange } from '../thread-log.ts'
import { branchesAtom, messageAtom, pathOf } from './conversation-view.ts'
import {
  addConversationAtom,
  closeConversationAtom,
  closeConversationsAtom,
  conversationsAtom,
  historyStateAtom,
  isRunningAtom,
  noteOpeningAtom,
  showConversationAtom,
  shownPathAtom,
  threadRunsAtom,
} from './conversations.ts'
import {
  findSpare,
  HIDDEN_IDLE_MAX,
  HIDDEN_RUNS_MAX,
  isHolding,
} from '../../thread-list/atoms/open-threads.ts'
import { hideFakeThread, showFakeThread } from './shown-thread.test-support.ts'

const NOW = '2026-11-21T00:00:00.000Z'
const question = createUserMessage('q', NOW, 'Question')
const answer = (content: Message['content'] = []): Message => ({
  ...createAssistantMessage('a', NOW),
  content,
})

/** Opens and leaves threads, oldest first. */
function leave(store: Store, count: number, isRunning: boolean) {
  const kind = isRunning ? 'run' : 'idle'
  return Array.from({ length: count }, (_, index) => {
    const open = showFakeThread(store, {}, `${kind}-${index}`)
    store.set(open.takeAtom, { type: 'run', isRunning })
    return open
  })
}

test('what a thread shows stays its own while another one is shown (3.19)', () => {
  const store = createStore()
  const first = showFakeThread(store, {}, 'first')
  const tell = (...changes: readonly ThreadChange[]) =>
    changes.forEach((change) => store.set(first.takeAtom, change))
  tell(
    { type: 'history', state: 'ready' },
    { type: 'message', message: question },
    { type: 'message', message: createUserMessage('gone', NOW, 'Gone') },
    { type: 'branches', id: 'gone', ids: ['gone', 'q'] },
    { type: 'path', ids: ['q'] },
    { type: 'message-removed', id: 'gone' },
    { type: 'branches', id: 'q', ids: ['q', 'r'] },
    { type: 'run', isRunning: true },
  )
  expect(store.get(messageAtom('gone'))).toBeUndefined()

  showFakeThread(store, {}, 'second')
  expect([store.get(shownPathAtom), store.get(isRunningAtom)]).toEqual([[], false])
  expect(store.get(threadRunsAtom)).toEqual(new Map([['first', true]]))
  // The answer continues.
  tell({ type: 'message', message: answer() }, { type: 'path', ids: ['q', 'a'] })

  store.set(showConversationAtom, first)
  expect(store.get(shownPathAtom)).toEqual(['q', 'a'])
  expect(store.get(historyStateAtom)).toBe('ready')
  expect(pathOf(store.get, store.get(first.viewAtom))).toEqual([question, answer()])
  expect(store.get(branchesAtom('q'))).toEqual({
    number: 1,
    count: 2,
    previousId: null,
    nextId: 'r',
  })
})

test('nothing of a thread that was let go is left', () => {
  const store = createStore()
  const shown = showFakeThread(store)
  store.set(shown.takeAtom, { type: 'message', message: question })
  store.set(shown.takeAtom, { type: 'path', ids: ['q'] })
  hideFakeThread(store, 'hidden')

  store.set(closeConversationAtom, 'fake')
  expect(store.get(shownPathAtom)).toEqual([])
  expect(store.get(messageAtom('q'))).toBeUndefined()
  expect(store.get(conversationsAtom).map(({ id }) => id)).toEqual(['hidden'])

  store.set(noteOpeningAtom, 'failed')
  expect(store.get(historyStateAtom)).toBe('failed')
  store.set(closeConversationsAtom)
  expect([store.get(historyStateAtom), store.get(conversationsAtom)]).toEqual(['idle', []])
})

test('holds what nobody else has: a message that was not sent, a tool of the page at work', () => {
  const store = createStore()
  const open = showFakeThread(store)
  const tell = (change: ThreadChange) => store.set(open.takeAtom, change)
  const holds = () => isHolding(store.get, open)
  tell({ type: 'run', isRunning: true })
  tell({ type: 'path', ids: ['q', 'a'] })
  tell({ type: 'message', message: answer([{ type: 'text', text: 'So' }]) })
  expect(holds()).toBe(false)

  const call = {
    type: 'tool-call',
    toolCallId: 't',
    toolName: 'ask',
    state: 'input-available',
    argsText: '{}',
    args: {},
  } as const
  tell({ type: 'message', message: answer([call]) })
  expect(holds()).toBe(true)
  tell({ type: 'message', message: answer([{ ...call, result: null }]) })
  expect(holds()).toBe(false)
  // Without a run, nothing is active.
  tell({ type: 'message', message: answer([call]) })
  tell({ type: 'run', isRunning: false })
  expect(holds()).toBe(false)

  open.returned = { messageId: 'q', draft: { text: 'Back' } }
  expect(holds()).toBe(true)
  open.returned = null
  tell({ type: 'unsent', ids: new Set(['q']) })
  expect(holds()).toBe(true)
})

test.each([
  ['idle', HIDDEN_IDLE_MAX, false],
  ['running', HIDDEN_RUNS_MAX, true],
])('keeps as many %s threads as the limit, and lets go those that were left first', (...row) => {
  const [, max, isRunning] = row
  const few = createStore()
  expect(findSpare(few.get, leave(few, max, isRunning))).toEqual([])

  const many = createStore()
  const more = leave(many, max + 2, isRunning)
  expect(findSpare(many.get, many.get(conversationsAtom))).toEqual(more.slice(0, 2))
})

test('never lets go what nobody else has', () => {
  const store = createStore()
  const all = leave(store, HIDDEN_IDLE_MAX + HIDDEN_RUNS_MAX, false)
  expect(findSpare(store.get, all)).not.toEqual([])
  for (const { takeAtom } of all) store.set(takeAtom, { type: 'unsent', ids: new Set(['q']) })

  expect(findSpare(store.get, all)).toEqual([])
})

test('counts running and idle ones apart', () => {
  const store = createStore()
  const all = [...leave(store, HIDDEN_IDLE_MAX, false), ...leave(store, HIDDEN_RUNS_MAX, true)]

  expect(findSpare(store.get, all)).toEqual([])
})

test('one that is added behind the others is the first to go', () => {
  const store = createStore()
  showFakeThread(store, {}, 'shown')
  store.set(addConversationAtom, hideFakeThread(createStore(), 'late'))

  expect(store.get(conversationsAtom).map(({ id }) => id)).toEqual(['late', 'shown'])
})
