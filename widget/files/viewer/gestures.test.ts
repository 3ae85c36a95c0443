import { expect, test } from 'vitest'
import { createGestures, DOUBLE_TAP_MS, readKey, SWIPE_PX } from './gestures.ts'
import { PAN_STEP_PX, panBy, TAP_SCALE, WHOLE, zoomTo, type Bounds, type View } from './zoom.ts'

const BOUNDS: Bounds = {
  image: { width: 400, height: 300 },
  stage: { width: 400, height: 600 },
  maxScale: 4,
}

/** An image between two others. */
function create(sides: readonly string[] = ['left', 'right']) {
  let view: View = WHOLE
  let isHeld = false
  const walked: string[] = []
  const gestures = createGestures({
    view: () => view,
    bounds: () => BOUNDS,
    show(next, held) {
      view = next
      isHeld = held
    },
    walk(side) {
      if (!sides.includes(side)) return false
      walked.push(side)
      view = WHOLE
      return true
    },
  })
  const touch = (pointerId: number, x: number, y: number, timeMs = 0) => ({
    pointerId,
    at: { x, y },
    timeMs,
  })
  return {
    gestures,
    walked,
    view: () => view,
    isHeld: () => isHeld,
    set: (next: View) => (view = next),
    touch,
    tap(x: number, y: number, timeMs: number) {
      gestures.down(touch(1, x, y, timeMs))
      gestures.up(touch(1, x, y, timeMs))
    },
    drag(x: number, y: number) {
      gestures.down(touch(1, 0, 0))
      gestures.move(touch(1, x, y))
      gestures.up(touch(1, x, y))
    },
  }
}

test.each([
  [-(SWIPE_PX + 1), 0, ['right']],
  [SWIPE_PX + 1, 0, ['left']],
  [-SWIPE_PX, 0, []],
  [-60, 31, []],
  [-62, 30, ['right']],
])('a swipe by %d, %d leads to %j', (x, y, sides) => {
  const { drag, walked, view } = create()
  drag(x, y)
  expect(walked).toEqual(sides)
  expect(view()).toEqual(WHOLE)
})

test('the image follows the finger, and comes back where no other lies', () => {
  const { gestures, touch, view, isHeld, walked } = create(['left'])
  gestures.down(touch(1, 0, 0))
  gestures.move(touch(1, -80, 4))
  expect([view(), isHeld()]).toEqual([{ scale: 1, x: -80, y: 0 }, true])
  gestures.up(touch(1, -80, 4))
  expect([view(), isHeld(), walked]).toEqual([WHOLE, false, []])
})

test('a larger image is moved and not swiped', () => {
  const { drag, set, view, walked } = create()
  const large = zoomTo(WHOLE, 2, BOUNDS)
  set(large)
  drag(-120, 0)
  expect(view()).toEqual(panBy(large, { x: -120, y: 0 }, BOUNDS))
  expect(walked).toEqual([])
})

test('two fingers zoom to where they are, and lifting one swipes nothing', () => {
  const { gestures, touch, view, walked } = create()
  gestures.down(touch(1, -50, 0))
  gestures.down(touch(2, 50, 0))
  gestures.move(touch(1, -100, 0))
  gestures.move(touch(2, 100, 0))
  expect(view().scale).toBe(2)
  gestures.move(touch(1, -50, 0))
  gestures.move(touch(2, 50, 0))
  expect(view()).toEqual(WHOLE)
  gestures.up(touch(2, 50, 0))
  gestures.move(touch(1, -150, 0))
  gestures.up(touch(1, -150, 0))
  expect([walked, view()]).toEqual([[], WHOLE])
})

test('two taps in one place zoom there and back, two that are apart do not', () => {
  const { tap, view } = create()
  tap(60, 0, 0)
  tap(60, 0, DOUBLE_TAP_MS + 1)
  expect(view()).toEqual(WHOLE)
  tap(-60, 0, DOUBLE_TAP_MS + 2)
  expect(view()).toEqual(WHOLE)
  tap(-60, 0, 2 * DOUBLE_TAP_MS + 2)
  expect(view()).toEqual(zoomTo(WHOLE, TAP_SCALE, BOUNDS, { x: -60, y: 0 }))
  tap(0, 0, 2_000)
  tap(0, 0, 2_100)
  expect(view()).toEqual(WHOLE)
})

test('a press that trembles is a tap, one that moves is none', () => {
  const { gestures, drag } = create()
  drag(8, 0)
  expect(gestures.wasTap()).toBe(true)
  drag(9, 0)
  expect(gestures.wasTap()).toBe(false)
})

test('a press whose end was not heard does not hold the next one', () => {
  const { gestures, touch, drag, walked } = create()
  gestures.down(touch(1, 0, 0))
  gestures.move(touch(1, 30, 0))
  drag(-100, 0)
  expect(walked).toEqual(['right'])
})

test('a finger that the browser takes leaves the image where it was', () => {
  const { gestures, touch, view, walked } = create()
  gestures.down(touch(1, 0, 0))
  gestures.move(touch(1, -90, 0))
  gestures.cancel(touch(1, -90, 0))
  gestures.up(touch(1, -90, 0))
  expect([view(), walked, gestures.wasTap()]).toEqual([WHOLE, [], false])
})

const press = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | null = null) => ({
  key,
  ctrlKey: held === 'ctrlKey',
  metaKey: held === 'metaKey',
  altKey: held === 'altKey',
})

test.each([
  ['+', 1],
  ['=', 1],
  ['-', -1],
  ['0', 0],
])('reads %s as a step of the scale', (key, step) => {
  expect(readKey(press(key), false)).toEqual({ type: 'zoom', step })
  expect(readKey(press(key), true)).toEqual({ type: 'zoom', step })
})

test('walks with arrows while the image is whole, and looks around once it is not', () => {
  expect(readKey(press('ArrowLeft'), false)).toEqual({ type: 'walk', side: 'left' })
  expect(readKey(press('ArrowRight'), false)).toEqual({ type: 'walk', side: 'right' })
  expect(readKey(press('ArrowUp'), false)).toBeNull()
  const by = (key: string) => readKey(press(key), true)
  expect(by('ArrowLeft')).toMatchObject({ type: 'pan', by: { x: PAN_STEP_PX } })
  expect(by('ArrowDown')).toMatchObject({ type: 'pan', by: { y: -PAN_STEP_PX } })
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
  'leaves keys with %s to the browser',
  (held) => {
    for (const key of ['+', '0', 'ArrowLeft']) expect(readKey(press(key, held), false)).toBeNull()
    expect(readKey(press('Enter'), false)).toBeNull()
  },
)
