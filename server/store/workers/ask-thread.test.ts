import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createThread, type ThreadSettings } from './ask-thread.ts'

let thread: ReturnType<typeof open>
const open = (limits: Pick<ThreadSettings, 'idleMs' | 'waitingMax'> = {}) =>
  createThread<string, string>({
    file: fileURLToPath(new URL('exiting-thread.test-support.ts', import.meta.url)),
    workerData: {},
    failure: 'The echo failed',
    ...limits,
  })
afterEach(() => thread.close())

test('orders are answered one after another, each with its own answer or error', async () => {
  thread = open()
  const asked = await Promise.allSettled(['a', 'throw', 'b'].map((order) => thread.ask(order)))
  expect(asked).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: expect.objectContaining({ errcode: 11 }) },
    { status: 'fulfilled', value: 'b' },
  ])
})

test('a thread that ends fails all waiting orders with a sentence, and the next order starts another', async () => {
  thread = open()
  const asked = await Promise.allSettled(['exit', 'a'].map((order) => thread.ask(order)))
  const reason = expect.objectContaining({
    code: 'unavailable',
    message: 'The echo failed: its thread ended',
  })
  expect(asked).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect(await thread.ask('b')).toBe('b')
})

test('more orders than may wait are refused at once, and not after the others', async () => {
  thread = open({ waitingMax: 2 })
  const two = [thread.ask('a'), thread.ask('b')]
  await expect(thread.ask('c')).rejects.toThrow('The echo failed: too many searches wait at once')
  expect(await Promise.all(two)).toEqual(['a', 'b'])
  expect(await thread.ask('d')).toBe('d')
})

test('an idle thread ends, and the next order starts another', async () => {
  thread = open({ idleMs: 1 })
  expect(await thread.ask('a')).toBe('a')
  await expect.poll(() => thread.isRunning()).toBe(false)
  expect(await thread.ask('b')).toBe('b')
})

test('closing fails the waiting orders and all later ones', async () => {
  thread = open()
  const late = thread.ask('a').catch((error: Error) => error.message)
  await thread.close()
  expect(await late).toBe('The echo failed: the server is stopping')
  await expect(thread.ask('b')).rejects.toThrow('the server is stopping')
  expect(thread.isRunning()).toBe(false)
})
