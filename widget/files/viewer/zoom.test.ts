import { expect, test } from 'vitest'
import { maxScaleOf, panBy, WHOLE, zoomTo, type Bounds } from './zoom.ts'

const BOUNDS: Bounds = {
  image: { width: 400, height: 200 },
  stage: { width: 400, height: 600 },
  maxScale: 4,
}

test('keeps the point of the image that the fingers are on', () => {
  const at = { x: 100, y: 0 }
  const view = zoomTo(WHOLE, 2, BOUNDS, at)
  expect(view).toEqual({ scale: 2, x: -100, y: 0 })
  expect((at.x - view.x) / view.scale).toBe(at.x)
  expect(zoomTo(view, 1, BOUNDS, at)).toEqual(WHOLE)
})

test.each([
  [0.5, 1],
  [1, 1],
  [4, 4],
  [4.1, 4],
])('makes of a scale of %d one of %d', (wanted, scale) => {
  expect(zoomTo(WHOLE, wanted, BOUNDS).scale).toBe(scale)
})

test('moves an image to its edge and no further, and not at all where it has room', () => {
  const large = zoomTo(WHOLE, 2, BOUNDS)
  expect(panBy(large, { x: 200, y: 0 }, BOUNDS).x).toBe(200)
  expect(panBy(large, { x: 201, y: 0 }, BOUNDS).x).toBe(200)
  expect(panBy(large, { x: -500, y: 90 }, BOUNDS)).toEqual({ scale: 2, x: -200, y: 0 })
  expect(panBy(WHOLE, { x: 50, y: 50 }, BOUNDS)).toEqual(WHOLE)
})

test('lets an image of many pixels be zoomed until each has its own', () => {
  expect(maxScaleOf(4000, 400)).toBe(10)
  expect(maxScaleOf(400, 400)).toBe(4)
  // An image that has not loaded.
  expect(maxScaleOf(0, 0)).toBe(4)
})
