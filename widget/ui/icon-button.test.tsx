import { act } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { IconButton } from './icon-button.tsx'
import { mount } from './mount.test-support.tsx'
// Fetched with the first tooltip; here it is there already.
import './tooltip-bubble.tsx'
import type { Mounted } from './mount.test-support.tsx'

let page: Mounted
let escapes: number
/** Longer than a tooltip that was shown before makes the next one quick. */
const A_WHILE_MS = 3_600_000
const countEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') escapes += 1
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(A_WHILE_MS)
  escapes = 0
  window.addEventListener('keydown', countEscape)
  page = await mount(
    <>
      <IconButton label="Send">x</IconButton>
      <IconButton label="Close">x</IconButton>
    </>,
  )
})
afterEach(async () => {
  await page.unmount()
  window.removeEventListener('keydown', countEscape)
  vi.useRealTimers()
})

const tooltip = () => document.querySelector('[role=tooltip]')?.textContent ?? null
const anchor = (index: number) => page.container.querySelectorAll('.tooltip-anchor')[index]!
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const point = (index: number, type: 'pointermove' | 'pointerout', pointerType = 'mouse') =>
  act(async () => {
    anchor(index).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
    // Once it is open, the pointer has left when it is seen elsewhere.
    if (type === 'pointerout') anchor(index).firstElementChild!.dispatchEvent(leaving())
  })
const leaving = () => new MouseEvent('mouseleave', { clientX: 500, clientY: 500 })
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
  })

test('names the button, and shows the name after 700 ms of rest (2.27, 9.8)', async () => {
  expect(page.container.querySelector('button')?.getAttribute('aria-label')).toBe('Send')

  await point(0, 'pointermove')
  await wait(699)
  expect(tooltip()).toBeNull()
  await wait(1)
  expect(tooltip()).toBe('Send')
})

test('says in the tooltip why it cannot be pressed, and keeps its name', async () => {
  await page.render(<IconButton label="Next" tooltip="Wait for the answer." />)
  await point(0, 'pointermove')
  await wait(700)
  expect(tooltip()).toBe('Wait for the answer.')
  expect(page.container.querySelector('button')?.getAttribute('aria-label')).toBe('Next')
})

test('opens at once for whoever comes by the keyboard, and goes with the focus (A15)', async () => {
  const [first, second] = page.container.querySelectorAll('button')
  // A document of a test has no keyboard: what the browser would say of the focus is said here.
  const matches = vi.spyOn(Element.prototype, 'matches')
  let isByKeyboard = false
  matches.mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? isByKeyboard : this.closest(selector) === this
  })
  onTestFinished(() => matches.mockRestore())
  await act(async () => first!.focus())
  await wait(700)
  expect(tooltip()).toBeNull()

  isByKeyboard = true
  await act(async () => second!.focus())
  await wait(0)
  expect(tooltip()).toBe('Close')
  await act(async () => second!.blur())
  expect(tooltip()).toBeNull()
})

test('stays while the pointer rests on it or on its button, and goes when it has left both (A15)', async () => {
  await point(0, 'pointermove')
  await wait(700)
  const bubble = document.querySelector<HTMLElement>('[role=tooltip]')!
  const move = (from: Element, to: Element) =>
    act(async () => {
      from.dispatchEvent(new MouseEvent('mouseleave', { relatedTarget: to }))
      to.dispatchEvent(new MouseEvent('mouseenter', { relatedTarget: from }))
    })
  await move(anchor(0).firstElementChild!, bubble)
  await wait(60_000)
  expect(tooltip()).toBe('Send')

  await act(async () => void bubble.dispatchEvent(leaving()))
  expect(tooltip()).toBeNull()
})

test('opens nothing when the pointer has left before the time', async () => {
  await point(0, 'pointermove')
  await wait(699)
  await point(0, 'pointerout')
  await wait(700)
  expect(tooltip()).toBeNull()
})

test('shows the next name at once when the first has just closed (9.9)', async () => {
  await point(0, 'pointermove')
  await wait(700)
  await point(0, 'pointerout')
  expect(tooltip()).toBeNull()

  await point(1, 'pointermove')
  await wait(0)
  expect(tooltip()).toBe('Close')
})

test('shows nothing for a finger', async () => {
  await point(0, 'pointermove', 'touch')
  await wait(2000)
  expect(tooltip()).toBeNull()
})

test('closes on Escape from anywhere, and keeps that press from other layers (A15)', async () => {
  await point(0, 'pointermove')
  await wait(2000)

  await press('Escape')
  expect(tooltip()).toBeNull()
  expect(escapes).toBe(0)

  await press('Escape')
  expect(escapes).toBe(1)
})

test('leaves Escape to an open input method', async () => {
  await point(0, 'pointermove')
  await wait(2000)

  await press('Escape', { isComposing: true })
  expect(tooltip()).toBe('Send')
})

test('closes when pressed', async () => {
  await point(0, 'pointermove')
  await wait(2000)
  await act(async () => {
    anchor(0).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  })
  expect(tooltip()).toBeNull()
})
