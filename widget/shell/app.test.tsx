import { afterEach, expect, test, vi } from 'vitest'
import { shownThreadIdAtom } from '../conversation/atoms/conversations.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { noteThreadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { adopted, EMPTY_LIST } from '../thread-list/thread-list-state.ts'
import { SLOW_AFTER_MS } from '../ui/use-is-slow.tsx'
// Loaded when a history fails; here it is loaded already.
import '../messages/failures/history-failed.tsx'
import { answer, question } from './fake-chat.test-support.ts'
import { mountApp, type MountedApp } from './mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

test('names its landmarks, the log and the field, and reports itself usable once (A22, A54)', async () => {
  app = await mountApp()

  const name = (selector: string) =>
    app.container.querySelector(selector)?.getAttribute('aria-label')
  expect(name('main')).toBe('Conversation')
  expect(name('form')).toBe('Write a message')
  expect(name('textarea')).toBe('Message')
  expect(name('[role=log]')).toBe('Messages')
  expect(app.container.querySelector('[role=log]')?.getAttribute('aria-live')).toBe('off')
  expect(app.container.querySelectorAll('h1')).toHaveLength(1)
  // The first stop of the Tab key is in the header.
  expect(app.container.querySelector('button, a, textarea')?.closest('.header')).toBeTruthy()
  expect(app.onUsable).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(document.body)
})

test('shows the title of the thread', async () => {
  app = await mountApp()
  expect(app.container.querySelector('h1')?.textContent).toBe('Chat')
  const { store } = app.chat
  const main = {
    id: store.get(shownThreadIdAtom)!,
    status: 'regular',
    title: 'Invoice for March',
    isRunning: false,
  } as const
  await app.do(() =>
    store.set(noteThreadsAtom, {
      list: {
        state: adopted(main)(EMPTY_LIST),
        status: 'ready',
        isLoadingMore: false,
        main,
      },
    }),
  )
  expect(app.container.querySelector('h1')?.textContent).toBe('Invoice for March')
})

test('Escape stops a run, then leaves the list, then closes the panel (2.34, A24, U28)', async () => {
  app = await mountApp((chat) => {
    chat.show([question('q', 'Hi'), answer('a', 'Hello')])
    chat.tell({ type: 'run', isRunning: true })
  })
  const log = app.container.querySelector<HTMLElement>('[role=log]')!

  log.focus()
  await app.press(log, 'Escape')
  expect(app.chat.world.stops).toBe(1)
  expect(document.activeElement).toBe(app.field)

  log.focus()
  await app.press(log, 'Escape')
  expect(document.activeElement).toBe(app.field)
  expect(app.onClose).not.toHaveBeenCalled()

  await app.press(app.field, 'Escape', { keyCode: 229 })
  expect(app.onClose).not.toHaveBeenCalled()
  await app.press(document.body, 'Escape')
  expect(app.onClose.mock.calls).toEqual([['escape']])
  expect(app.chat.world.stops).toBe(1)
})

test.each(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'])(
  'Escape with %s is a shortcut of another and takes nothing back',
  async (modifier) => {
    app = await mountApp((chat) => chat.tell({ type: 'run', isRunning: true }))

    await app.press(document.body, 'Escape', { [modifier]: true })
    expect(app.chat.world.stops).toBe(0)
    await app.press(document.body, 'Escape')
    expect(app.chat.world.stops).toBe(1)
    await app.press(document.body, 'Escape', { [modifier]: true })
    expect(app.onClose).not.toHaveBeenCalled()
    await app.press(document.body, 'Escape')
    expect(app.onClose).toHaveBeenCalledTimes(1)
  },
)

test('closes by its button', async () => {
  app = await mountApp()
  await app.click(app.button('Close')!)
  expect(app.onClose.mock.calls).toEqual([['button']])
})

test('gives the field the focus when an action asks for it (A25)', async () => {
  app = await mountApp()
  await app.do(() => app.chat.store.set(requestFocusAtom))
  expect(document.activeElement).toBe(app.field)
})

test('on a touch screen the title gets it instead, and no screen keyboard comes (A25)', async () => {
  const real = window.matchMedia.bind(window)
  const asked = vi.spyOn(window, 'matchMedia')
  asked.mockImplementation((query) => real(query.includes('pointer: coarse') ? 'all' : query))
  app = await mountApp()
  await app.do(() => app.chat.store.set(requestFocusAtom))
  asked.mockRestore()
  expect(document.activeElement).toBe(app.container.querySelector('h1'))
})

test('asks a suggestion with one press (U83)', async () => {
  app = await mountApp()
  await app.click(app.button('What can you do?')!)
  expect(app.chat.sent).toEqual(['What can you do?'])
})

test('moves between messages by keys, and lets only the current one offer its actions (A24)', async () => {
  app = await mountApp((chat) =>
    chat.show([answer('a1', 'One'), question('q', 'Hi'), answer('a2', 'Two')]),
  )
  const log = app.container.querySelector<HTMLElement>('[role=log]')!
  const article = (id: string) => app.container.querySelector(`[data-message-id=${id}]`)!
  const copies = () =>
    ['a1', 'a2'].map((id) => article(id).querySelector('button')?.getAttribute('tabindex'))

  expect(copies()).toEqual(['-1', null])
  log.focus()
  await app.press(log, 'ArrowUp')
  expect(document.activeElement).toBe(article('a2'))
  await app.press(article('a2'), 'Home')
  expect(document.activeElement).toBe(article('a1'))
  expect(copies()).toEqual([null, '-1'])
  await app.do(() => app.field.focus())
  expect(copies()).toEqual(['-1', null])
})

test('says that it is offline while it is, in one status (U39)', async () => {
  app = await mountApp()
  const status = () => app.container.querySelector('[role=status]')?.textContent

  expect(status()).toBe('')
  await app.do(() => app.chat.setOnline(false))
  expect(status()).toBe('You are offline. Messages are sent later.')
  expect(app.container.querySelector('.header-status')?.textContent).toBe('Offline')
  await app.do(() => app.chat.setOnline(true))
  expect(status()).toBe('')
})

test('offers to load a history again that did not load (U115)', async () => {
  app = await mountApp((chat) => chat.tell({ type: 'history', state: 'failed' }))
  await app.click(app.button('Try again')!)
  expect(app.chat.world.loads).toBe(1)
})

test('shows one status while the history loads (A58, U115)', async () => {
  app = await mountApp((chat) => chat.tell({ type: 'history', state: 'loading' }))
  const texts = [...app.container.querySelectorAll('[role=status]')].map((node) => node.textContent)
  expect(texts).toEqual(['', 'Loading the conversation…', ''])
})

test('says after 10 s that the history takes longer, to be seen and once', async () => {
  vi.useFakeTimers()
  app = await mountApp((chat) => chat.tell({ type: 'history', state: 'loading' }))
  const status = app.container.querySelector('.skeleton[role=status]')!
  await app.do(() => vi.advanceTimersByTime(SLOW_AFTER_MS - 1))
  expect(status.textContent).toBe('Loading the conversation…')

  await app.do(() => vi.advanceTimersByTime(1))
  expect(status.textContent).toBe('This takes longer than usual…')
  expect(status.querySelector('.visually-hidden')).toBeNull()
  // The status is announced by itself.
  await app.do(() => vi.advanceTimersByTime(SLOW_AFTER_MS))
  expect(status.textContent).toBe('This takes longer than usual…')
  expect(app.heard().join()).not.toContain('longer')

  await app.do(() => app.chat.tell({ type: 'history', state: 'ready' }))
  expect(app.container.textContent).not.toContain('longer')
})
