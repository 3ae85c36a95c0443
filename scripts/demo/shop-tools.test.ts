import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { createShopTools } from './shop-tools.ts'

const NOW_MS = Date.parse('2026-11-21T05:00:00.000Z')

/** A new shop for each test, because cancelled orders stay cancelled. */
function createShop() {
  const tools = createShopTools({ origin: 'https://shop.test', now: () => NOW_MS })
  const caller = { projectId: 'default', workspaceId: 'w', userId: 'u' }
  const run = async (name: string, args: JsonObject): Promise<JsonValue> => {
    const tool = tools.find((each) => each.name === name)
    if (!tool) throw new Error(`no tool ${name}`)
    return tool.execute(args, { ...caller, signal: new AbortController().signal })
  }
  return { tools, run }
}

test('reports an order’s state, content and delivery', async () => {
  expect(await createShop().run('order_status', { order: '1042' })).toEqual({
    order: '1042',
    state: 'being packed',
    items: [
      { name: 'Enamel mug', quantity: 2 },
      { name: 'Tin kettle', quantity: 1 },
    ],
    delivery: '2026-11-24',
  })
})

test('reports a missing order in a sentence', async () => {
  await expect(createShop().run('order_status', { order: '9999' })).rejects.toThrow(
    'There is no order 9999.',
  )
})

test('finds products by words of their names and of what they are for, the best first', async () => {
  const { run } = createShop()
  const names = async (words: string) => {
    const found = (await run('product_search', { words })) as { products: { name: string }[] }
    return found.products.map(({ name }) => name)
  }

  expect(await names('a mug for tea')).toEqual(['Enamel mug', 'Tin kettle'])
  expect(await names('LANTERNS')).toEqual(['Storm lantern'])
  expect(await names('unicorn')).toEqual([])
})

test('gives a price and a link with each product', async () => {
  expect(await createShop().run('product_search', { words: 'blanket' })).toEqual({
    products: [{ name: 'Wool blanket', price: '€96', link: 'https://shop.test/#wool-blanket' }],
  })
})

test('cancels an order once, pays back what it cost, and remembers it', async () => {
  const { run } = createShop()

  expect(await run('cancel_order', { order: '1042' })).toEqual({
    order: '1042',
    state: 'cancelled',
    refund: '€78',
  })
  expect(await run('order_status', { order: '1042' })).toMatchObject({ state: 'cancelled' })
  await expect(run('cancel_order', { order: '1042' })).rejects.toThrow('is cancelled already')
})

test('does not cancel an order in delivery', async () => {
  await expect(createShop().run('cancel_order', { order: '1043' })).rejects.toThrow(
    'Order 1043 is on its way already.',
  )
})

test('asks a person before it cancels, and before nothing else', () => {
  const asked = createShop().tools.filter(({ needsApproval }) => needsApproval === true)

  expect(asked.map(({ name }) => name)).toEqual(['cancel_order'])
})
