import { expect, test } from 'vitest'
import type { BlockedAddress } from '../store/store.ts'
import { BLOCKS_LIFE_MS, createBlockedAddresses } from './blocked-addresses.ts'

const START = Date.parse('2026-11-21T05:00:00.000Z')
const ADDRESS = '203.0.113.7'
const at = (ms: number) => new Date(ms).toISOString()

const createBlock = (block: Partial<BlockedAddress> = {}): BlockedAddress => ({
  addressKey: `key of ${ADDRESS}`,
  projectId: null,
  isForEverybody: false,
  reason: null,
  createdAt: at(START),
  endsAt: at(START + 3_600_000),
  ...block,
})

function createWorld(...blocks: BlockedAddress[]) {
  const clock = { ms: START }
  const world = { blocks: blocks as readonly BlockedAddress[], asked: 0, isDown: false }
  const blocked = createBlockedAddresses({
    queries: {
      list: () => {
        world.asked += 1
        return world.isDown ? Promise.reject(new Error('down')) : Promise.resolve(world.blocks)
      },
    },
    addressKey: (address) => `key of ${address}`,
    now: () => clock.ms,
  })
  const find = (projectId = 'shop', address = ADDRESS) => blocked.find(projectId, address)
  return { world, clock, find }
}

test('a block of all projects refuses the address everywhere, and no other address', async () => {
  const { find } = createWorld(createBlock())

  expect(await find()).toBe('visitors')
  expect(await find('books')).toBe('visitors')
  expect(await find('shop', '203.0.113.8')).toBeUndefined()
})

test('a block of one project holds in that project only', async () => {
  const { find } = createWorld(createBlock({ projectId: 'shop', isForEverybody: true }))

  expect(await find('shop')).toBe('everybody')
  expect(await find('books')).toBeUndefined()
})

test('of two blocks the one that reaches further counts', async () => {
  const wide = createBlock({ projectId: 'shop', isForEverybody: true })
  const { find } = createWorld(createBlock(), wide)

  expect(await find('shop')).toBe('everybody')
  expect(await find('books')).toBe('visitors')
})

test('it ends by itself, to the millisecond, without a look at the list', async () => {
  const { world, clock, find } = createWorld(createBlock({ endsAt: at(START + 1_000) }))
  await find()

  clock.ms = START + 999
  expect(await find()).toBe('visitors')
  clock.ms += 1
  expect(await find()).toBeUndefined()
  expect(world.asked).toBe(1)
})

test('the list is asked for once in five seconds, however many call', async () => {
  const { world, clock, find } = createWorld()
  await Promise.all(Array.from({ length: 100 }, () => find()))
  world.blocks = [createBlock()]

  clock.ms += BLOCKS_LIFE_MS
  expect(await find()).toBeUndefined()
  expect(world.asked).toBe(1)
  clock.ms += 1
  expect(await find()).toBe('visitors')
  expect(world.asked).toBe(2)
})

test('while the database cannot be asked the last list stands', async () => {
  const { world, clock, find } = createWorld(createBlock())
  await find()
  world.isDown = true
  world.blocks = []

  for (let round = 0; round < 10; round += 1) {
    clock.ms += BLOCKS_LIFE_MS + 1
    expect(await find()).toBe('visitors')
  }
  expect(world.asked).toBe(11)
  world.isDown = false
  clock.ms += BLOCKS_LIFE_MS + 1
  expect(await find()).toBeUndefined()
})

test('a server that never had the list refuses with the error', async () => {
  const { world, find } = createWorld()
  world.isDown = true

  await expect(find()).rejects.toThrow('down')
  world.isDown = false
  expect(await find()).toBeUndefined()
})
