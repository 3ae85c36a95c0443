import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act } from 'react'
import { showFakeThread } from '../../conversation/atoms/shown-thread.test-support.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
// Loaded with the first image in the product; loaded before the tests here.
import './image-viewer.tsx'

let app: MountedApp

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined
})
afterEach(() => app.page.unmount())

const addressOf = (name: string) => `data:image/png;base64,${btoa(name)}`
async function show(...answers: readonly (readonly string[])[]) {
  const messages = answers.flatMap((names, index) => [
    question(`q${index}`, 'Draw'),
    answer(`a${index}`, '', {
      content: names.map((filename) => ({ type: 'image', image: addressOf(filename), filename })),
    }),
  ])
  app = await mountApp((chat) => chat.show(messages))
}
const dialog = () => app.container.querySelector('dialog')
const shown = () => dialog()?.querySelector('img')?.alt
const status = () => dialog()?.querySelector('[role=status]')?.textContent
const isEnabled = (name: string) => app.button(name)?.getAttribute('aria-disabled') !== 'true'
async function open(name: string) {
  const button = app.button(`Enlarge ${name}`)!
  button.focus()
  await app.click(button)
  await act(() => vi.dynamicImportSettled())
  return button
}

test('walks the images of the whole conversation, and stops at both ends (U61)', async () => {
  await show(['a.png', 'b.png'], ['c.png'])
  await open('a.png')
  expect([shown(), status()]).toEqual(['a.png', 'a.png 1 of 3'])
  expect(['Previous image', 'Next image'].map(isEnabled)).toEqual([false, true])
  await app.click(app.button('Previous image')!)
  expect(shown()).toBe('a.png')

  await app.click(app.button('Next image')!)
  await app.press(document.body, 'ArrowRight')
  expect([shown(), status()]).toEqual(['c.png', 'c.png 3 of 3'])
  expect(['Previous image', 'Next image'].map(isEnabled)).toEqual([true, false])
  await app.press(document.body, 'ArrowRight')
  expect(shown()).toBe('c.png')
})

test('gives the focus to the image that was shown last, and closes nothing else (U61, A59)', async () => {
  await show(['a.png', 'b.png'])
  const opener = await open('a.png')
  await app.press(document.body, 'Escape')
  expect([dialog(), document.activeElement]).toEqual([null, opener])

  await open('a.png')
  await app.press(document.body, 'ArrowRight')
  await app.press(document.body, 'Escape')
  expect(document.activeElement).toBe(app.button('Enlarge b.png'))
  expect(app.onClose).not.toHaveBeenCalled()
})

test('has no way to another image where there is none', async () => {
  await show(['a.png'])
  await open('a.png')
  expect(shown()).toBe('a.png')
  expect(app.button('Zoom in')).toBeDefined()
  expect(app.button('Next image')).toBeUndefined()
  expect(status()).toBeUndefined()
})

test('zooms by buttons and keys, and an arrow then walks nowhere (U61)', async () => {
  await show(['a.png', 'b.png'])
  await open('a.png')
  const scale = () =>
    dialog()
      ?.querySelector('img')
      ?.style.transform.match(/scale\((.*)\)/)?.[1]
  expect([scale(), isEnabled('Zoom out')]).toEqual(['1', false])
  await app.click(app.button('Zoom in')!)
  expect([scale(), isEnabled('Zoom out')]).toEqual(['1.5', true])
  await app.press(document.body, 'ArrowRight')
  expect(shown()).toBe('a.png')
  for (let press = 0; press < 4; press += 1) await app.press(document.body, '+')
  expect([scale(), isEnabled('Zoom in')]).toEqual(['4', false])
  await app.press(document.body, '0')
  expect([scale(), isEnabled('Zoom in')]).toEqual(['1', true])
})

test('closes when another conversation is shown', async () => {
  await show(['a.png'])
  await open('a.png')
  expect(dialog()).not.toBeNull()
  await app.do(() => void showFakeThread(app.chat.store))
  expect(dialog()).toBeNull()
})

test('says of an image that does not load that it is gone (U61)', async () => {
  await show(['a.png'])
  await open('a.png')
  await app.do(() => void dialog()!.querySelector('img')!.dispatchEvent(new Event('error')))
  expect(dialog()!.querySelector('img')).toBeNull()
  expect(dialog()!.textContent).toContain('a.png cannot be opened any more.')
})
