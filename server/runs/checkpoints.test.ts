import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunChunks } from '../store/store.ts'
import {
  CHECKPOINT_BYTES,
  CHECKPOINT_MS,
  createCheckpoints,
  HELD_MAX_MS,
  LOST_MAX_MS,
  TURN_MS,
  UNSAVED_BYTES_MIN,
  UNSAVED_MS,
} from './checkpoints.ts'

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
  expect(CHECKPOINT_MS).toBeLessThan(UNSAVED_MS)
  expect(UNSAVED_MS).toBeLessThan(LOST_MAX_MS)
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

/** A store whose writes end on request; `pass` advances the clock without running timers. */
function setUpWrites() {
  const writes: { readonly chunks: readonly RunChunks[]; readonly end: () => void }[] = []
  const { checkpoints, errors } = setUp(
    (chunks) => new Promise((resolve) => void writes.push({ chunks, end: resolve })),
  )
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { run: checkpoints.open('r'), writes, errors, pass }
}

/** True if a run may not show more, after all automatic work is done. */
async function isHeld(held: Promise<void> | undefined): Promise<boolean> {
  let isOver = held === undefined
  void held?.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(0)
  return !isOver
}

test('a chunk saves what is due, however late a busy process serves its timers', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(CHECKPOINT_MS - 1)
  run.add('2')
  expect(writes).toHaveLength(0)

  pass(1)
  run.add('3')

  expect(writes.map(({ chunks }) => chunks)).toEqual([[{ runId: 'r', seq: 0, data: '1\n2\n3' }]])
})

test('shows no more while what was shown long ago is not saved', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(UNSAVED_MS - 1)
  expect(run.hold()).toBeUndefined()

  pass(1)
  const held = run.hold()
  expect(await isHeld(held)).toBe(true)
  writes[0]!.end()

  expect(await isHeld(held)).toBe(false)
  expect(run.hold()).toBeUndefined()
})

test('what comes while it is written goes with the next write, and is waited for as well', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(CHECKPOINT_MS)
  run.add('2')
  run.add('3')
  pass(UNSAVED_MS)
  const held = run.hold()

  writes[0]!.end()
  expect(await isHeld(held)).toBe(true)
  writes[1]!.end()

  expect(await isHeld(held)).toBe(false)
  expect(writes[1]!.chunks).toEqual([{ runId: 'r', seq: 2, data: '3' }])
})

test('what came while it was written needs no write of its own before it is due', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(CHECKPOINT_MS)
  run.add('2')
  run.add('3')
  pass(UNSAVED_MS - CHECKPOINT_MS)
  const held = run.hold()
  expect(await isHeld(held)).toBe(true)

  writes[0]!.end()

  expect(await isHeld(held)).toBe(false)
  expect(writes).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)
  expect(writes).toHaveLength(2)
})

test('nothing is held once its run is closed', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(CHECKPOINT_MS)
  run.add('2')
  run.add('3')
  pass(UNSAVED_MS)
  const held = run.hold()
  const closed = run.close()
  writes[0]!.end()
  await closed

  expect(await isHeld(held)).toBe(false)
  expect(writes).toHaveLength(1)
})

test('of words that come all at once, no more are shown than their pace says (R07)', async () => {
  const { run, writes, pass } = setUpWrites()
  const word = 'x'.repeat(UNSAVED_BYTES_MIN / 4)
  // Four seconds of an even pace: one word in 50 ms.
  for (let index = 0; index < 80; index += 1) {
    pass(50)
    run.add(word)
    const held = run.hold()
    for (const { end } of writes) end()
    expect(await isHeld(held)).toBe(false)
  }
  await vi.advanceTimersByTimeAsync(CHECKPOINT_MS)
  for (const { end } of writes) end()
  await vi.advanceTimersByTimeAsync(0)

  let shown = 0
  while (run.hold() === undefined) {
    run.add(word)
    shown += 1
  }

  expect(shown).toBeGreaterThanOrEqual(4)
  expect(shown * 50).toBeLessThanOrEqual(LOST_MAX_MS)
})

test.each([100, 240, 1_000, 3_000])(
  'of words that waited %i ms for their turn, no more are shown than may be lost',
  async (busyMs) => {
    const { run, writes, pass } = setUpWrites()
    const wordMs = 20
    const word = 'x'.repeat(UNSAVED_BYTES_MIN / 5)
    let came = 0
    let shown = 0
    let saved = 0
    let mostUnsaved = 0
    const saveWritten = async () => {
      for (const { chunks, end } of writes.splice(0)) {
        saved += chunks[0]!.data.split('\n').length
        end()
      }
      await vi.advanceTimersByTimeAsync(0)
    }

    // Four seconds at least, and the very first words wait as well.
    for (let ms = 0; ms < 4_000 + busyMs; ms += busyMs) {
      pass(busyMs - TURN_MS)
      await vi.advanceTimersByTimeAsync(TURN_MS)
      for (came += busyMs / wordMs; shown < came; shown += 1) {
        while (run.hold() !== undefined) await saveWritten()
        run.add(word)
        mostUnsaved = Math.max(mostUnsaved, shown + 1 - saved)
      }
      await saveWritten()
    }

    expect(shown).toBe(came)
    expect(mostUnsaved * wordMs).toBeGreaterThanOrEqual(100)
    expect(mostUnsaved * wordMs).toBeLessThanOrEqual(LOST_MAX_MS)
  },
)

test('a fast answer is not held for its speed', () => {
  const { run, pass } = setUpWrites()
  for (let ms = 1; ms < CHECKPOINT_MS; ms += 1) {
    run.add('x'.repeat(100))
    pass(1)
    expect(run.hold()).toBeUndefined()
  }
})

test('an unreachable store delays answers only briefly, and again after its return', async () => {
  const { run, writes, pass } = setUpWrites()
  run.add('1')
  pass(UNSAVED_MS)
  const held = run.hold()
  await vi.advanceTimersByTimeAsync(HELD_MAX_MS - 1)
  expect(await isHeld(held)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isHeld(held)).toBe(false)
  run.add('2')
  pass(UNSAVED_MS)
  expect(run.hold()).toBeUndefined()

  writes[0]!.end()
  await vi.advanceTimersByTimeAsync(0)
  writes[1]!.end()
  await vi.advanceTimersByTimeAsync(0)
  run.add('3')
  pass(UNSAVED_MS)

  expect(await isHeld(run.hold())).toBe(true)
})

test('what must be saved is written at once, and waited for until it is or the store counts as away', async () => {
  const { run, writes } = setUpWrites()
  run.add('1')
  const saved = run.saved()
  expect(writes).toHaveLength(1)
  expect(await isHeld(saved)).toBe(true)
  writes[0]!.end()
  expect(await isHeld(saved)).toBe(false)
  expect(await isHeld(run.saved())).toBe(false)

  run.add('2')
  const late = run.saved()
  await vi.advanceTimersByTimeAsync(HELD_MAX_MS - 1)
  expect(await isHeld(late)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isHeld(late)).toBe(false)
})
