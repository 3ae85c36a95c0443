import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'
import { TOOLTIP_OPEN_DELAY_MS } from './create-tooltip-delay.ts'
import { Tooltip } from './tooltip.tsx'
// Fetched with the first tooltip; here it is there already.
import './tooltip-bubble.tsx'

let page: Mounted

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await page.unmount()
  vi.useRealTimers()
})

/** What a pointer is told that rests on a button. */
async function rest(isNeeded?: (trigger: Element) => boolean) {
  page = await mount(
    <Tooltip text="The whole title" isNeeded={isNeeded}>
      <button type="button" className="cut">
        {'…'}
      </button>
    </Tooltip>,
  )
  await act(async () => {
    const event = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })
    page.container.querySelector('button')!.dispatchEvent(event)
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
