import { afterEach, expect, test, vi } from 'vitest'
import { createShell, SENTENCE_STANDS_MS } from './create-shell.ts'

afterEach(() => vi.useRealTimers())

test('a card is told by a region that was there before, once, and for as long as it takes to say', () => {
  vi.useFakeTimers()
  const { element, show } = createShell(() => {})
  const live = element.querySelector('[aria-live=assertive]')!
  const createCard = () => document.createElement('div')
  expect([live.textContent, live.hasAttribute('role')]).toEqual(['', false])

  show(createCard(), 'It failed.')
  const told = live.firstChild
  show(createCard(), 'It failed.')
  expect(live.textContent).toBe('It failed.')
  expect(live.firstChild).toBe(told)
  vi.advanceTimersByTime(SENTENCE_STANDS_MS - 1)
  expect(live.firstChild).toBe(told)
  vi.advanceTimersByTime(1)
  expect(live.textContent).toBe('')

  show(undefined)
  show(createCard(), 'It failed.')
  expect(live.textContent).toBe('It failed.')
})
