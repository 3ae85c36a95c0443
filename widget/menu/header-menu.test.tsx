import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../world/read-settings.ts'
import { changeSettingsAtom, settingsAtom } from '../world/settings.ts'
import { createNoCloud } from '../api/cloud.ts'
import { setIdentityAtom } from '../world/identity.ts'
import { setHostContextAtom, sharedContextAtom } from '../world/shared-context.ts'
import { openMenuDialogAtom } from '../world/menu-dialog.ts'
import { setLookAtom } from '../world/look.ts'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'
// Loaded when the menu opens; here it is loaded already.
import './header-menu.tsx'

let app: MountedApp

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await app.page.unmount()
  localStorage.clear()
  vi.restoreAllMocks()
})

const mountWith = async (prepare: Parameters<typeof mountApp>[0]) => {
  app = await mountApp(prepare)
}
const items = () => [...document.querySelectorAll('[role=menuitem]')]
const itemNames = () => items().map((item) => item.textContent)
const item = (name: string) => items().find((other) => other.textContent === name)!
const dialog = () => document.querySelector('dialog')
const openMenu = () => app.click(app.button('More')!)
const choose = async (name: string) => {
  await openMenu()
  await app.click(item(name))
}

/** A field of the dialog by the text of its label. */
const field = (label: string) =>
  [...document.querySelectorAll('dialog label')]
    .filter((element) => element.textContent?.startsWith(label))
    .map((element) =>
      element instanceof HTMLLabelElement && element.htmlFor !== ''
        ? document.getElementById(element.htmlFor)
        : element.querySelector('input'),
    )[0]!

const pick = async (label: string, value: string) =>
  app.do(() => {
    const select = field(label) as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('offers what there is something to do with', async () => {
  await mountWith(() => undefined)
  await openMenu()
  expect(itemNames()).toEqual(['Settings', 'Keyboard shortcuts'])
  await app.press(items()[0]!, 'Escape')
  expect(items()).toEqual([])

  await app.do(() => {
    app.chat.show([question('q', 'Hi'), answer('a', 'Hello')])
    app.chat.store.set(setHostContextAtom, { data: { cart: 2 } })
    app.chat.store.set(setLookAtom, { person: 'event' })
  })
  await openMenu()
  expect(itemNames()).toEqual([
    'Talk to a person',
    'What this page shares',
    'Save conversation',
    'Print',
    'Settings',
    'Keyboard shortcuts',
  ])
})

test('an owner takes the menu away', async () => {
  await mountWith(({ store }) => store.set(setLookAtom, { menu: false }))

  expect(app.button('More')).toBeUndefined()
  expect(app.button('Close')).toBeDefined()
})

test('a request for a human leads there, and the page is notified', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await mountWith(({ store }) => store.set(setLookAtom, { person: 'event' }))
  await choose('Talk to a person')
  expect(app.onAction.mock.calls).toEqual([['person']])
  expect(opened).not.toHaveBeenCalled()

  await app.do(() => app.chat.store.set(setLookAtom, { person: 'https://shop.example/help' }))
  await choose('Talk to a person')
  expect(app.onAction).toHaveBeenCalledTimes(2)
  expect(opened.mock.calls).toEqual([
    ['https://shop.example/help', '_blank', 'noopener,noreferrer'],
  ])
})

test('each setting holds at once, and is told by its name', async () => {
  await mountWith(() => undefined)
  await choose('Settings')
  expect(dialog()?.textContent).toContain('Settings')
  const settings = () => app.chat.store.get(settingsAtom)

  await pick('Text size', 'larger')
  await pick('Send with', 'modifier')
  for (const name of ['Sound', 'Less motion', 'Screen reader: read']) await app.click(field(name))
  await pick('Screen reader: an answer', 'short')
  await pick('Language', 'de')
  expect(settings()).toEqual({
    ...DEFAULT_SETTINGS,
    textSize: 'larger',
    sendKey: 'modifier',
    announcements: 'short',
    language: 'de',
    sound: 'on',
    motion: 'reduced',
    reading: 'paragraph',
  })

  await pick('Language', '')
  await app.click(field('Sound'))
  expect(settings()).toMatchObject({ language: null, sound: 'off' })
})

test('Enter makes a line if the setting says so, and Ctrl with it sends', async () => {
  await mountWith(({ store }) => store.set(changeSettingsAtom, { sendKey: 'modifier' }))
  await app.type('Hello')
  await app.press(app.field, 'Enter')
  expect(app.chat.sent).toEqual([])

  await app.press(app.field, 'Enter', { ctrlKey: true })
  expect(app.chat.sent).toEqual(['Hello'])

  await choose('Keyboard shortcuts')
  expect(dialog()?.querySelector('dd')?.textContent).toBe('CtrlEnter')
})

test('the page’s context is shown by name, and switched-off parts are left out', async () => {
  await mountWith(({ store }) =>
    store.set(setHostContextAtom, { data: { cart: { items: 2 }, 'Your plan': 'pro' } }),
  )
  expect(app.container.querySelector('.composer-note')?.textContent).toContain(
    'This page shares 2 details',
  )
  await app.click(app.button('This page shares 2 details')!)
  expect(dialog()?.textContent).toContain('Your plan')
  expect(dialog()?.textContent).toContain('pro')

  await app.click(field('Your plan'))
  expect(app.chat.store.get(sharedContextAtom)).toEqual({ cart: { items: 2 } })
  await app.type('Hello')
  await app.press(app.field, 'Enter')
  expect(app.chat.outgoing.map(({ marks }) => marks)).toEqual([{ context: { cart: { items: 2 } } }])
})

test('a page that shares nothing says nothing of it', async () => {
  await mountWith(() => undefined)

  expect(app.container.querySelector('.composer-note')?.textContent).not.toContain('shares')
})

test('a dialog that the page opens ends with what the person did, and once', async () => {
  await mountWith(() => undefined)
  const ends: boolean[] = []
  const ask = () =>
    app.do(() =>
      app.chat.store.set(openMenuDialogAtom, {
        name: 'clear',
        onEnd: (isDone) => ends.push(isDone),
      }),
    )
  await ask()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await app.click(document.activeElement!)
  expect(dialog()).toBeNull()
  expect(ends).toEqual([false])

  await ask()
  await ask()
  expect(ends).toEqual([false, false])
})

test('data that could not be deleted are told as an alert, once', async () => {
  const threads = () => Promise.reject(new Error('unavailable'))
  await mountWith(({ store }) => {
    store.set(setIdentityAtom, {
      mode: 'anonymous',
      cloud: { ...createNoCloud(), threads },
      auth: null,
      closing: new AbortController(),
    })
  })
  await app.do(() => app.chat.store.set(openMenuDialogAtom, { name: 'clear' }))
  await app.click(app.button('Delete everything')!)

  const told = 'Your data could not be deleted. Try again.'
  await vi.waitFor(() => expect(app.heard()).toEqual([`alert: ${told}`]))
  expect(dialog()?.querySelector('.menu-failure')?.textContent).toBe(told)
})
