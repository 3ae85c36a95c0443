import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSlots, createUserSlots } from './slots.ts'

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

const NEVER_MS = 60_000
const create = () => createUserSlots(createSlots(2, 8, NEVER_MS), 1, NEVER_MS)

test('a user holds one slot, and another user gets the second', async () => {
  const slots = create()
  const { promise, resolve } = Promise.withResolvers<void>()
  const ran: string[] = []
  const first = slots.run('ada', () => promise)
  const second = slots.run('ada', async () => void ran.push('ada'))

  await slots.run('bob', async () => void ran.push('bob'))
  expect(ran).toEqual(['bob'])
  await expect(slots.run('ada', async () => {})).rejects.toMatchObject({ code: 'unavailable' })

  resolve()
  await Promise.all([first, second])
  expect(ran).toEqual(['bob', 'ada'])
})

test('who goes away waits no longer and runs nothing', async () => {
  const slots = create()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = slots.run('ada', () => promise)
  const leaving = new AbortController()
  let hasRun = false
  const second = slots.run('ada', async () => void (hasRun = true), leaving.signal)

  leaving.abort()

  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  const third = slots.run('ada', () => Promise.resolve('third'))
  resolve()
  await first
  expect([hasRun, await third]).toEqual([false, 'third'])
})
