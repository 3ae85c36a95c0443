import { expect, test } from 'vitest'
import { createSlots } from './create-slots.ts'
import { createUserSlots } from './create-user-slots.ts'

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
