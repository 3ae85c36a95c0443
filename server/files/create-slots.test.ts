import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlots } from './create-slots.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const busy = { code: 'unavailable' }

test('runs so many at once, the others in their order', async () => {
  const slots = createSlots(2, 8, 1_000)
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const started: number[] = []

  const all = ends.map((end, index) =>
    slots.run(async () => {
      started.push(index)
      await end.promise
      return index
    }),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual([0, 1])
  ends[1]!.resolve()
  await all[1]
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()

  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('lets so many wait, and not one more', async () => {
  const slots = createSlots(1, 1, 1_000)
  const end = Promise.withResolvers<void>()
  const first = slots.run(() => end.promise)
  const second = slots.run(() => Promise.resolve('second'))

  await expect(slots.run(() => Promise.resolve())).rejects.toMatchObject(busy)

  end.resolve()
  await first
  expect(await second).toBe('second')
})

test('lets nobody wait longer than that, and forgets who gave up', async () => {
  const slots = createSlots(1, 1, 1_000)
  const end = Promise.withResolvers<void>()
  const first = slots.run(() => end.promise)
  const second = slots.run(() => Promise.resolve()).catch((error: unknown) => error)

  await vi.advanceTimersByTimeAsync(1_000)
  expect(await second).toMatchObject(busy)
  const third = slots.run(() => Promise.resolve('third'))
  end.resolve()
  await first

  expect(await third).toBe('third')
})

test('gives the slot back after a failure', async () => {
  const slots = createSlots(1, 0, 1_000)

  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')

  expect(await slots.run(() => Promise.resolve('next'))).toBe('next')
})
