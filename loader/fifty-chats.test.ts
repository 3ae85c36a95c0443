import { afterEach, expect, test, vi } from 'vitest'
import { createStage } from './testing/create-stage.ts'

afterEach(() => void vi.restoreAllMocks())

test('made and destroyed fifty times, it leaves no element and no listener on the page (U113)', async () => {
  const left = new Set<unknown>()
  for (const target of [window, document] as EventTarget[]) {
    const [add, remove] = [target.addEventListener, target.removeEventListener]
    vi.spyOn(target, 'addEventListener').mockImplementation((...args) => {
      const [, listener, options] = args
      left.add(listener)
      const signal = typeof options === 'object' ? options.signal : undefined
      signal?.addEventListener('abort', () => left.delete(listener))
      add.apply(target, args)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...args) => {
      left.delete(args[1])
      remove.apply(target, args)
    })
  }
  const until = async (selector: string) => {
    const find = () => document.querySelector('alcove-root')?.shadowRoot?.querySelector(selector)
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  for (let count = 0; count < 50; count += 1) {
    const { chat } = createStage()
    await until('#launcher')
    chat.open().catch(() => {})
    await until('.news')
    expect(document.querySelectorAll('alcove-root')).toHaveLength(1)
    // Positive control.
    expect(left.size).toBeGreaterThan(1)
    chat.destroy()
    chat.destroy()
    expect(document.querySelectorAll('alcove-root, iframe')).toHaveLength(0)
    expect(left.size).toBe(0)
  }
})
