import { computePosition } from '@floating-ui/dom'
import type { Middleware, Platform } from '@floating-ui/dom'
import { expect, test } from 'vitest'
import { floatingPlace, isOnWay, SAFE_POLYGON_PX } from './use-floating-box.tsx'

/** How often a placement may start over before it is taken as it is (specification, section 9). */
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

test.each([
  ['towards the box', { x: 50, y: 80 }, true],
  ['towards its corner, as far as it may stray', { x: 90, y: 50 }, true],
  ['where it left', { x: 50, y: 102 }, true],
  ['past the box', { x: 99, y: 50 }, false],
  ['away from the box', { x: 50, y: 130 }, false],
  ['along the trigger', { x: 90, y: 100 }, false],
  ['beyond the box', { x: 50, y: -20 }, false],
])('a pointer that goes %s: is it on its way: %s (9.10, A15)', (_where, at, isExpected) => {
  const box = { left: 0, right: 90, top: 0, bottom: 40 }
  expect(isOnWay({ x: 50, y: 100 }, at, box)).toBe(isExpected)
})
