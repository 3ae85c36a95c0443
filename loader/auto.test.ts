import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AlcoveGlobal } from './queue.ts'

type Page = { Alcove?: AlcoveGlobal }

const SCRIPT = 'https://chat.test/alcove.js'

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  document.body.replaceChildren()
  ;(window as Page).Alcove?.destroy()
  vi.restoreAllMocks()
})

/** Runs the script like a tag with these attributes. */
async function runScript(src: string, dataset: Record<string, string> = {}) {
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src })
  Object.assign(script.dataset, dataset)
  return runAs(script)
}

/** Runs it like this element; `null`: like a module. */
async function runAs(script: HTMLScriptElement | null) {
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script)
  await import('./auto.ts')
  vi.resetModules()
  return (window as Page).Alcove
}

test('one script tag makes one global and one element', async () => {
  const Alcove = await runScript('https://chat.test/base/alcove.js', { app: 'default' })
  await vi.waitFor(() => expect(document.querySelectorAll('alcove-root')).toHaveLength(1))

  expect(Alcove).toBeTypeOf('function')
  expect(console.error).not.toHaveBeenCalled()
})

test.each([
  ['the same script tag again', SCRIPT, { theme: 'dark' }, 0],
  ['another tag of the same service', SCRIPT, { theme: 'light' }, 1],
  ['a tag with one attribute more', SCRIPT, { theme: 'dark', position: 'top-end' }, 1],
  ['a tag of another service', 'https://other.test/alcove.js', { theme: 'dark' }, 1],
])('%s starts no second chat', async (_, src, attributes, warnings) => {
  const first = await runScript(SCRIPT, { theme: 'dark' })
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())

  const second = await runScript(src, attributes)
  await new Promise((resolve) => setTimeout(resolve))

  expect(second).toBe(first)
  expect(document.querySelectorAll('alcove-root')).toHaveLength(1)
  expect(console.warn).toHaveBeenCalledTimes(warnings)
})

test('attributes are options, and an invalid one is replaced by its default', async () => {
  await runScript(SCRIPT, { theme: 'dark', launcherLabel: 'Ask us', radius: 'neon', colour: 'red' })
  await isShown()

  const { shadowRoot } = document.querySelector('alcove-root')!
  expect(shadowRoot!.querySelector('.dark')).not.toBeNull()
  expect(shadowRoot!.querySelector('#launcher')!.getAttribute('aria-label')).toBe('Ask us')
  expect(said()).toBe('')
})

test('destroy takes the global away, so that the script can start anew', async () => {
  const first = await runScript('https://chat.test/alcove.js')

  first!.destroy()
  expect('Alcove' in window).toBe(false)
  const second = await runScript('https://chat.test/alcove.js')

  expect(second).not.toBe(first)
  expect(console.warn).not.toHaveBeenCalled()
})

test('a service on the page’s own origin is refused, and the queue hears it', async () => {
  const queued = new Promise((resolve, reject) => {
    window.Alcove = Object.assign(async () => {}, { q: [[['open'], resolve, reject] as const] })
  })

  await runScript(`${location.origin}/alcove.js`)

  await expect(queued).rejects.toMatchObject({ code: 'config_invalid' })
  expect(vi.mocked(console.error).mock.calls.flat().join()).toContain('config_invalid')
})

const said = () => vi.mocked(console.error).mock.calls.flat().join('\n')
const isShown = () => vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())

test('an element named currentScript is not taken for the script', async () => {
  const evil = Object.assign(document.createElement('img'), { src: 'https://evil.test/alcove.js' })
  Object.defineProperty(document, 'currentScript', { value: evil, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'currentScript'))

  const Alcove = await runScript(SCRIPT)
  await isShown()
  // The URL has no second file.
  await expect(Alcove!.open()).rejects.toMatchObject({ code: 'script_failed' })

  const frame = document.querySelector('alcove-root iframe')
  expect(frame!.getAttribute('src')).toBe('https://chat.test/frame')
})

test.each([
  ['a module', null],
  ['an inline script', document.createElement('script')],
])('%s is told how to load it, and every call rejects', async (_, script) => {
  const Alcove = await runAs(script)

  await expect(Alcove!.open()).rejects.toMatchObject({ code: 'config_invalid' })
  expect(said()).toContain('<script src>')
  expect(document.querySelector('alcove-root')).toBeNull()
})

test.each([
  ['a form', { open: {}, q: {} }],
  ['a stub whose queue is none', Object.assign(() => {}, { q: { length: 1, 0: 'x' } })],
  ['a stub with a call that is none', Object.assign(() => {}, { q: [1] })],
])('%s in the place of the global gives way', async (_, value) => {
  process.once('unhandledRejection', () => {})
  window.Alcove = value as never

  const Alcove = await runScript(SCRIPT)

  expect(Alcove).not.toBe(value)
  expect(Alcove).toBeTypeOf('function')
  expect(console.warn).not.toHaveBeenCalled()
  await isShown()
})

test('properties of Object.prototype are neither attributes of the tag nor of the chat’s elements', async () => {
  const spoiled = { app: 'evil', apiKey: 'pk_1', open: 1, srcdoc: '<b>', onfocus: 'evil()' }
  Object.assign(Object.prototype, spoiled)
  onTestFinished(() => {
    for (const name of Object.keys(spoiled)) Reflect.deleteProperty(Object.prototype, name)
  })

  const Alcove = await runScript(SCRIPT)
  await isShown()
  expect(said()).toBe('')
  await expect(Alcove!.open()).rejects.toMatchObject({ code: 'script_failed' })

  const frame = document.querySelector('alcove-root iframe')!
  expect(frame.getAttribute('src')).toBe('https://chat.test/frame')
  expect([frame.hasAttribute('srcdoc'), frame.hasAttribute('onfocus')]).toEqual([false, false])
})

test('an invalid project is an error, not another tenant’s chat', async () => {
  const Alcove = await runScript(SCRIPT, { app: 'Shop' })

  await expect(Alcove!.open()).rejects.toMatchObject({ code: 'config_invalid' })
  expect(said()).toContain('app: expected')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelector('alcove-root')).toBeNull()
})
