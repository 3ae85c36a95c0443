import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunChunks } from '../store/store.ts'
import { CHECKPOINT_BYTES, CHECKPOINT_MS, createCheckpoints, LOST_MAX_MS } from './checkpoints.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(appendChunks?: (chunks: readonly RunChunks[]) => Promise<void>) {
  const saved: RunChunks[][] = []
  const errors: unknown[] = []
  const checkpoints = createCheckpoints({
    appendChunks:
      appendChunks ??
      ((chunks) => {
        saved.push([...chunks])
        return Promise.resolve()
      }),
    onError: (error) => errors.push(error),
    now: () => Date.now(),
  })
  return { checkpoints, saved, errors }
}

test('saves what is new once its time has come, and not before', async () => {
  const { checkpoints, saved } = setUp()
  const run = checkpoints.open('r')
  run.add('1')
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS - 1)
  run.add('2')
  expect(saved).toEqual([])

  await vi.advanceTimersByTimeAsync(1)

  expect(saved).toEqual([[{ runId: 'r', seq: 0, data: '1\n2' }]])
})

test('saves at once what has grown to the limit, and waits one byte below it', async () => {
  const { checkpoints, saved } = setUp()
  const run = checkpoints.open('r')
  run.add('x'.repeat(CHECKPOINT_BYTES - 1))
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual([])

  run.add('y')
  await vi.advanceTimersByTimeAsync(0)

  expect(saved).toHaveLength(1)
})

test('leaves time for the write, so that no more is lost than is said', () => {
  expect(CHECKPOINT_MS).toBeLessThan(LOST_MAX_MS)
})

test('appends only what came since, with its position', async () => {
  const { checkpoints, saved } = setUp()
  const run = checkpoints.open('r')
  run.add('1')
  run.add('2')
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)
  run.add('3')
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)

  expect(saved[1]).toEqual([{ runId: 'r', seq: 2, data: '3' }])
})

test('saves all runs in one call as soon as one is due', async () => {
  const { checkpoints, saved } = setUp()
  for (const id of ['a', 'b']) checkpoints.open(id).add(id)
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS - 1)
  checkpoints.open('c').add('c')

  await vi.advanceTimersByTimeAsync(1)

  expect(saved).toHaveLength(1)
  expect(saved[0]!.map(({ runId }) => runId)).toEqual(['a', 'b', 'c'])
})

test('keeps what could not be saved, in order, and saves it later', async () => {
  const saved: RunChunks[] = []
  let isDown = true
  const { checkpoints, errors } = setUp(async (chunks) => {
    if (isDown) throw new Error('down')
    saved.push(...chunks)
  })
  const run = checkpoints.open('r')
  run.add('1')
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)
  expect(errors).toHaveLength(1)
  isDown = false
  run.add('2')

  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)

  expect(saved).toEqual([{ runId: 'r', seq: 0, data: '1\n2' }])
})

test('saves nothing of a run that is closed, and waits for what is being written', async () => {
  let finishWrite = () => {}
  const { checkpoints } = setUp(() => new Promise((resolve) => (finishWrite = resolve)))
  const run = checkpoints.open('r')
  run.add('1')
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)
  run.add('2')
  let isClosed = false
  const closing = run.close().then(() => (isClosed = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(isClosed).toBe(false)

  finishWrite()
  await closing

  expect(vi.getTimerCount()).toBe(0)
})
