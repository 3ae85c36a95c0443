import { afterEach, expect, test, vi } from 'vitest'
import { warmFonts } from './warm-fonts.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('lays out each font once, in a task of its own, and leaves nothing behind', () => {
  vi.useFakeTimers()
  const laidOut: string[] = []
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    expect(this.isConnected).toBe(true)
    laidOut.push(this.firstElementChild!.localName)
    return new DOMRect()
  })

  warmFonts(document)
  expect(laidOut).toEqual([])
  const perTask: number[] = []
  while (vi.getTimerCount() > 0) {
    const before = laidOut.length
    vi.advanceTimersToNextTimer()
    perTask.push(laidOut.length - before)
  }

  expect(laidOut).toEqual(['strong', 'em', 'code', 'h2', 'a', 'p'])
  expect(perTask).toEqual([1, 1, 1, 1, 1, 1, 0])
  expect(document.body.childElementCount).toBe(0)
})
