import { afterEach, expect, test, vi } from 'vitest'
import { createPageLock } from './panel-view.ts'

const page = document.documentElement

afterEach(() => {
  vi.restoreAllMocks()
  for (const extra of document.querySelectorAll('html > aside, html > alcove-root')) extra.remove()
  page.removeAttribute('style')
  document.body.inert = false
})

const createRoot = () => page.appendChild(document.createElement('alcove-root'))

test('makes the page inert but not the chat, and undoes exactly that (A56)', () => {
  const root = createRoot()
  const inertAlready = page.appendChild(document.createElement('aside'))
  inertAlready.inert = true
  const lock = createPageLock(root)

  lock(true)
  expect([document.body.inert, inertAlready.inert, root.inert, document.head.inert]).toEqual([
    true,
    true,
    false,
    false,
  ])
  lock(false)

  expect([document.body.inert, inertAlready.inert]).toEqual([false, true])
})

test('keeps the page from scrolling and puts everything back, priority and place included (U15)', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  Object.defineProperties(window, {
    scrollX: { value: 3, configurable: true },
    scrollY: { value: 500, configurable: true },
  })
  page.style.setProperty('overflow', 'auto', 'important')
  const lock = createPageLock(createRoot())

  lock(true)
  expect(page.style.getPropertyValue('overflow')).toBe('hidden')
  lock(false)

  expect(page.style.getPropertyValue('overflow')).toBe('auto')
  expect(page.style.getPropertyPriority('overflow')).toBe('important')
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ left: 3, top: 500, behavior: 'instant' })
})

test('locks a body that was put in meanwhile, and undoes both', () => {
  const lock = createPageLock(createRoot())
  const before = document.body
  lock(true)

  const after = document.createElement('body')
  before.replaceWith(after)
  lock(true)
  expect([before.inert, after.inert]).toEqual([true, true])
  lock(false)

  expect([before.inert, after.inert]).toEqual([false, false])
})

test('unlocking what is not locked touches nothing', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  document.body.inert = true

  createPageLock(createRoot())(false)

  expect(document.body.inert).toBe(true)
  expect(scroll).not.toHaveBeenCalled()
})
