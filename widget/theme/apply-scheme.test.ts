import { expect, test, vi } from 'vitest'
import { applyScheme } from './apply-scheme.ts'

/** The document of the frame with these animations. */
const parse = (...moving: object[]) =>
  Object.assign(
    new DOMParser().parseFromString(
      '<head><meta name="color-scheme" content="light dark"></head>',
      'text/html',
    ),
    { getAnimations: () => moving as Animation[] },
  )

class Transition {
  readonly cancel = vi.fn<() => void>()
}
vi.stubGlobal('CSSTransition', Transition)

test('names the scheme on the root element and in the existing meta tag', () => {
  const page = parse()

  applyScheme(page, 'dark')

  expect(page.documentElement.getAttribute('data-scheme')).toBe('dark')
  const metas = [...page.querySelectorAll('meta[name="color-scheme"]')]
  expect(metas.map((meta) => meta.getAttribute('content'))).toEqual(['dark'])
})

test('replaces an earlier scheme', () => {
  const page = parse()

  applyScheme(page, 'dark')
  applyScheme(page, 'light')

  expect(page.documentElement.getAttribute('data-scheme')).toBe('light')
  const metas = [...page.querySelectorAll('meta[name="color-scheme"]')]
  expect(metas.map((meta) => meta.getAttribute('content'))).toEqual(['light'])
})

test('nothing fades into the first scheme, and what else moves goes on; the next one may fade (U109)', () => {
  const fading = new Transition()
  const moving = { cancel: vi.fn<() => void>() }
  const page = parse(fading, moving)

  applyScheme(page, 'dark')
  expect(fading.cancel).toHaveBeenCalledOnce()
  expect(moving.cancel).not.toHaveBeenCalled()

  applyScheme(page, 'light')
  expect(fading.cancel).toHaveBeenCalledOnce()
})
