import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'
import { createPageSide, EXTRAS_WAIT_MS } from './page-side.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createSide(tools: ReadonlyMap<string, unknown>) {
  const extras = Promise.withResolvers<Extras>()
  const importExtras = vi.fn<() => Promise<Extras>>(() => extras.promise)
  const change = vi.fn<() => void>()
  const tell = vi.fn<() => void>()
  const given = { tools, fields: new Map(), read: {} }
  const page = { given, change, tell } as unknown as HostPage
  const side = createPageSide(page, importExtras)
  const arrive = () =>
    extras.resolve({
      createToolHost: () => ({ describe: () => ({ tools: [], context: {} }) }),
    } as never)
  return { side, importExtras, change, arrive }
}

const TOOLS = new Map([['look', { value: {} }]])

test('a page that says nothing waits for nothing', () => {
  const { side, importExtras } = createSide(new Map())

  expect(side.ready()).toBeUndefined()
  expect(side.describe()).toEqual({ tools: [], context: {} })
  expect(importExtras).not.toHaveBeenCalled()
})

test('a frame waits for the code up to the limit, and is updated if it arrives late', async () => {
  const { side, importExtras, change, arrive } = createSide(TOOLS)
  const ready = side.ready()
  // A repeated hello gets the same promise.
  expect(side.ready()).toBe(ready)

  await vi.advanceTimersByTimeAsync(EXTRAS_WAIT_MS - 1)
  expect(side.ready()).toBe(ready)
  await vi.advanceTimersByTimeAsync(1)
  expect(side.ready()).toBeUndefined()
  expect(side.describe()).toEqual({})

  arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(change).toHaveBeenCalledOnce()
  expect(side.describe()).toEqual({ tools: [], context: {} })
  expect(importExtras).toHaveBeenCalledOnce()
})

test('code that arrives in time is described at once, and not again', async () => {
  const { side, change, arrive } = createSide(TOOLS)
  const ready = side.ready()
  arrive()
  await ready

  expect(side.ready()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(EXTRAS_WAIT_MS)
  expect(change).not.toHaveBeenCalled()
})
