import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'
import { POPOVER_HOVER_MS, PopoverTrigger, SHEET_QUERY } from './popover-trigger.tsx'

let page: Mounted

beforeEach(async () => {
  vi.useFakeTimers()
  page = await mount(
    <>
      <PopoverTrigger label="Source 1: A" className="one" content={<a href="#x">inside</a>}>
        1
      </PopoverTrigger>
      <button type="button" className="other">
        x
      </button>
    </>,
  )
})
afterEach(async () => {
  await page.unmount()
  vi.useRealTimers()
})

const button = () => page.container.querySelector<HTMLButtonElement>('.one')!
const shown = () => page.container.querySelector('.popover')?.textContent ?? null
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const fire = (event: Event, target: Element = button()) =>
  act(async () => void target.dispatchEvent(event))
/** A pointer comes to the trigger, as the browser reports it. */
const enter = async (pointerType = 'mouse') => {
  await fire(new PointerEvent('pointerover', { bubbles: true, pointerType }))
  await fire(new MouseEvent('mouseenter'))
}
const leave = async () => {
  await fire(new PointerEvent('pointerout', { bubbles: true, pointerType: 'mouse' }))
  await fire(new MouseEvent('mouseleave', { clientX: 500, clientY: 500 }))
}
const click = async () => {
  await fire(new MouseEvent('click', { bubbles: true }))
  await wait(0)
}

test('opens on a press and closes on the next', async () => {
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await click()
  expect(shown()).toBe('inside')
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await click()
  expect(shown()).toBeNull()
})

test('opens for a pointer that rests, not for one that passes nor for a finger', async () => {
  await enter()
  await wait(POPOVER_HOVER_MS - 1)
  expect(shown()).toBeNull()
  await leave()
  await wait(POPOVER_HOVER_MS)
  expect(shown()).toBeNull()
  await enter('touch')
  await wait(2 * POPOVER_HOVER_MS)
  expect(shown()).toBeNull()

  await enter()
  await wait(POPOVER_HOVER_MS)
  expect(shown()).toBe('inside')
})

test('leaves with the pointer, unless a press has kept it', async () => {
  await enter()
  await wait(POPOVER_HOVER_MS)
  await leave()
  expect(shown()).toBeNull()

  await enter()
  await wait(POPOVER_HOVER_MS)
  await click()
  await leave()
  expect(shown()).toBe('inside')
})

test('opens for the focus of the keyboard, with its content next in the Tab order', async () => {
  vi.spyOn(button(), 'matches').mockReturnValue(true)
  await act(async () => button().focus())
  await wait(0)
  expect(shown()).toBe('inside')
  expect(button().nextElementSibling?.className).toContain('popover')

  await act(async () => page.container.querySelector<HTMLElement>('.popover a')!.focus())
  expect(shown()).toBe('inside')
  await act(async () => page.container.querySelector<HTMLElement>('.other')!.focus())
  expect(shown()).toBeNull()
})

test('closes on Escape, and gives the focus back to its trigger', async () => {
  await click()
  const link = page.container.querySelector<HTMLElement>('.popover a')!
  await act(async () => link.focus())
  await fire(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }), link)
  expect(shown()).toBeNull()
  expect(document.activeElement).toBe(button())
})

test('closes on a press elsewhere', async () => {
  await click()
  await fire(new PointerEvent('pointerdown', { bubbles: true }), button())
  expect(shown()).toBe('inside')
  await fire(new PointerEvent('pointerdown', { bubbles: true }), document.body)
  expect(shown()).toBeNull()
})

test('a large box is a dialog where there is no room for it, and only a press opens that', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query === SHEET_QUERY }) as never,
  )
  HTMLDialogElement.prototype.showModal ??= () => {}
  const sheet = { title: 'Returns', closeLabel: 'Close' }
  await page.render(
    <PopoverTrigger label="1" className="one" content={<a href="#x">inside</a>} sheet={sheet}>
      1
    </PopoverTrigger>,
  )
  const dialog = () => document.body.querySelector('dialog.sheet')

  await enter()
  await wait(POPOVER_HOVER_MS)
  expect(dialog()).toBeNull()
  await click()
  expect(dialog()?.textContent).toContain('inside')
  expect(button().getAttribute('aria-haspopup')).toBe('dialog')
  expect(shown()).toBeNull()
  await fire(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }), document.body)
  expect(dialog()).toBeNull()
})
