import { afterEach, describe, expect, it, vi } from 'vitest'
import { NARROW_HEADER_QUERY } from '../ui/narrow-header.ts'
import { startEarlyWorld } from './early.test-support.tsx'
import { KEPT_TEXT_MS } from './kept-text.ts'
import { FIRST_PAINT_WAIT_MS } from './start-early-frame.ts'

let world: ReturnType<typeof startEarlyWorld>

afterEach(() => {
  world.remove()
  vi.useRealTimers()
})

const text = (selector: string) => world.find(selector)?.textContent
const SETUP = { scheme: 'dark', look: {} } as const

describe('the first paint', () => {
  it('shows the name, greeting and prompts of the project, and tells the page', () => {
    const look = { name: 'Pip', startScreen: { greeting: 'Hello', prompts: ['One', 'Two'] } }
    world = startEarlyWorld({ look }, SETUP)

    expect(text('.header-title')).toBe('Pip')
    expect(text('.header-status')).toBe('Usually instant')
    expect(text('.greeting')).toBe('Hello')
    expect(text('.suggestions')).toBe('OneTwo')
    expect(document.documentElement.dataset['scheme']).toBe('dark')
    expect(world.told).toEqual(['alcove:shown'])
  })

  it('shows invisible characters of a name, and fills the name into texts once', () => {
    const messages = { 'assistant.name': '{assistant}', 'header.readyHere': '{assistant} is here' }
    world = startEarlyWorld({ look: { name: 'Pip\u202e', messages } }, SETUP)
    expect(text('.header-status')).toBe('Pip[U+202E] is here')
    world.remove()
    world = startEarlyWorld({ look: { messages } }, { ...SETUP, look: { messages } })
    expect(text('.header-status')).toContain('usually instant')
  })

  it('gives words of the owner the direction of their own letters', () => {
    const startScreen = { greeting: 'مرحبا', hint: 'Ask us', prompts: ['كم السعر؟', 'Help'] }
    world = startEarlyWorld({ look: { startScreen } }, SETUP)

    const directions = [
      '.greeting',
      '.greeting-hint',
      'li:first-child button',
      'li + li button',
    ].map((selector) => world.find(selector)?.getAttribute('dir'))
    expect(directions).toEqual(['rtl', 'ltr', 'rtl', 'ltr'])
  })

  it('leaves the title of a narrow header the room of the button that the menu holds', () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) => ({ matches: query === NARROW_HEADER_QUERY }) as MediaQueryList,
    )
    world = startEarlyWorld({}, SETUP)
    expect(world.find('.header-new')).toBeNull()
    vi.restoreAllMocks()
    world.remove()
    world = startEarlyWorld({}, SETUP)
    expect(world.find('.header-new')).not.toBeNull()
  })

  it('gives the page precedence over the project', () => {
    world = startEarlyWorld({ look: { name: 'Pip' } }, { ...SETUP, look: { name: 'Ada' } })
    expect(text('.header-title')).toBe('Ada')
  })

  it('has the accent of the owner', () => {
    world = startEarlyWorld({ look: { theme: { accent: '#7c3aed' } } }, SETUP)
    const rules = [...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules])
    expect(rules.map(({ cssText }) => cssText).join()).toContain('--accent')
  })

  it('speaks the language of the page, and greets only in words that it knows', () => {
    world = startEarlyWorld({}, { ...SETUP, locale: 'de' })
    expect(world.field.getAttribute('aria-label')).toBe('de:composer.field')
    expect(world.field.placeholder).toBe('de:composer.placeholder')
    expect(world.find('main')?.getAttribute('aria-label')).toBe('de:thread.main')
    expect(world.find('.empty-state')).toBeNull()
    expect(document.documentElement.lang).toBe('de')
  })

  it('prefers the language that the person chose', () => {
    localStorage.setItem(`alcove:settings:${location.origin}`, '{"language":"de"}')
    world = startEarlyWorld({}, { ...SETUP, locale: 'fr' })
    expect(document.documentElement.lang).toBe('de')
  })

  it('does not greet a person who may have a conversation', () => {
    sessionStorage.setItem(`alcove:open-thread:${location.origin}`, 'thread')
    world = startEarlyWorld({}, SETUP)
    expect(world.find('.empty-state')).toBeNull()
  })

  it('takes no words in a project that can only be read', () => {
    world = startEarlyWorld({ readOnly: true }, SETUP)
    expect(world.field.readOnly).toBe(true)
    expect(world.field.placeholder).toBe('')
  })

  it('paints and tells nothing for a loader of an older version', () => {
    world = startEarlyWorld({ look: { name: 'Pip' } })
    expect(document.documentElement.dataset['scheme']).toBeUndefined()
    expect(text('.header-title')).not.toBe('Pip')
    expect(world.told).toEqual([])
  })
})

describe('the document without the app', () => {
  it('asks the page to close the panel', () => {
    world = startEarlyWorld({}, SETUP)
    world.find('.header-close')!.click()
    world.press('Escape')
    world.press('Escape', { ctrlKey: true })
    world.press('Escape', { isComposing: true })
    expect(world.told.filter((message) => message === 'alcove:close')).toHaveLength(2)
  })

  it('asks for it until the app hears Escape itself', () => {
    world = startEarlyWorld({}, SETUP)
    const countAsked = () => world.told.filter((message) => message === 'alcove:close').length
    world.early.takeOver()
    world.press('Escape')
    expect(countAsked()).toBe(1)
    world.early.end()
    world.press('Escape')
    expect(countAsked()).toBe(1)
  })

  it('sends a suggestion', () => {
    world = startEarlyWorld({}, SETUP)
    world.find('.suggestion')!.click()
    expect(world.early.takeOver().sent).toBe('What can you do?')
  })

  it('tells the page that its script did not load', () => {
    vi.useFakeTimers()
    world = startEarlyWorld({}, SETUP)
    const script = document.createElement('script')
    world.root.append(script)
    expect(world.told).not.toContain('alcove:broken')
    script.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(1_000)
    expect(world.told).toContain('alcove:broken')
  })

  const VISIT = '7 1'

  it.each([
    ['the next frame of this visit', VISIT, KEPT_TEXT_MS + 1, 'sent\n\ntyped'],
    ['the next load of the page', '8 1', KEPT_TEXT_MS, 'sent\n\ntyped'],
    ['no later load of the page', '8 1', KEPT_TEXT_MS + 1, ''],
    ['no other user', '7 2', 0, ''],
    ['no loader of an older version', undefined, 0, ''],
  ])('keeps the words of a frame whose app did not come, for %s', (_, visit, laterMs, words) => {
    vi.useFakeTimers()
    world = startEarlyWorld({}, { ...SETUP, visit: VISIT })
    world.type('sent')
    world.press('Enter')
    world.type('typed')
    window.dispatchEvent(new Event('pagehide'))
    const kept = { ...sessionStorage }
    world.remove()
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, String(value))
    vi.advanceTimersByTime(laterMs)

    world = startEarlyWorld({}, { ...SETUP, visit })
    expect(sessionStorage).toHaveLength(0)
    expect(world.early.takeOver()).toMatchObject({ typed: words, sent: null })
  })

  it('keeps the words of the app until it stores them', () => {
    world = startEarlyWorld({}, { ...SETUP, visit: VISIT })
    world.type('typed')
    // The page is left and restored.
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage).toHaveLength(1)
    world.early.takeOver()
    world.type(' and more')
    window.dispatchEvent(new Event('pagehide'))
    expect(Object.values(sessionStorage).join()).toContain('typed and more')
    world.early.forget()
    expect(sessionStorage).toHaveLength(0)
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('the start of the app', () => {
  const script = () => document.body.querySelector('script[src="/frame/assets/index.js"]')

  it('comes after the first paint', () => {
    vi.useFakeTimers()
    world = startEarlyWorld({}, SETUP)
    vi.advanceTimersByTime(15)
    expect(script()).toBeNull()
    vi.advanceTimersByTime(2)
    expect(script()).not.toBeNull()
  })

  it('the app starts in a frame that is not painted', () => {
    vi.useFakeTimers()
    world = startEarlyWorld({}, SETUP, 1_000_000)
    vi.advanceTimersByTime(FIRST_PAINT_WAIT_MS - 1)
    expect(script()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(script()).not.toBeNull()
  })

  it('requests the next files beside it, and not before', () => {
    world = startEarlyWorld({}, SETUP)
    const links = () =>
      [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
    const run = vi.fn<() => void>(() =>
      expect(links()).toEqual(['/frame/assets/later.js', '/frame/assets/later.css']),
    )
    expect(links()).toEqual([])
    world.early.start(run)
    expect(run).toHaveBeenCalledOnce()
  })
})
