import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { warmMarkdown } from './warm-markdown.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('draws everything that answers are made of, a piece at a time, out of sight', () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const made: HTMLElement[] = []
  const create = document.createElement.bind(document)
  const spy = vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name)
    made.push(element)
    return element
  })

  warmMarkdown(document)
  const [root] = made
  const seen: string[] = []
  while (vi.getTimerCount() > 0) {
    act(() => void vi.advanceTimersToNextTimer())
    seen.push(...[...root!.querySelectorAll('*')].map(({ localName }) => localName))
  }
  spy.mockRestore()

  expect(new Set(seen)).toEqual(
    new Set([...seen, 'strong', 'em', 'code', 'h3', 'a', 'ol', 'ul', 'blockquote', 'pre', 'table']),
  )
  expect(root!.childElementCount).toBe(0)
  expect(document.body.childElementCount).toBe(0)
})

test('lays out each font once, in a separate task, and leaves nothing behind', () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const laidOut: string[] = []
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    expect(this.isConnected).toBe(true)
    laidOut.push(this.firstElementChild!.localName)
    return new DOMRect()
  })

  warmMarkdown(document)
  expect(laidOut).toEqual([])
  const perTask: number[] = []
  while (vi.getTimerCount() > 0) {
    const before = laidOut.length
    act(() => void vi.advanceTimersToNextTimer())
    perTask.push(laidOut.length - before)
  }

  expect(laidOut).toEqual(['strong', 'em', 'code', 'h2', 'a', 'p'])
  expect(perTask.filter((count) => count > 0)).toEqual([1, 1, 1, 1, 1, 1])
  expect(document.body.childElementCount).toBe(0)
})
