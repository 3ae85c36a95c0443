import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'
import { createTooltipDelay, Tooltip, TOOLTIP_OPEN_DELAY_MS } from './tooltip.tsx'
// Loaded with the first tooltip; here it is loaded already.
import './tooltip-bubble.tsx'

let page: Mounted | undefined

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await page?.unmount()
  vi.useRealTimers()
})

/** Mounts a tooltip, and rests a pointer on its button until the delay is over. */
async function rest(isNeeded?: (trigger: Element) => boolean) {
  page = await mount(
    <Tooltip text="The whole title" isNeeded={isNeeded}>
      <button type="button" className="cut">
        {'…'}
      </button>
    </Tooltip>,
  )
  await act(async () => {
    const event = new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' })
    page!.container.querySelector('button')!.dispatchEvent(event)
    await vi.advanceTimersByTimeAsync(TOOLTIP_OPEN_DELAY_MS)
  })
  return document.querySelector('[role=tooltip]')?.textContent ?? null
}

test('tells nothing where its trigger shows everything', async () => {
  expect(await rest(() => false)).toBeNull()
})

test('asks the trigger each time it could be shown', async () => {
  const asked: string[] = []
  expect(await rest((trigger) => asked.push(trigger.className) > 0)).toBe('The whole title')
  expect(asked).toEqual(['cut'])
})

test('a trigger that comes under a pointer at rest says nothing, nor one that was pressed', async () => {
  await rest()
  const button = page!.container.querySelector('button')!
  const point = (type: string) =>
    act(async () => {
      button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
      await vi.advanceTimersByTimeAsync(TOOLTIP_OPEN_DELAY_MS)
    })
  const shown = () => document.querySelectorAll('[role=tooltip]').length
  expect(shown()).toBe(1)

  await point('pointerdown')
  await point('pointermove')
  expect(shown()).toBe(0)
  await point('pointerout')
  await point('pointerover')
  expect(shown()).toBe(0)
  await point('pointermove')
  expect(shown()).toBe(1)
})

test('the first tooltip waits 700 ms, and the next none within 300 ms after one has closed (9.8, 9.9)', () => {
  const delay = createTooltipDelay()
  expect(delay.openDelay(0)).toBe(700)

  delay.noteOpened(() => {})(1_000)

  expect(delay.openDelay(1_300)).toBe(0)
  expect(delay.openDelay(1_301)).toBe(700)
})

test('while one is shown the next waits for nothing, and hides it', () => {
  const delay = createTooltipDelay()
  const hidden: string[] = []
  const closeFirst = delay.noteOpened(() => hidden.push('first'))
  expect(delay.openDelay(60_000)).toBe(0)

  const closeSecond = delay.noteOpened(() => hidden.push('second'))
  closeFirst(60_000)

  expect(hidden).toEqual(['first'])
  expect(delay.openDelay(120_000)).toBe(0)
  closeSecond(120_000)
  expect(delay.openDelay(120_301)).toBe(700)
})
