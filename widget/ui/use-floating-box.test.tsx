import { computePosition } from '@floating-ui/react'
import type { Middleware, Platform } from '@floating-ui/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'
import { TooltipBubble } from './tooltip-bubble.tsx'
import { floatingPlace, SAFE_POLYGON_PX } from './use-floating-box.tsx'

/** How often a placement may start over before it stays as it is (specification, section 9). */
const PLACEMENT_LOOP_LIMIT = 50

const BOX = { x: 0, y: 0, width: 10, height: 10 }
const platform = {
  getElementRects: async () => ({ reference: BOX, floating: BOX }),
  getDimensions: async () => BOX,
  getClippingRect: async () => ({ ...BOX, top: 0, left: 0, right: 10, bottom: 10 }),
} as unknown as Platform

async function placementsOf(resets: number): Promise<number> {
  let placements = 0
  const restless: Middleware = {
    name: 'restless',
    fn() {
      placements += 1
      return placements > resets ? {} : { reset: true }
    },
  }
  const anything = document.createElement('div')
  await computePosition(anything, anything, { platform, middleware: [restless] })
  return placements
}

test('a placement that never comes to rest starts over 50 times and no more (9.11)', async () => {
  expect(await placementsOf(PLACEMENT_LOOP_LIMIT - 1)).toBe(PLACEMENT_LOOP_LIMIT)
  expect(await placementsOf(PLACEMENT_LOOP_LIMIT)).toBe(PLACEMENT_LOOP_LIMIT + 1)
  expect(await placementsOf(Infinity)).toBe(PLACEMENT_LOOP_LIMIT + 1)
})

test('the pointer may stray by 5 px (9.10)', () => {
  expect(SAFE_POLYGON_PX).toBe(5)
})

test('places beside the trigger, turned and moved where there is no room (9.11)', () => {
  const { placement, middleware, strategy } = floatingPlace('top')
  const names = middleware?.map((step) => (step ? step.name : ''))
  expect({ placement, strategy, names }).toEqual({
    placement: 'top',
    strategy: 'fixed',
    names: ['offset', 'flip', 'shift'],
  })
})

describe('on the way from a trigger to its box', () => {
  const TRIGGER = new DOMRect(40, 100, 20, 20)
  const FLOATING = new DOMRect(0, 0, 90, 40)
  /** A pointer that rests on its way for this long goes nowhere. */
  const REST_ON_WAY_MS = 40
  const close = vi.fn<() => void>()
  let page: Mounted
  let trigger: HTMLElement

  beforeEach(async () => {
    vi.useFakeTimers()
    close.mockReset()
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return this === trigger ? TRIGGER : FLOATING
    })
    trigger = document.body.appendChild(document.createElement('button'))
    page = await mount(<TooltipBubble text="x" trigger={trigger} onClose={close} />)
    await act(async () => {
      trigger.dispatchEvent(new MouseEvent('mouseleave', { clientX: 50, clientY: 100 }))
    })
  })
  afterEach(async () => {
    await page.unmount()
    trigger.remove()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const moveTo = (x: number, y: number) =>
    act(async () => {
      document.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y }))
    })

  test.each([
    ['towards the box', true, 50, 80],
    ['towards its corner', true, 20, 60],
    ['where it left', true, 50, 102],
    ['past the box', false, 99, 50],
    ['away from the box', false, 50, 130],
    ['along the trigger', false, 90, 100],
    ['beyond the box', false, 50, -20],
  ] as const)(
    'a pointer that goes %s: is it on its way: %s (9.10, A15)',
    async (_where, isOnWay, x, y) => {
      await moveTo(x, y)
      expect(close).toHaveBeenCalledTimes(isOnWay ? 0 : 1)
    },
  )

  test('a pointer that stops on its way closes the box', async () => {
    await moveTo(20, 60)
    vi.advanceTimersByTime(REST_ON_WAY_MS - 1)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledTimes(1)
  })
})
