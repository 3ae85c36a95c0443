import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScroller, FIRST_PLACE } from './create-scroller.ts'

// A layout made by the test: values that a browser would compute are set here, in pixels.

const PORT_PX = 500
const WIDTH_PX = 400
/** Distance of the first message from the log's edge. */
const START_PX = 12
/** Frames in two seconds at 60 frames per second. */
const FRAMES = 120

let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A log with messages of these heights, scrolled to its end. */
function createLog(...heights: number[]) {
  let tellResize: () => void = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        tellResize = call
      }
      observe() {}
      disconnect() {}
    },
  )
  const log = document.createElement('div')
  const content = document.createElement('div')
  const floor = document.createElement('div')
  content.append(...heights.map(() => document.createElement('article')))
  log.append(content, floor)
  document.body.append(log)
  const messages = () => [...content.children] as HTMLElement[]
  const sizes = new Map(messages().map((each, index) => [each, heights[index]!]))
  let port = PORT_PX
  let top = 0
  const contentHeight = () => messages().reduce((sum, each) => sum + sizes.get(each)!, START_PX)
  const height = () => {
    const room = floor.hidden ? 0 : Number.parseFloat(floor.style.insetBlockStart) + 1
    return Math.max(contentHeight(), room, port)
  }
  const end = () => height() - port
  const define = (element: HTMLElement, of: Record<string, () => number>) => {
    for (const [name, get] of Object.entries(of)) Object.defineProperty(element, name, { get })
  }
  function place(message: HTMLElement) {
    message.dataset['messageId'] = `m${messages().indexOf(message)}`
    message.id = `message-${message.dataset['messageId']}`
    const before = () => messages().slice(0, messages().indexOf(message))
    define(message, {
      offsetHeight: () => sizes.get(message)!,
      offsetTop: () => before().reduce((sum, each) => sum + sizes.get(each)!, START_PX),
    })
  }
  for (const message of messages()) place(message)
  define(content, { offsetTop: () => 0, offsetHeight: contentHeight })
  define(log, { scrollHeight: height, clientHeight: () => port, clientWidth: () => WIDTH_PX })
  Object.defineProperty(log, 'scrollTop', {
    get: () => top,
    // Clamps, like browsers.
    set(next: number) {
      top = Math.min(Math.max(0, next), end())
    },
  })
  const tellScroll = () => log.dispatchEvent(new Event('scroll'))
  /** Updates the layout, like a browser after each change. */
  function layOut() {
    const before = top
    log.scrollTop = top
    if (top !== before) tellScroll()
    tellResize()
    tellScroll()
  }
  const onPlace = vi.fn<(place: typeof FIRST_PLACE) => void>()
  const scroller = createScroller({ log, content, floor }, 'anchor', onPlace)
  stop = () => scroller.destroy()
  scroller.opened(null)
  layOut()
  return {
    log,
    messages,
    scroller,
    end,
    place: () => onPlace.mock.lastCall?.[0] ?? FIRST_PLACE,
    /** Changes a message's height by this many pixels. */
    grow(index: number, byPx: number) {
      const message = messages().at(index)!
      sizes.set(message, sizes.get(message)! + byPx)
      layOut()
    },
    /** Adds a message at the end, or before the first one. */
    add(heightPx: number, where: 'append' | 'prepend' = 'append'): HTMLElement {
      const message = document.createElement('article')
      sizes.set(message, heightPx)
      content[where](message)
      place(message)
      layOut()
      return message
    },
    resize(portPx: number) {
      port = portPx
      layOut()
    },
    /** The reader scrolls. */
    scrollTo(topPx: number) {
      log.scrollTop = topPx
      tellScroll()
    },
    /** Distance of a message from the log's edge. */
    topOf: (index: number) => messages().at(index)!.offsetTop - top,
    wait(ms: number) {
      vi.advanceTimersByTime(ms)
      tellScroll()
    },
  }
}

const touch = (type: string, clientY: number) =>
  Object.assign(new Event(type), { touches: [{ clientY }] })
const key = (name: string, init: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key: name, ...init })

type Log = ReturnType<typeof createLog>
test.each<[string, (log: Log) => void]>([
  ['a wheel', ({ log }) => log.dispatchEvent(new WheelEvent('wheel', { deltaY: -120 }))],
  [
    'a finger',
    ({ log }) => {
      log.dispatchEvent(touch('touchstart', 100))
      log.dispatchEvent(touch('touchmove', 105))
    },
  ],
  ['PageUp', ({ log }) => log.dispatchEvent(key('PageUp'))],
  ['Home', ({ log }) => log.dispatchEvent(key('Home'))],
  ['Shift+Space', ({ log }) => log.dispatchEvent(key(' ', { shiftKey: true }))],
  [
    'the scrollbar',
    ({ log }) =>
      log.dispatchEvent(Object.assign(new Event('pointerdown'), { offsetX: WIDTH_PX + 5 })),
  ],
  [
    'a selection',
    ({ messages }) => {
      const selection = { isCollapsed: false, anchorNode: messages()[0] } as unknown as Selection
      vi.spyOn(document, 'getSelection').mockReturnValue(selection)
      document.dispatchEvent(new Event('selectionchange'))
    },
  ],
  [
    'the focus on an older message',
    ({ messages }) => messages()[0]!.dispatchEvent(new Event('focusin', { bubbles: true })),
  ],
])('a move up by %s ends following at once, and the view stays (U01, U02)', (_, moveUp) => {
  const log = createLog(400, 900)
  log.grow(-1, 24)
  // The positive control: a reader who does nothing follows.
  expect(log.log.scrollTop).toBe(log.end())

  moveUp(log)
  const before = log.log.scrollTop
  for (let frame = 0; frame < FRAMES; frame += 1) {
    log.grow(-1, 10)
    log.wait(1_000 / 60)
    expect(log.log.scrollTop).toBe(before)
  }
})

test('whoever follows is at the end after a burst of 600 px (U03)', () => {
  const log = createLog(400, 900)
  const before = log.log.scrollTop
  log.grow(-1, 600)

  expect(log.log.scrollTop).toBe(before + 600)
  log.grow(-1, 24)
  expect(log.log.scrollTop).toBe(log.end())
})

test('what folds and unfolds takes nobody from the end, and moves nobody who reads (U04)', () => {
  const log = createLog(400, 300, 900)
  log.grow(-1, -200)
  expect(log.log.scrollTop).toBe(log.end())
  log.grow(1, 200)
  expect(log.log.scrollTop).toBe(log.end())

  // Content that the reader opens stays in place, and later content is followed.
  const line = log.messages().at(-1)!.appendChild(document.createElement('button'))
  line.setAttribute('aria-expanded', 'false')
  const before = log.log.scrollTop
  line.dispatchEvent(new Event('click', { bubbles: true }))
  log.grow(-1, 150)
  expect(log.log.scrollTop).toBe(before)
  log.grow(-1, 24)
  expect(log.log.scrollTop).toBe(log.end())

  log.log.dispatchEvent(key('PageUp'))
  log.scrollTo(800)
  const place = log.topOf(2)
  for (const byPx of [250, -250, -100]) {
    log.grow(0, byPx)
    expect(log.topOf(2)).toBe(place)
  }
})

test('a turn that was sent is 12 px under the header within 250 ms, and stays there (U05, U06)', () => {
  const log = createLog(400, 900)
  const question = log.add(48)
  log.add(24)
  log.scroller.sent(question)
  log.wait(250)
  expect(log.topOf(-2)).toBe(12)

  for (let frame = 0; frame < FRAMES; frame += 1) {
    log.grow(-1, 10)
    expect(log.topOf(-2)).toBe(12)
  }
  // The answer ends, so its caret or its separate line goes.
  log.grow(-1, -30)
  log.wait(1_000)
  expect(log.topOf(-2)).toBe(12)
})

test('what is read stays in place when something above takes another height, or comes (U09, U13, U14)', () => {
  const log = createLog(400, 900, 900)
  log.log.dispatchEvent(key('PageUp'))
  log.scrollTo(600)
  const place = log.topOf(1)

  log.grow(0, 240)
  expect(log.topOf(1)).toBe(place)
  log.add(700, 'prepend')
  expect(log.topOf(2)).toBe(place)
  // A keyboard opens, and another width makes everything above higher.
  log.resize(300)
  log.grow(0, 55)
  expect(log.topOf(2)).toBe(place)
  log.resize(PORT_PX)
  expect(log.topOf(2)).toBe(place)
})

test('the way to the latest takes 300 ms at most and none without motion, and is followed (U11)', () => {
  const log = createLog(400, 2_400)
  for (const isStill of [false, true]) {
    document.documentElement.toggleAttribute('data-still', isStill)
    log.log.dispatchEvent(key('PageUp'))
    log.scrollTo(900)
    log.scroller.scrollToLatest()
    expect(log.log.scrollTop < log.end()).toBe(!isStill)
    log.wait(isStill ? 0 : 300)
    expect(log.log.scrollTop).toBe(log.end())
    log.grow(-1, 48)
    expect(log.log.scrollTop).toBe(log.end())
  }
  document.documentElement.removeAttribute('data-still')
})

test('whoever is away from the end is told of what is new there, until they are back (U10)', () => {
  const log = createLog(400, 900)
  log.log.dispatchEvent(key('PageUp'))
  log.scrollTo(log.end() - 64)
  expect(log.place()).toMatchObject({ isAway: false })
  log.scrollTo(log.end() - 65)
  expect(log.place()).toMatchObject({ isAway: true, hasNew: false })

  log.grow(-1, 24)
  expect(log.place()).toMatchObject({ isAway: true, hasNew: true })
  log.log.dispatchEvent(key('End'))
  log.scrollTo(log.end())
  expect(log.place()).toMatchObject({ isAway: false, hasNew: false })
})

test('whoever comes back stands where they stood, with the turn still held that was, or at the end (U12)', () => {
  const left = createLog(400, 900, 900)
  expect(left.scroller.place()).toBeNull()
  left.log.dispatchEvent(key('PageUp'))
  left.scrollTo(600)
  const read = left.scroller.place()
  expect(read).toEqual({ messageId: 'm1', offset: -188, isHeld: false })

  left.scroller.opened(null)
  expect(left.log.scrollTop).toBe(left.end())
  // Meanwhile the messages above have become higher.
  left.grow(0, 50)
  left.scroller.opened(read)
  expect(left.topOf(1)).toBe(-188)
  left.grow(-1, 300)
  expect(left.topOf(1)).toBe(-188)

  const question = left.add(48)
  left.add(24)
  left.scroller.sent(question)
  left.wait(250)
  expect(left.topOf(-2)).toBe(12)
  const held = left.scroller.place()
  left.scroller.opened(null)
  left.scroller.opened(held)
  expect(left.topOf(-2)).toBe(12)
  left.grow(-1, 400)
  expect(left.topOf(-2)).toBe(12)

  // A message that is no longer loaded is not a place.
  left.scroller.opened({ messageId: 'gone', offset: 0, isHeld: false })
  expect(left.log.scrollTop).toBe(left.end())
})

test.each<[string, (log: Log) => void]>([
  ['a wheel', ({ log }) => log.dispatchEvent(new WheelEvent('wheel', { deltaY: 120 }))],
  [
    'a finger',
    ({ log }) => {
      log.dispatchEvent(touch('touchstart', 100))
      log.dispatchEvent(touch('touchmove', 60))
    },
  ],
  ['PageDown', ({ log }) => log.dispatchEvent(key('PageDown'))],
  ['Space', ({ log }) => log.dispatchEvent(key(' '))],
  [
    'the scrollbar',
    ({ log }) =>
      log.dispatchEvent(Object.assign(new Event('pointerdown'), { offsetX: WIDTH_PX + 5 })),
  ],
])(
  'a reader who goes down by %s below a held question is found there, streamed or not',
  (_, moveDown) => {
    for (const isGrowing of [true, false]) {
      const log = createLog(400, 900)
      const question = log.add(48)
      log.add(2_000)
      log.scroller.sent(question)
      log.wait(250)
      expect(log.scroller.place()).toMatchObject({ isHeld: true })

      moveDown(log)
      log.scrollTo(log.log.scrollTop + 700)
      const { scrollTop } = log.log
      if (isGrowing) log.grow(-1, 24)
      expect(log.log.scrollTop).toBe(scrollTop)
      const left = log.scroller.place()
      expect(left).toEqual({ messageId: 'm3', offset: 60 - 700, isHeld: false })

      log.scroller.opened(null)
      log.scroller.opened(left)
      expect(log.log.scrollTop).toBe(scrollTop)
      log.grow(-1, 24)
      expect(log.log.scrollTop).toBe(scrollTop)
      stop()
    }
  },
)
