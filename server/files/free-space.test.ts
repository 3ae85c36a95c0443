import { expect, test } from 'vitest'
import { createFreeSpace, FREE_SPACE_LIFE_MS, type SpaceClaim } from './free-space.ts'

const FLOORS = { named: 100, unnamed: 200 }

/** A disk with so many free bytes that counts measurements. */
function createWorld(free: number, floors = FLOORS) {
  const disk = { free, asked: 0, ms: 0 }
  const told: string[] = []
  const space = createFreeSpace({
    askFree: () => {
      disk.asked += 1
      return Promise.resolve(disk.free)
    },
    floors,
    onFloor: (reached) => told.push(`${reached.for} ${reached.freeBytes}`),
    now: () => disk.ms,
  })
  const claim = (bytes: number, facts: Partial<SpaceClaim> = {}) =>
    space.claim({ key: `k${bytes}`, kind: 'host', bytes, seconds: 600, isComing: false, ...facts })
  return { disk, told, space, claim }
}

const NO_SPACE = { code: 'unavailable', data: { reason: 'no_space' } }

test.each([
  ['a named user', 'host', 900],
  ['a visitor', 'anonymous', 800],
  ['a name that a page claimed', 'claimed', 800],
] as const)('%s has the room down to the floor, and not a byte more', async (_, kind, bytes) => {
  const { claim, told } = createWorld(1_000)

  await expect(claim(bytes + 1, { kind })).rejects.toMatchObject(NO_SPACE)
  expect(told).toEqual([`${kind === 'host' ? 'named' : 'unnamed'} 1000`])
  await claim(bytes, { kind })
})

test('what is promised is taken, and of two that come at once one is refused', async () => {
  const { claim } = createWorld(1_000)

  const ends = await Promise.allSettled([claim(451), claim(450)])

  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await claim(449)
})

test('a promise ends when its file is there, when it is released, and with its address', async () => {
  const { claim, space, disk } = createWorld(1_000)
  await claim(900)
  await expect(claim(1)).rejects.toMatchObject(NO_SPACE)

  space.release('k900')
  await claim(900)
  disk.ms = 599_999
  await expect(claim(1)).rejects.toMatchObject(NO_SPACE)
  disk.ms = 600_000
  await claim(1)
})

test('bytes that came are counted once: as promised until the disk is asked, as taken after it', async () => {
  const { claim, space, disk } = createWorld(1_000)
  await claim(500, { isComing: true })

  disk.free = 700
  space.written('k500', 300)
  // The disk is not measured yet: 1000 less 500.
  await expect(claim(401)).rejects.toMatchObject(NO_SPACE)
  disk.ms = FREE_SPACE_LIFE_MS
  // 700 less the 200 that are pending.
  await expect(claim(401)).rejects.toMatchObject(NO_SPACE)
  await claim(400)
})

test('promises to visitors hold nothing back from named users, until their bytes come', async () => {
  const { claim } = createWorld(1_000)
  await claim(800, { kind: 'anonymous' })
  await expect(claim(1, { kind: 'anonymous' })).rejects.toMatchObject(NO_SPACE)

  await claim(900)

  const other = createWorld(1_000)
  await other.claim(800, { kind: 'anonymous', isComing: true })
  await expect(other.claim(101)).rejects.toMatchObject(NO_SPACE)
  await other.claim(100)
})

test('the disk is asked once for many calls of a second', async () => {
  const { claim, disk } = createWorld(1_000)

  await Promise.all(Array.from({ length: 50 }, (_, n) => claim(1, { key: `file${n}` })))
  expect(disk.asked).toBe(1)
  disk.ms = FREE_SPACE_LIFE_MS
  await claim(1)
  expect(disk.asked).toBe(2)
})

test('without a floor nothing is refused, and the floor of visitors is never the lower one', async () => {
  await createWorld(0, { named: 0, unnamed: 0 }).claim(1_000)

  const { claim } = createWorld(1_000, { named: 300, unnamed: 0 })
  await expect(claim(701, { kind: 'anonymous' })).rejects.toMatchObject(NO_SPACE)
  await claim(700, { kind: 'anonymous' })
})
