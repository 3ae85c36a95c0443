import { expect, test } from 'vitest'
import { createTooltipDelay } from './create-tooltip-delay.ts'
import { placeTooltip } from './place-tooltip.ts'

const viewport = { width: 400, height: 700 }
const tooltip = { width: 80, height: 24 }

test.each([
  ['centred above', { x: 200, y: 300, width: 36, height: 36 }, { x: 178, y: 271 }],
  ['below, without room above', { x: 200, y: 20, width: 36, height: 36 }, { x: 178, y: 61 }],
  ['inside the near edge', { x: 4, y: 300, width: 36, height: 36 }, { x: 8, y: 271 }],
  ['inside the far edge', { x: 360, y: 300, width: 36, height: 36 }, { x: 312, y: 271 }],
  ['above with the last pixel of room', { x: 200, y: 37, width: 36, height: 36 }, { x: 178, y: 8 }],
  ['below with one pixel less', { x: 200, y: 36, width: 36, height: 36 }, { x: 178, y: 77 }],
])('places the tooltip %s', (_, trigger, place) => {
  expect(placeTooltip(trigger, tooltip, viewport)).toEqual(place)
})

test('opens the next tooltip at once until the skip delay has passed', () => {
  const delay = createTooltipDelay()

  expect(delay.openDelay(0)).toBe(700)
  delay.noteClosed(1000)
  expect(delay.openDelay(1300)).toBe(0)
  expect(delay.openDelay(1301)).toBe(700)
})
