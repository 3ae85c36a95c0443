import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'
import { PLACEHOLDER_AFTER_MS, PLACEHOLDER_STAYS_MS } from './use-held-placeholder.tsx'

let app: MountedApp

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

/** The history loads after this time. */
async function load(afterMs: number) {
  app = await mountApp((chat) => chat.tell({ type: 'history', state: 'loading' }))
  await app.do(() => void vi.advanceTimersByTime(afterMs))
  expect(app.container.querySelector('.log .skeleton')).not.toBeNull()
  await app.do(() => {
    app.chat.show([question('q', 'Hi')])
    app.chat.tell({ type: 'history', state: 'ready' })
  })
  expect(app.container.querySelector('.log .skeleton')).toBeNull()
  expect(app.container.querySelector('article')).not.toBeNull()
}
const cover = () => app.container.querySelector('.skeleton-cover')

test('content that loads before its placeholder is visible has none (U108)', async () => {
  await load(PLACEHOLDER_AFTER_MS - 1)
  expect(cover()).toBeNull()
})

test('a visible placeholder stays for 300 ms, in its shape, over loaded content that is already spoken (U108)', async () => {
  await load(PLACEHOLDER_AFTER_MS + 10)
  expect(cover()?.getAttribute('aria-hidden')).toBe('true')
  const shapes = [...cover()!.querySelectorAll<HTMLElement>('.skeleton-line')].map(
    (line) => line.dataset['shape'],
  )
  // A question at the end of its line, an answer of several lines, and so on.
  expect(shapes).toEqual(['own', 'long', 'long', 'short', 'own', 'long', 'short'])

  await app.do(() => void vi.advanceTimersByTime(PLACEHOLDER_STAYS_MS - 11))
  expect(cover()).not.toBeNull()
  await app.do(() => void vi.advanceTimersByTime(1))
  expect(cover()).toBeNull()
})

test('a placeholder that was visible for longer is removed at once (U108)', async () => {
  await load(PLACEHOLDER_AFTER_MS + PLACEHOLDER_STAYS_MS)
  expect(cover()).toBeNull()
})
