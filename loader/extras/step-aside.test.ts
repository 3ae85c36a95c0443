import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStepAside, STEP_BACK_WAIT_MS } from './step-aside.ts'

const box = (left: number, top: number, width = 100, height = 100): DOMRect =>
  ({ left, top, right: left + width, bottom: top + height }) as DOMRect

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  history.replaceState(null, '')
})

/** A chat whose panel covers the corner from 600, 100. */
function createWorld({ isSheet = false, isFixed = false, isOpen = true } = {}) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isSheet } as MediaQueryList)
  const launcher = document.createElement('button')
  const panel = document.createElement('div')
  panel.getBoundingClientRect = () => box(600, 100, 400, 600)
  launcher.setAttribute('aria-expanded', `${isOpen}`)
  const done: string[] = []
  const makeWay = createStepAside(
    {
      panel,
      launcher,
      given: { isFixed } as never,
      async setOpen(isNext) {
        done.push(isNext ? 'open' : 'close')
        launcher.setAttribute('aria-expanded', `${isNext}`)
      },
    },
    () => void done.push('offer'),
  )
  const elementAt = (at: DOMRect) => {
    const element = document.createElement('p')
    element.getBoundingClientRect = () => at
    element.scrollIntoView = () => void done.push('scroll')
    return element
  }
  return { done, makeWay, elementAt }
}

test.each([
  ['beside the panel', box(400, 200), ['scroll']],
  ['that touches its edge', box(500, 200), ['scroll']],
  ['under its edge', box(501, 200), ['scroll', 'close', 'offer']],
  ['above it', box(700, 0), ['scroll']],
])('an element %s', async (_, at, steps) => {
  const { done, makeWay, elementAt } = createWorld()
  const way = makeWay({ scope: 'navigate' })
  await way.begin()
  await way.show(elementAt(at))
  way.end(false)
  expect(done).toEqual(steps)
})

test('a tool that does not tell what it showed closes the panel after its run, if it navigates', async () => {
  const { done, makeWay } = createWorld()
  for (const scope of ['read', 'write', undefined]) {
    const way = makeWay({ scope })
    await way.begin()
    way.end(false)
  }
  makeWay({ scope: 'navigate' }).end(true)
  expect(done).toEqual([])

  makeWay({ scope: 'navigate' }).end(false)
  await vi.runAllTimersAsync()
  expect(done).toEqual(['close', 'offer'])
})

test('a sheet closes before the run, and opens again if the run fails', async () => {
  const { done, makeWay, elementAt } = createWorld({ isSheet: true })
  const way = makeWay({ scope: 'navigate' })
  await way.begin()
  expect(done).toEqual(['close', 'offer'])
  await way.show(elementAt(box(0, 0)))
  way.end(true)
  expect(done).toEqual(['close', 'offer', 'scroll', 'open'])
})

test.each([
  ['closed', { isOpen: false }],
  ['part of the page', { isFixed: true }],
])('a panel that is %s stays as it is', async (_, how) => {
  const { done, makeWay, elementAt } = createWorld({ isSheet: true, ...how })
  const way = makeWay({ scope: 'navigate' })
  await way.begin()
  await way.show(elementAt(box(700, 200)))
  way.end(true)
  expect(done).toEqual(['scroll'])
})

test('a value that is no element is refused', async () => {
  const { done, makeWay } = createWorld()
  await expect(makeWay({}).show('#lantern' as never)).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(done).toEqual([])
})

test('a tool does not wait for a history that stays as it is', async () => {
  history.replaceState({ alcoveSheet: true }, '')
  const { done, makeWay } = createWorld({ isSheet: true })
  const begun = makeWay({ scope: 'navigate' }).begin()
  await vi.advanceTimersByTimeAsync(STEP_BACK_WAIT_MS - 1)
  expect(done).toEqual(['close'])
  await vi.advanceTimersByTimeAsync(1)
  await vi.runAllTimersAsync()
  await begun
  expect(done).toEqual(['close', 'offer'])
})
