import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlcoveGlobal } from './queue.ts'

type Page = { Alcove?: AlcoveGlobal }

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  ;(window as Page).Alcove?.destroy()
  vi.restoreAllMocks()
})

/** Runs the script as the tag does that carries these attributes. */
async function runScript(src: string, dataset: Record<string, string> = {}) {
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src })
  Object.assign(script.dataset, dataset)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
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

test('a second script tag does nothing but warn', async () => {
  const first = await runScript('https://chat.test/alcove.js')
  await vi.waitFor(() => expect(document.querySelector('alcove-root')).not.toBeNull())

  const second = await runScript('https://chat.test/alcove.js')
  await new Promise((resolve) => setTimeout(resolve))

  expect(second).toBe(first)
  expect(document.querySelectorAll('alcove-root')).toHaveLength(1)
  expect(console.warn).toHaveBeenCalledOnce()
})

test('attributes are options, and a wrong one is named', async () => {
  await runScript('https://chat.test/alcove.js', { theme: 'neon', colour: 'red' })

  const said = vi.mocked(console.error).mock.calls.flat().join('\n')
  expect(said).toMatch(/config_invalid: theme is "neon", expected .*auto.*light.*dark/)
  expect(said).toContain('colour is "red"')
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
    Object.assign(window, { Alcove: { q: [[['open'], resolve, reject]] } })
  })

  await runScript(`${location.origin}/alcove.js`)

  await expect(queued).rejects.toMatchObject({ code: 'config_invalid' })
  expect(vi.mocked(console.error).mock.calls.flat().join()).toContain('config_invalid')
})
