import { afterEach, expect, test, vi } from 'vitest'
import { READ_ONLY_TEXT } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { depsAtom, provideDepsAtom } from '../world/chat-deps.ts'
import { disproveAtom, reportFailureAtom } from '../world/failures.ts'
import { learnServerFactsAtom } from '../world/server-facts.ts'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
})

const RUNNING = { status: { type: 'running' } } as const

function useTouchScreen(): void {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('pointer: coarse') ? real('all') : real(query),
  )
}

test('sends the draft on Enter and empties the field (2.7, 2.30, 9.12)', async () => {
  app = await mountApp()
  await app.type('Where is my order?')
  await app.press(app.field, 'Enter')

  expect(app.chat.sent).toEqual(['Where is my order?'])
  expect(app.field.value).toBe('')
})

test('sends the text in the task of the press, and keeps text typed before the next drawing (U17)', async () => {
  const drawn = Promise.withResolvers<void>()
  app = await mountApp(({ store }) => {
    store.set(provideDepsAtom, { ...store.get(depsAtom)!, letDraw: () => drawn.promise })
  })
  const isSending = () => app.container.querySelector('form')?.dataset['sending']
  await app.type('First')
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toEqual(['First'])
  expect(isSending()).toBe('false')
  expect(app.field.value).toBe('')
  await app.type('Second')
  await app.do(() => drawn.resolve())

  expect(app.chat.sent).toEqual(['First'])
  expect(app.field.value).toBe('Second')
})

test.each([
  ['Shift+Enter', { shiftKey: true }],
  ['Enter that picks a candidate', { isComposing: true, keyCode: 229 }],
  ['Enter in the order of Safari', { keyCode: 229 }],
])('does not send on %s (2.31, 2.32, U28)', async (_, init) => {
  app = await mountApp()
  await app.type('日本')
  await app.press(app.field, 'Enter', init)

  expect(app.chat.sent).toEqual([])
  expect(app.field.value).toBe('日本')
})

test('leaves Enter to the text on a touch screen; the button sends (2.30, U29)', async () => {
  useTouchScreen()
  app = await mountApp()
  await app.type('Hello')
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toEqual([])
  expect(app.field.getAttribute('enterkeyhint')).toBe('enter')

  await app.click(app.button('Send')!)
  expect(app.chat.sent).toEqual(['Hello'])
})

test('does not send blank text, and says so without `disabled` (A46, U31)', async () => {
  app = await mountApp()
  const send = app.button('Send')!
  await app.type(' \n ')
  await app.press(app.field, 'Enter')
  await app.click(send)

  expect(app.chat.sent).toEqual([])
  expect(send.getAttribute('aria-disabled')).toBe('true')
  expect(send.disabled).toBe(false)
  await app.type('x')
  expect(send.getAttribute('aria-disabled')).toBe('false')
})

test('turns Send into Stop on the same element, with the focus kept (2.8, A45, U22)', async () => {
  app = await mountApp()
  await app.type('Hello')
  const send = app.button('Send')!
  send.focus()

  await app.click(send)
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))

  expect(app.button('Stop')).toBe(send)
  expect(document.activeElement).toBe(send)
  expect(send.getAttribute('aria-disabled')).toBe('false')
})

test('stops, and gives the focus to the field (2.8, A20)', async () => {
  app = await mountApp((chat) => chat.tell({ type: 'run', isRunning: true }))

  await app.click(app.button('Stop')!)

  expect(app.chat.world.stops).toBe(1)
  expect(document.activeElement).toBe(app.field)
  expect(app.button('Send')).toBeDefined()
})

test('takes the second half of a double click for an echo, not for Stop (U27)', async () => {
  app = await mountApp()
  await app.type('Hello')
  const send = app.button('Send')!
  await app.click(send, { detail: 1 })
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  await app.click(send, { detail: 2 })

  expect(app.chat.sent).toEqual(['Hello'])
  expect(app.chat.world.stops).toBe(0)
})

test('stays usable during a run: Enter keeps the text and says why, once (2.33, U19, U20)', async () => {
  vi.useFakeTimers()
  app = await mountApp((chat) => chat.tell({ type: 'run', isRunning: true }))
  await app.type('Next')
  await app.press(app.field, 'Enter')
  await app.press(app.field, 'Enter')
  await app.do(() => vi.advanceTimersByTime(500))
  vi.useRealTimers()

  const hint = 'An answer is on its way. Send when it is finished, or stop it first.'
  expect(app.field.disabled || app.field.readOnly).toBe(false)
  expect(app.field.value).toBe('Next')
  expect(app.chat.sent).toEqual([])
  expect(app.heard()).toEqual([hint])
  const noteId = app.field.getAttribute('aria-describedby')!
  expect(document.getElementById(noteId)?.textContent).toBe(hint)
})

test('marks a draft over the limit, keeps it whole and does not send it (A39, U85)', async () => {
  app = await mountApp()
  await app.type('x'.repeat(32_001))
  await app.press(app.field, 'Enter')

  expect(app.chat.sent).toEqual([])
  expect(app.field.value).toHaveLength(32_001)
  expect(app.field.getAttribute('aria-invalid')).toBe('true')
  expect(app.container.querySelector('.composer-note')?.textContent).toBe('1 character too many')

  await app.type('x'.repeat(32_000))
  expect(app.container.querySelector('.composer-note')?.textContent).toBe(
    '32,000 of 32,000 characters',
  )
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toHaveLength(1)
})

test('marks a draft over the limit of its server', async () => {
  app = await mountApp(({ store }) =>
    store.set(learnServerFactsAtom, { limits: { userTextCharacters: 10 } }),
  )
  const note = () => app.container.querySelector('.composer-note')?.textContent

  await app.type('x'.repeat(11))
  expect(note()).toBe('1 character too many')
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toEqual([])
  await app.type('x'.repeat(10))
  expect(note()).toBe('10 of 10 characters')
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toHaveLength(1)
})

test('draws no message when a key is typed (U33)', async () => {
  let reads = 0
  const counted = { ...question('q', 'Hi') }
  const { content } = counted
  Object.defineProperty(counted, 'content', {
    get() {
      reads += 1
      return content
    },
  })
  app = await mountApp((chat) => chat.show([counted, answer('a', 'Hello', RUNNING)]))
  const before = reads
  expect(before).toBeGreaterThan(0)

  await app.type('a')
  await app.do(() => app.chat.tell({ type: 'message', message: answer('a', 'Hello you', RUNNING) }))
  expect(reads).toBe(before)
  expect(app.container.textContent).toContain('Hello you')

  await app.do(() => app.chat.tell({ type: 'message', message: { ...question('q', 'Hi!') } }))
  expect(app.container.textContent).toContain('Hi!')
})

test('a field that accepts no messages is read-only, and says why (U115)', async () => {
  app = await mountApp(({ store }) => {
    store.set(provideDepsAtom, { ...store.get(depsAtom)!, isReadOnly: true })
  })
  const described = document.getElementById(app.field.getAttribute('aria-describedby') ?? '')
  expect(app.field.readOnly).toBe(true)
  expect(described?.textContent).toBe('This conversation can only be read.')
  expect(app.button('New conversation')).toBeUndefined()
  expect(app.container.querySelector('.suggestion')).toBeNull()

  // The positive control.
  await app.page.unmount()
  app = await mountApp()
  expect(app.field.readOnly).toBe(false)
  expect(app.button('New conversation')).not.toBeUndefined()
  expect(app.container.querySelector('.suggestion')).not.toBeNull()
})

test('a message that was refused for a project that can only be read says so, and the next try may go out', async () => {
  app = await mountApp()
  const said = () =>
    document.getElementById(app.field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(said()).toBeUndefined()

  const error = new AlcoveError('forbidden', READ_ONLY_TEXT)
  const { store } = app.chat
  await app.do(() => store.set(reportFailureAtom, { during: 'send', error, isHostUser: false }))
  expect(said()).toBe('This conversation can only be read.')
  expect(app.field.readOnly).toBe(false)

  await app.do(() => store.set(disproveAtom, 'message taken'))
  expect(said()).toBeUndefined()
})
