import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostPage } from '../panel/host-page.ts'
import { standInside, TARGET_WAIT_MS } from './stand-inside.ts'

let life: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  life = new AbortController()
})
afterEach(() => {
  life.abort()
  vi.useRealTimers()
  document.body.replaceChildren()
})

function stand(target: string | Element) {
  const root = document.createElement('alcove-root')
  const tell = vi.fn<(error: Error) => void>()
  const given = { all: { mode: 'inline', target } }
  standInside({ root, given, tell, signal: life.signal } as unknown as HostPage)
  return { root, tell }
}

test('a missing element is reported to the developer after its limit', () => {
  const { tell } = stand('#help')

  vi.advanceTimersByTime(TARGET_WAIT_MS - 1)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(tell.mock.calls[0]?.[0].message).toBe('target: nothing on this page matches it yet')
})

test('it stands in an element that is there, and in one that comes', async () => {
  const there = document.createElement('div')
  document.body.append(there)
  expect(stand(there).root.parentNode).toBe(there)

  const { root, tell } = stand('#late')
  expect(root.isConnected).toBe(false)
  const late = document.createElement('div')
  late.id = 'late'
  document.body.append(late)
  await vi.waitFor(() => expect(root.parentNode).toBe(late))
  vi.advanceTimersByTime(TARGET_WAIT_MS)
  expect(tell).not.toHaveBeenCalled()
})
