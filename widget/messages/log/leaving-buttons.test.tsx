import { afterEach, expect, test, vi } from 'vitest'
// Loaded when a history fails; here it is loaded already.
import '../failures/history-failed.tsx'
import { AlcoveError } from '../../../shared/errors.ts'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { answer, question, type FakeChat } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

const failed = { type: 'incomplete', reason: 'error', error: 'x' } as const
const stopped = { type: 'incomplete', reason: 'cancelled' } as const

/** Makes a call of the session start a run, like the real one. */
function beginRunOn(chat: FakeChat, call: 'retry' | 'reload') {
  const session = chat.store.get(shownConversationAtom)!
  vi.spyOn(session, call).mockImplementation(() => chat.tell({ type: 'run', isRunning: true }))
}

/** Presses a button like the keyboard, so that it has the focus. */
async function press(name: string) {
  await app.do(() => app.button(name)!.focus())
  expect(document.activeElement).toBe(app.button(name))
  await app.click(app.button(name)!)
}

test.each<[string, string, 'retry' | 'reload', (chat: FakeChat) => void]>([
  [
    'a failed answer',
    'Try again',
    'retry',
    (chat) => chat.show([question('q', 'Hi'), answer('a', 'Half', { status: failed })]),
  ],
  [
    'a stopped answer',
    'Try again',
    'retry',
    (chat) => chat.show([question('q', 'Hi'), answer('a', 'Half', { status: stopped })]),
  ],
  [
    'an unsent message',
    'Try again',
    'retry',
    (chat) => {
      chat.show([question('q', 'Hi')])
      chat.tell({ type: 'unsent', ids: new Set(['q']) })
    },
  ],
  [
    'an answer',
    'Answer again',
    'reload',
    (chat) => chat.show([question('q', 'Hi'), answer('a', 'Hello')]),
  ],
])('when a run begins, the button of %s hands the focus to the field', async (...row) => {
  const [, name, call, prepare] = row
  app = await mountApp((chat) => {
    prepare(chat)
    beginRunOn(chat, call)
  })
  await press(name)
  expect(document.activeElement).toBe(app.field)
})

test('where no run begins, the button stays and keeps the focus', async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), answer('a', 'Hello')]))
  await press('Answer again')
  expect(app.chat.calls).toEqual([['reload', 'a']])
  expect(document.activeElement).toBe(app.button('Answer again'))
})

test('a suggestion hands the focus to the field', async () => {
  app = await mountApp()
  await press('What can you do?')
  expect(app.chat.sent).toEqual(['What can you do?'])
  expect(document.activeElement).toBe(app.field)
})

test('the card of a history that did not load hands the focus to the field', async () => {
  app = await mountApp((chat) => chat.tell({ type: 'history', state: 'failed' }))
  await press('Try again')
  expect(app.chat.world.loads).toBe(1)
  expect(document.activeElement).toBe(app.field)
})

test('the card of a session that ended hands the focus to the field', async () => {
  app = await mountApp((chat) => {
    const error = new AlcoveError('token_expired', 'x')
    chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: true })
  })
  await press('Sign in again')
  expect(document.activeElement).toBe(app.field)
})

test('older messages are asked for again from the log, where reading goes on', async () => {
  app = await mountApp((chat) => {
    chat.show([question('q', 'Hi')])
    chat.tell({ type: 'older', state: 'failed' })
  })
  await press('Try again')
  expect(document.activeElement).toBe(app.container.querySelector('[role=log]'))
})
