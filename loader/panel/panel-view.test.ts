import { afterEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { createShell } from '../create-shell.ts'
import { createPanelView, ENGLISH } from './panel-view.ts'
import { WIDE_QUERY } from './panel-queries.ts'

let life = new AbortController()

const LOADING = { isShown: false, isLate: false }
const PAINTED = { isShown: true, isLate: false }
const LATE = { isShown: false, isLate: true }
const failed = (failure: AlcoveError) => ({ ...LOADING, failure })

afterEach(() => {
  life.abort()
  life = new AbortController()
  vi.unstubAllGlobals()
  for (const root of document.querySelectorAll('alcove-root')) root.remove()
  document.body.inert = false
  document.documentElement.removeAttribute('style')
})

/** A page of a given width with a panel in it. */
function createPage({ isSheet, isDebugged = false }: { isSheet: boolean; isDebugged?: boolean }) {
  const query = Object.assign(new EventTarget(), { matches: isSheet })
  const wideQuery = { matches: !isSheet }
  const visual = Object.assign(new EventTarget(), { height: 844, offsetTop: 0 })
  vi.stubGlobal('matchMedia', (text: string) => (text === WIDE_QUERY ? wideQuery : query))
  vi.stubGlobal('visualViewport', visual)
  vi.stubGlobal('scrollTo', () => {})
  const root = document.documentElement.appendChild(document.createElement('alcove-root'))
  const panel = document.createElement('div')
  root.attachShadow({ mode: 'open' }).append(panel)
  const close = vi.fn<() => Promise<void>>(async () => {})
  const onRetry = vi.fn<() => void>()
  const onChange = vi.fn<() => void>()
  let words = ENGLISH
  const shell = createShell(close)
  panel.append(shell.element)
  const view = createPanelView(
    { root, panel, shell, close, retry: onRetry, change: onChange, signal: life.signal },
    undefined,
    () => words,
    () => isDebugged,
    () => new AlcoveError('frame_timeout', 'x', { hint: 'Is it blocked?' }),
  )
  const speak = (told: typeof ENGLISH) => (words = told)
  return { speak, query, visual, panel, view, onRetry, onChange }
}

test('beside the page the panel is not modal and leaves the page alone', () => {
  const { panel, view } = createPage({ isSheet: false })

  view.draw(true, PAINTED)

  expect(panel.getAttribute('aria-modal')).toBe('false')
  expect(document.body.inert).toBe(false)
  expect(panel.style.height).toBe('')
  const insets = { top: 0, right: 0, bottom: 0, left: 0 }
  expect(view.getViewport()).toEqual({ isSheet: false, canWiden: true, ...insets })
})

test('is wide while the frame wants it to be, and says where there is room for it', () => {
  const beside = createPage({ isSheet: false })
  beside.view.setWide(true)
  expect(beside.panel.className).toBe('wide')
  beside.view.setWide(false)
  expect(beside.panel.className).toBe('')

  expect(beside.view.getViewport().canWiden).toBe(true)
  expect(createPage({ isSheet: true }).view.getViewport().canWiden).toBe(false)
})

test('as a sheet it is modal, follows the visual viewport, and gives all of it back (A56, U98)', () => {
  const { panel, view, visual } = createPage({ isSheet: true })

  view.draw(true, PAINTED)
  expect(panel.getAttribute('aria-modal')).toBe('true')
  expect(document.body.inert).toBe(true)
  // The keyboard opens.
  visual.height = 500
  visual.offsetTop = 40
  visual.dispatchEvent(new Event('resize'))
  expect([panel.style.height, panel.style.top]).toEqual(['500px', '40px'])
  visual.offsetTop = 60
  visual.dispatchEvent(new Event('scroll'))
  expect(panel.style.top).toBe('60px')
  view.draw(false, PAINTED)

  expect([panel.style.height, panel.style.top]).toEqual(['', ''])
  expect(document.body.inert).toBe(false)
})

test('what covers a screen’s edges is measured on the page, and told to the frame (U100)', () => {
  const { panel, view } = createPage({ isSheet: true })
  const insets = { top: 47, right: 0, bottom: 34, left: 12 }
  for (const [side, px] of Object.entries(insets)) {
    panel.style.setProperty(`scroll-padding-${side}`, `${px}px`)
  }

  expect(view.getViewport()).toEqual({ isSheet: true, canWiden: false, ...insets })
})

test('a page that becomes narrow is told once', () => {
  const { query, onChange } = createPage({ isSheet: false })

  query.matches = true
  query.dispatchEvent(new Event('change'))
  window.dispatchEvent(new Event('resize'))

  expect(onChange).toHaveBeenCalledOnce()
})

test('the card names the failure as text, and trying again keeps the focus in the panel', () => {
  const { panel, view, onRetry } = createPage({ isSheet: false })
  const failure = new AlcoveError('frame_timeout', 'It did not load.', { hint: '<img src=x>' })
  view.draw(true, failed(failure))
  const card = panel.querySelector('[role=alert]')!
  expect(card.textContent).toContain('The chat did not load.')
  expect(card.textContent).toContain('<img src=x>')
  expect(card.querySelector('img')).toBeNull()
  const retryButton = [...card.querySelectorAll('button')].find(
    (button) => button.textContent === 'Try again',
  )!
  retryButton.focus()

  retryButton.click()
  view.draw(true, LOADING)

  expect(onRetry).toHaveBeenCalledOnce()
  expect(panel.querySelector('[role=alert]')).toBeNull()
  expect(panel.querySelector('[aria-label="Close"]')).not.toBeNull()
})

test.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['shop.example', false],
  ['localhost.example', false],
])('on %s the developer’s texts are in the card: %s', (hostname, isTold) => {
  vi.stubGlobal('location', { hostname })
  const { panel, view } = createPage({ isSheet: false })

  view.draw(
    true,
    failed(
      new AlcoveError('frame_timeout', 'It did not load.', { hint: 'ALCOVE_ALLOWED_ORIGINS' }),
    ),
  )

  const text = panel.querySelector('[role=alert]')!.textContent
  expect(text).toContain('The chat did not load.Check your connection, then try again.')
  expect(text.includes('ALCOVE_ALLOWED_ORIGINS')).toBe(isTold)
  expect(text.includes('frame_timeout')).toBe(isTold)
})

test('a page that is debugged has the developer’s texts in the card anywhere', () => {
  vi.stubGlobal('location', { hostname: 'shop.example' })
  const texts = [false, true].map((isDebugged) => {
    const { panel, view } = createPage({ isSheet: false, isDebugged })
    view.draw(true, failed(new AlcoveError('frame_timeout', 'x', { hint: 'Look there.' })))
    return panel.querySelector('[role=alert]')!.textContent
  })

  expect(texts.map((text) => text.includes('Look there.'))).toEqual([false, true])
})

test.each([true, false])(
  'a late look is told, and to the owner why; one that comes takes the words away (owner: %s)',
  (isOwner) => {
    vi.stubGlobal('location', { hostname: isOwner ? 'localhost' : 'shop.example' })
    const { panel, view } = createPage({ isSheet: false })
    const said = () => panel.querySelector('[role=alert]')?.textContent
    view.draw(true, LOADING)
    expect(said()).toBeUndefined()

    view.draw(true, LATE)
    expect(said()).toBe(
      `This takes longer than usual…${isOwner ? 'Is it blocked?frame_timeout' : ''}`,
    )

    view.draw(true, PAINTED)
    expect(said()).toBeUndefined()
  },
)

test('says what it says in the language that the frame told, of a failure one sentence', () => {
  const { panel, view, speak } = createPage({ isSheet: false })
  view.draw(true, LOADING)
  const button = () => panel.querySelector('button')!.getAttribute('aria-label')
  expect(button()).toBe('Close')

  speak({ ...ENGLISH, close: 'Zu', slow: 'Langsam', retry: 'Nochmal', failed: 'Geht nicht.' })
  view.draw(true, LATE)
  expect(button()).toBe('Zu')
  expect(panel.querySelector('.card b')?.textContent).toBe('Langsam')

  view.draw(true, failed(new AlcoveError('frame_timeout', 'x')))
  const card = panel.querySelector('.card')!
  expect(card.querySelector('b')?.textContent).toBe('Geht nicht.')
  expect(card.querySelector('button')?.textContent).toBe('Nochmal')
  // The advice is in English only.
  view.draw(true, failed(new AlcoveError('version_skew', 'x')))
  expect(panel.querySelector('.card b')?.textContent).toBe('The chat was updated.')
})
