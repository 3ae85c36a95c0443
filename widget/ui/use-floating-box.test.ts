import { computePosition } from '@floating-ui/react'
import type { Middleware, Platform } from '@floating-ui/react'
import { expect, test } from 'vitest'
import { floatingPlace, SAFE_POLYGON_PX } from './use-floating-box.tsx'

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

test('a placement that never comes to rest starts over 50 times and no more', async () => {
  expect(await placementsOf(PLACEMENT_LOOP_LIMIT - 1)).toBe(PLACEMENT_LOOP_LIMIT)
  expect(await placementsOf(PLACEMENT_LOOP_LIMIT)).toBe(PLACEMENT_LOOP_LIMIT + 1)
  expect(await placementsOf(Infinity)).toBe(PLACEMENT_LOOP_LIMIT + 1)
})

test('the pointer may stray by 5 px', () => {
  expect(SAFE_POLYGON_PX).toBe(5)
})

test('places beside the trigger, turned and moved where there is no room', () => {
  const { placement, middleware, strategy } = floatingPlace('top')
  const names = middleware?.map((step) => (step ? step.name : ''))
  expect({ placement, strategy, names }).toEqual({
    placement: 'top',
    strategy: 'fixed',
    names: ['offset', 'flip', 'shift'],
  })
})
