import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
afterEach(() => page.unmount())

const textOf = (attribute: string) =>
  document.getElementById(dialog()?.getAttribute(attribute) ?? '')?.textContent

test('is modal, named and described', async () => {
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

test('closes by its button, by Escape and by a press on the overlay, but not by one inside', async () => {
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

test('gives the focus back to what had it', async () => {
  await page.render(tree(true))
  page.container.querySelector<HTMLElement>('.inside')!.focus()
  await page.render(tree(false))
  expect(document.activeElement).toBe(opener())
})
