import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer, useAnnounce } from './announcer.tsx'
import { FIRST_ANNOUNCEMENT_MS } from './create-announcer.ts'
import { Dialog } from './dialog.tsx'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'

let page: Mounted
const onClose = vi.fn<() => void>()
const opener = () => page.container.querySelector<HTMLButtonElement>('.opener')!
const dialog = () => page.container.querySelector('dialog')
const tree = (isOpen: boolean, description?: string) => (
  <>
    <button type="button" className="opener">
      x
    </button>
    {isOpen && (
      <Dialog title="Delete it?" description={description} closeLabel="Close" onClose={onClose}>
        <button type="button" className="inside">
          y
        </button>
      </Dialog>
    )}
  </>
)

beforeEach(async () => {
  onClose.mockReset()
  page = await mount(tree(false))
  opener().focus()
})
afterEach(async () => {
  await page.unmount()
  vi.useRealTimers()
})

const textOf = (attribute: string) =>
  document.getElementById(dialog()?.getAttribute(attribute) ?? '')?.textContent

test('is modal, named and described (2.25, A59)', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await page.render(tree(true, 'It cannot be undone.'))

  expect(showModal).toHaveBeenCalledTimes(1)
  expect(textOf('aria-labelledby')).toBe('Delete it?')
  expect(textOf('aria-describedby')).toBe('It cannot be undone.')
  showModal.mockRestore()
})

test('has no description that is not there', async () => {
  await page.render(tree(true))
  expect(dialog()?.hasAttribute('aria-describedby')).toBe(false)
})

test('closes by its button, by Escape and by a press on the overlay, but not by one inside (2.26, A59)', async () => {
  await page.render(tree(true))
  const click = (target: Element) =>
    act(async () => void target.dispatchEvent(new MouseEvent('click', { bubbles: true })))

  await click(page.container.querySelector('.inside')!)
  expect(onClose).toHaveBeenCalledTimes(0)
  await click(page.container.querySelector('[aria-label=Close]')!)
  expect(onClose).toHaveBeenCalledTimes(1)
  await click(dialog()!)
  expect(onClose).toHaveBeenCalledTimes(2)
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('lets its owner decide about a back gesture', async () => {
  await page.render(tree(true))
  const cancel = new Event('cancel', { cancelable: true })
  await act(async () => void dialog()!.dispatchEvent(cancel))
  expect(cancel.defaultPrevented).toBe(true)
  expect(onClose).toHaveBeenCalledTimes(1)
})

/** Announces a text when pressed. */
function Speaker({ text }: { text: string }) {
  const announce = useAnnounce()
  return (
    <button type="button" className="speaker" onClick={() => announce(text)}>
      z
    </button>
  )
}

test('is heard while it is open, when all behind it is inert', async () => {
  vi.useFakeTimers()
  const heard = () =>
    [...page.container.querySelectorAll('[aria-live=polite] > *')].map((node) => [
      node.textContent,
      node.closest('dialog') !== null,
    ])
  const speak = () =>
    act(async () => page.container.querySelector<HTMLElement>('.speaker')!.click())
  const around = (isOpen: boolean) => (
    <Announcer>
      <Speaker text="Answer stopped" />
      {tree(isOpen)}
    </Announcer>
  )
  await page.render(around(false))
  await page.render(around(true))
  await speak()
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  expect(heard()).toEqual([['Answer stopped', true]])

  await page.render(around(false))
  await speak()
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  expect(heard()).toEqual([['Answer stopped', false]])
})

test('gives the focus back to what had it (A59)', async () => {
  await page.render(tree(true))
  page.container.querySelector<HTMLElement>('.inside')!.focus()
  await page.render(tree(false))
  expect(document.activeElement).toBe(opener())
})
