import { expect, test } from 'vitest'
import { createReadiness, READY_LIFE_MS } from './readiness.ts'

/** A database whose writes fail on request. */
function createWorld() {
  const world = { ms: 0, writes: 0, fails: false }
  const told: (string | undefined)[] = []
  const readiness = createReadiness({
    proofs: [
      {
        what: 'The database',
        write: async () => {
          world.writes += 1
          await Promise.resolve()
          if (world.fails) throw new Error('no')
        },
      },
    ],
    onChange: (failure) => told.push(failure?.message),
    elapsed: () => world.ms,
  })
  const check = async () => (await readiness.check())?.message
  return { world, told, readiness, check }
}

const REFUSAL = 'The database takes no writes at the moment.'

test('callers together and callers of one second cost one write, the next second another one', async () => {
  const { world, check } = createWorld()

  const together = await Promise.all(Array.from({ length: 100 }, check))
  world.ms = READY_LIFE_MS - 1
  await check()

  expect(together.every((message) => message === undefined)).toBe(true)
  expect(world.writes).toBe(1)
  world.ms = READY_LIFE_MS
  await check()
  expect(world.writes).toBe(2)
})

test('a write that fails is told in words, once to the log, and so is one that works again', async () => {
  const { world, told, check } = createWorld()
  const next = () => {
    world.ms += READY_LIFE_MS
    return check()
  }
  expect(await next()).toBeUndefined()

  world.fails = true
  expect([await next(), await next()]).toEqual([REFUSAL, REFUSAL])
  world.fails = false
  expect(await next()).toBeUndefined()

  expect(told).toEqual([REFUSAL, undefined])
})

test('one that stops is not ready, and writes nothing more', async () => {
  const { world, readiness, check } = createWorld()
  expect(await check()).toBeUndefined()

  readiness.stop()
  world.ms = READY_LIFE_MS

  expect(await check()).toBe('The server is stopping.')
  expect(world.writes).toBe(1)
})

test('a write that hangs is no write that works, and no second one is begun beside it', async () => {
  const ends: (() => void)[] = []
  let ms = 0
  const readiness = createReadiness({
    proofs: [{ what: 'The disk', write: () => new Promise<void>((resolve) => ends.push(resolve)) }],
    onChange: () => {},
    elapsed: () => ms,
    limitMs: 5,
  })
  const check = async () => {
    ms += READY_LIFE_MS
    return (await readiness.check())?.message
  }

  expect(await check()).toBe('The disk takes no writes at the moment.')
  expect(await check()).toBe('The disk takes no writes at the moment.')
  expect(ends).toHaveLength(1)

  const answer = check()
  ends[0]!()
  expect(await answer).toBeUndefined()
})
