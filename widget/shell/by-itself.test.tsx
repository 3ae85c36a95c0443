import { afterEach, expect, test } from 'vitest'
import { answer, question } from './fake-chat.test-support.ts'
import { mountApp, type MountedApp } from './mount-app.test-support.tsx'

// Actions that the chat must not take without a request.

const KEYS = [...'abcdefghijklmnopqrstuvwxyz0123456789?/.,#']

let app: MountedApp

afterEach(() => app.page.unmount())

const mountTurn = async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), answer('a', 'Hello')]))
  await app.type('Half a thought')
}
/** All calls to the thread and the page. */
const asked = () => [
  ...app.chat.sent,
  ...app.chat.calls,
  ...app.onClose.mock.calls,
  ...app.onAction.mock.calls,
  ...Array.from({ length: app.chat.world.stops }, () => 'stop'),
]
const stops = () => [...app.container.querySelectorAll<HTMLElement>('button, a, textarea')]

test('neither the focus nor keys without a modifier do anything by themselves (A18, A36)', async () => {
  await mountTurn()
  const before = app.container.textContent
  for (const stop of stops()) {
    await app.do(() => stop.focus())
    await app.do(() => stop.blur())
  }
  for (const key of KEYS) await app.press(document.body, key)

  expect(stops().length).toBeGreaterThan(5)
  expect(asked()).toEqual([])
  expect(app.container.textContent).toBe(before)
  // Typing alone sends nothing either.
  expect(app.field.value).toBe('Half a thought')

  // The positive control.
  await app.press(document.body, 'Escape')
  expect(asked()).toEqual([['escape']])
})

test('a press acts when it ends on its button, and not when it began there (A31)', async () => {
  await mountTurn()
  const before = app.container.textContent
  const buttons = [...app.container.querySelectorAll('button')]
  for (const button of buttons) {
    await app.do(() => {
      for (const type of ['pointerdown', 'mousedown']) {
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      }
      // The mouse is released elsewhere, so there is no click.
      document.body.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }))
    })
  }
  expect(buttons.length).toBeGreaterThan(5)
  expect(asked()).toEqual([])
  // No menu, dialog or list has opened either.
  expect(app.container.textContent).toBe(before)

  await app.click(app.button('Send')!)
  expect(asked()).toEqual(['Half a thought'])
})

test('an answer that comes, grows and ends leaves the focus where it is (A55)', async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi')]))
  const elsewhere = document.body.appendChild(document.createElement('input'))
  elsewhere.focus()
  for (const id of ['a', 'b', 'c']) {
    await app.do(() => {
      app.chat.show([question('q', 'Hi'), answer(id, 'Hel', { status: { type: 'running' } })])
      app.chat.tell({ type: 'run', isRunning: true })
    })
    await app.do(() => {
      app.chat.tell({ type: 'message', message: answer(id, 'Hello') })
      app.chat.tell({ type: 'run', isRunning: false })
    })
    expect(document.activeElement).toBe(elsewhere)
  }
  expect(app.container.textContent).toContain('Hello')
  elsewhere.remove()
})
