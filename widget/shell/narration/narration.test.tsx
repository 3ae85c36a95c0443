import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Message, ToolCallPart } from '../../../shared/thread/message.ts'
import { closeConversationsAtom } from '../../conversation/atoms/conversations.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { showFakeThread } from '../../conversation/atoms/shown-thread.test-support.ts'
import { answer, question, type FakeChat } from '../fake-chat.test-support.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { noteThreadsAtom } from '../../thread-list/atoms/thread-list-facts.ts'
import { adopted, EMPTY_LIST } from '../../thread-list/thread-list-state.ts'
import { mountApp, mountFrame, type MountedApp } from '../mount-app.test-support.tsx'
import { en } from '../../i18n/en.ts'
import de from '../../i18n/locales/de.ts'
import { speakAtom } from '../texts-provider.tsx'
import '../../messages/tools/tool-decision.tsx'
import { identifyAtom } from '../../world/identify.ts'

let app: MountedApp
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const OLD = [question('q0', 'Old'), answer('a0', 'Old answer.')]
const RUNNING = { status: { type: 'running' } } as const
const end = (message: Message) =>
  app.do(() => {
    app.chat.tell({ type: 'message', message })
    app.chat.tell({ type: 'run', isRunning: false })
  })

beforeEach(async () => {
  // Both load after the first paint; here they are loaded already.
  await Promise.all([import('./narration.tsx'), import('../../markdown/markdown.tsx')])
  vi.useFakeTimers()
  app = await mountApp((chat) => chat.show(OLD))
  await wait(1000)
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const send = () =>
  app.do(() => {
    app.chat.show([...OLD, question('q', 'Hi'), answer('a', '', RUNNING)])
    app.chat.tell({ type: 'run', isRunning: true })
  })

test('is silent about stored messages (A49)', async () => {
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says two things about an answer of some seconds, however many tokens it has (A48)', async () => {
  await send()
  for (let token = 1; token <= 300; token++) {
    const message = answer('a', 'word '.repeat(token), RUNNING)
    await app.do(() => app.chat.tell({ type: 'message', message }))
    await wait(10)
  }
  expect(app.heard()).toEqual(['Assistant is answering'])

  await end(answer('a', 'You were **charged** once.\n\n- Paid\n- Held'))
  await wait(500)
  const [, spoken] = app.heard()
  expect(app.heard()).toHaveLength(2)
  expect(spoken).toContain('Assistant: You were charged once. Paid. Held.')
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says that an answer was stopped', async () => {
  await send()
  await end(answer('a', 'Half', { status: { type: 'incomplete', reason: 'cancelled' } }))
  await wait(500)
  expect(app.heard()).toEqual(['Answer stopped'])
})

test('says that nothing was said', async () => {
  await send()
  await end(answer('a', ' '))
  await wait(500)
  expect(app.heard()).toEqual(['The assistant said nothing.'])
})

test('alerts when an answer fails', async () => {
  await send()
  await end(answer('a', 'Half', { status: { type: 'incomplete', reason: 'error', error: 'x' } }))
  await wait(500)
  expect(app.heard()).toEqual(['alert: The answer failed. Try again is available.'])
})

const FAILED = { status: { type: 'incomplete', reason: 'error', error: 'x' } } as const
const SHOWN = { id: 'slot', status: 'regular', isRunning: false } as const

/** Draws an app in whose first second an answer came or failed. */
async function mountAfter(prepare: (chat: FakeChat) => void) {
  await app.page.unmount()
  app = await mountApp((chat) => {
    const state = adopted(SHOWN)(EMPTY_LIST)
    const list = { state, status: 'ready', isLoadingMore: false, main: SHOWN } as const
    chat.store.set(noteThreadsAtom, { list })
    prepare(chat)
  })
  await wait(1000)
}

test.each([
  ['its thread', 'slot', ['alert: The answer failed. Try again is available.']],
  ['another thread', 'other', []],
])('alerts when an answer failed before this code had come: %s', async (_, slotId, heard) => {
  await mountAfter((chat) => {
    chat.show([...OLD, question('q', 'Hi'), answer('a', '', FAILED)])
    chat.store.set(noteThreadsAtom, { seenEnd: { slotId, at: 0 } })
  })
  expect(app.heard()).toEqual(heard)
})

test('reads an answer that was complete before this code had come, once', async () => {
  await mountAfter((chat) => {
    chat.show([question('q', 'Hi'), answer('a', 'Hello.')])
    chat.store.set(noteThreadsAtom, { seenEnd: { slotId: 'slot', at: 0 } })
  })
  expect(app.heard()).toEqual(['Assistant: Hello.'])

  await app.page.unmount()
  const page = await mountFrame({ store: app.chat.store, onClose() {}, onUsable() {} })
  app = { ...app, page }
  await wait(1000)
  expect(page.container.querySelector('[aria-live=polite] > *')).toBeNull()
})

test.each([
  ['now', true, ['alert: Could not send. Try again is available.']],
  ['in an earlier page', false, []],
])('alerts when a message was refused before this code had come: %s', async (_, isNow, heard) => {
  await mountAfter((chat) => {
    chat.show([...OLD, question('q', 'Hi')])
    chat.tell({ type: 'unsent', ids: new Set(['q']) })
    const error = new AlcoveError('offline', 'x')
    if (isNow) chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false })
  })
  expect(app.heard()).toEqual(heard)
})

const start = () => app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
const finish = () => app.do(() => app.chat.tell({ type: 'run', isRunning: false }))

test('says that an answer was stopped before its first word, not the answer before it', async () => {
  await start()
  await finish()
  await wait(500)
  expect(app.heard()).toEqual(['Answer stopped'])
})

test('takes no older version for a new answer when the edited question is taken back', async () => {
  await app.do(() => {
    app.chat.show([question('q1', 'Edited')])
    app.chat.tell({ type: 'run', isRunning: true })
  })
  await app.do(() => {
    app.chat.show(OLD)
    app.chat.tell({ type: 'run', isRunning: false })
  })
  await wait(500)
  expect(app.heard()).toEqual(['Answer stopped'])
})

test.each<['reload' | 'send', string[]]>([
  // The notice is a status itself.
  ['reload', []],
  ['send', ['alert: The answer failed. Try again is available.']],
])('does not read the old answer again when a new one is refused: %s', async (during, heard) => {
  await start()
  await app.do(() => {
    const error = new AlcoveError('offline', 'x')
    app.chat.store.set(reportFailureAtom, { during, error, isHostUser: false })
    app.chat.tell({ type: 'run', isRunning: false })
  })
  await wait(500)
  expect(app.heard()).toEqual(heard)
})

const call: ToolCallPart = {
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'refund_order',
  state: 'approval-requested',
  argsText: '{}',
  args: {},
  approval: { id: 'ap' },
}

test('after an approval, announces only the new part', async () => {
  await send()
  const half = { type: 'text', text: 'I will refund it.' } as const
  const waiting = { type: 'requires-action', reason: 'tool-calls' } as const
  await end(answer('a', '', { content: [half, call], status: waiting }))
  await wait(5000)
  expect(app.heard()).toContain('Assistant: I will refund it.')
  await wait(10_000)

  const done = { ...call, state: 'output-available', result: 1 } as const
  await app.do(() => {
    app.chat.tell({ type: 'run', isRunning: true })
    app.chat.tell({
      type: 'message',
      message: answer('a', '', { content: [half, done], ...RUNNING }),
    })
  })
  await end(answer('a', '', { content: [half, done, { type: 'text', text: 'It is done.' }] }))
  await wait(500)
  expect(app.heard()).toEqual(['Assistant: It is done.'])
})

test.each([
  ['length', 'The answer reached its maximum length.'],
  ['content-filter', 'The answer was ended by a content filter.'],
] as const)('says how an answer ended that was cut: %s', async (reason, note) => {
  await send()
  await end(answer('a', 'Half.', { status: { type: 'incomplete', reason } }))
  await wait(500)
  expect(app.heard()).toEqual(['Assistant: Half.', note])
})

test('says nothing about a run that was left for another thread (A49)', async () => {
  await send()
  await app.do(() => {
    app.chat.store.set(closeConversationsAtom)
    app.chat.show([])
    app.chat.tell({ type: 'run', isRunning: false })
  })
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('announces an answer that was half there after a reload once, without the part read before (A49)', async () => {
  await app.page.unmount()
  app = await mountApp((chat) => {
    chat.show([...OLD, question('q', 'Hi'), answer('a', 'Half.', RUNNING)])
    chat.tell({ type: 'run', isRunning: true })
  })
  await wait(1_000)
  await end(answer('a', 'Half. And whole.'))
  await wait(500)
  const heard = app.heard().join(' ')
  expect(heard).toContain('And whole.')
  expect(heard).not.toContain('Old answer')

  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says nothing again in another language, or when messages are drawn anew (A49)', async () => {
  await send()
  await end(answer('a', 'Said once.'))
  await wait(500)
  expect(app.heard()).toEqual(['Assistant: Said once.'])
  await wait(60_000)

  await app.do(() =>
    app.chat.store.set(speakAtom, { name: 'de', tag: 'de', catalog: { ...en, ...de } }),
  )
  expect(app.container.querySelector('main')?.getAttribute('aria-label')).toBe('Unterhaltung')
  await app.do(() => app.chat.show([]))
  await app.do(() => app.chat.show([...OLD, question('q', 'Hi'), answer('a', 'Said once.')]))
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('does not announce opened reasoning while it grows (A60)', async () => {
  await send()
  const think = (text: string) => {
    const message = answer('a', '', { content: [{ type: 'reasoning', text }], ...RUNNING })
    return app.do(() => app.chat.tell({ type: 'message', message }))
  }
  await think('First I')
  await app.click(app.container.querySelector('.reasoning button')!)
  for (const text of ['First I think', 'First I think\n\nand think again.']) {
    await think(text)
    await wait(2_000)
  }
  // The text is on the screen, and in no live region.
  const content = app.container.querySelector('.reasoning .disclosure-content')!
  expect(content.textContent).toContain('and think again.')
  const region = content.closest('[role=status], [role=alert], [aria-live]:not([aria-live=off])')
  expect(region).toBeNull()
  expect(app.heard()).toEqual(['Assistant is answering'])

  const thought = { type: 'reasoning', text: 'First I think\n\nand think again.' } as const
  await end(answer('a', '', { content: [thought, { type: 'text', text: 'Done.' }] }))
  await wait(500)
  expect(app.heard().join()).toContain('Assistant: Done.')
  expect(app.heard().join()).not.toContain('think')
})

test('tells of the other answer after a change from one running thread to another', async () => {
  await send()
  await wait(500)
  const before = app.heard().length
  await app.do(() => {
    const { store } = app.chat
    showFakeThread(store, {}, 'other')
    app.chat.tell({ type: 'run', isRunning: true })
    app.chat.show([question('q2', 'There'), answer('a2', 'Half.', RUNNING)])
  })

  await end(answer('a2', 'Half. And whole.'))
  await wait(500)

  const heard = app.heard().slice(before).join(' ')
  expect(heard).toContain('whole')
  expect(heard).not.toContain('Old answer')
})

test('a closed panel has no texts that a screen reader would read at its next opening (A49)', async () => {
  const show = (isOpen: boolean) =>
    app.do(() => void app.chat.store.set(setPanelAtom, { isOpen, userGesture: true }))
  await show(true)
  await send()
  await end(answer('a', 'Good morning.'))
  await wait(500)
  expect(app.heard()).toEqual(['Assistant: Good morning.'])

  await show(false)
  expect(app.heard()).toEqual([])
  await app.do(() => app.chat.setOnline(false))
  await app.do(() => app.chat.setOnline(true))
  await wait(500)
  expect(app.heard()).toEqual([])

  await show(true)
  await wait(500)
  expect(app.heard()).toEqual([])
  // Positive control: the open panel announces again.
  await app.do(() => app.chat.setOnline(false))
  await app.do(() => app.chat.setOnline(true))
  await wait(500)
  expect(app.heard()).toEqual(['You are online again.'])
})

test('says when the connection is back (A47)', async () => {
  await app.do(() => app.chat.setOnline(false))
  await wait(500)
  expect(app.heard()).toEqual([])
  await app.do(() => app.chat.setOnline(true))
  await wait(500)
  expect(app.heard()).toEqual(['You are online again.'])
})

test('announces a failed sign-in during the loading of the history once', async () => {
  await app.do(() => {
    app.chat.tell({ type: 'history', state: 'failed' })
    const error = new AlcoveError('token_expired', 'x')
    app.chat.store.set(reportFailureAtom, { during: 'history', error, isHostUser: true })
  })
  await wait(500)
  expect(app.heard()).toEqual([
    'alert: You could not be signed in. Sign in again to go on. Your conversation and your draft are kept.',
  ])
})

test('alerts when the history does not load', async () => {
  await app.do(() => app.chat.tell({ type: 'history', state: 'failed' }))
  await wait(500)
  expect(app.heard()).toEqual(['alert: The conversation could not be loaded.'])
})

test('clears announcements to one person when another comes', async () => {
  const getToken = () => null
  const { store } = app.chat
  await app.do(() => void store.set(identifyAtom, { mode: 'anonymous', epoch: 0 }))
  await app.do(() => store.set(closeConversationsAtom))
  await send()
  await end(answer('a', 'Your balance is 12.'))
  await wait(500)
  expect(app.heard()).toEqual(['Assistant: Your balance is 12.'])

  await app.do(() => void store.set(identifyAtom, { mode: 'token', epoch: 1, getToken }))
  expect(app.heard().join()).not.toContain('balance')
  await wait(500)
  expect(app.heard().join()).not.toContain('balance')
})
