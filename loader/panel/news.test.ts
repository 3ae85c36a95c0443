import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ENGLISH } from './panel-view.ts'
import { createNewsAnnouncer, NEWS_STANDS_MS } from './news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NEWS = 'New answer from the assistant'

function createBox() {
  const box = document.createElement('div')
  const tell = createNewsAnnouncer(box, () => ENGLISH.news)
  return { tell, region: box.querySelector('[aria-live]')! }
}

test('says each answer behind the closed panel once, for as long as it takes to say (A47)', () => {
  const { tell, region } = createBox()
  tell(false, 0)
  expect(region.textContent).toBe('')

  tell(false, 1)
  const first = region.firstChild
  expect(region.textContent).toBe(NEWS)
  tell(false, 1)
  expect(region.firstChild).toBe(first)
  vi.advanceTimersByTime(NEWS_STANDS_MS - 1)
  expect(region.textContent).toBe(NEWS)
  vi.advanceTimersByTime(1)
  expect(region.textContent).toBe('')

  // The same text in a new node, so that screen readers announce it again.
  tell(false, 2)
  expect(region.textContent).toBe(NEWS)
  expect(region.firstChild).not.toBe(first)
})

test('is a live region without a role, which a screen reader would read on every page', () => {
  const { region } = createBox()

  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.hasAttribute('role')).toBe(false)
})

test('is silent beside an open panel, which has a voice of its own', () => {
  const { tell, region } = createBox()
  tell(false, 1)

  tell(true, 1)
  expect(region.textContent).toBe('')
  tell(true, 2)
  expect(region.textContent).toBe('')
  tell(false, 2)
  expect(region.textContent).toBe('')
  tell(false, 3)

  expect(region.textContent).toBe(NEWS)
})

test('says it in other words, when there are some by then', () => {
  const box = document.createElement('div')
  let words = NEWS
  const tell = createNewsAnnouncer(box, () => words)
  words = 'neue Antwort'
  tell(false, 1)
  expect(box.textContent).toBe('neue Antwort')
})
