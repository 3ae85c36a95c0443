import type { BackendTool } from '../../server/models/backend-tool.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { ORDERS, PRODUCTS, type Order, type Product } from './shop-data.ts'

const DAY_MS = 86_400_000
const HITS_MAX = 3

export interface ShopWorld {
  /** Address of the shop's page, without a trailing slash. */
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const orderArguments: JsonObject = {
  type: 'object',
  properties: {
    order: { type: 'string', description: 'The order’s number', pattern: '^[0-9]{4}$' },
  },
  required: ['order'],
  additionalProperties: false,
}

/** The demo shop's tools. Their changes are kept in memory, shared by everyone who tries the demo. */
export function createShopTools({ origin, now }: ShopWorld): readonly BackendTool[] {
  const orders = new Map(ORDERS.map((order) => [order.number, order]))

  function find(args: JsonObject): Order {
    const number = textOf(args['order'])
    const order = orders.get(number)
    if (order) return order
    throw new AlcoveError('not_found', `There is no order ${number}.`)
  }

  const describeProduct = ({ id, name, price }: Product): JsonObject => ({
    name,
    price: `€${price}`,
    link: `${origin}/#${id}`,
  })

  function describeOrder({ number, state, items, deliveryInDays }: Order): JsonObject {
    const day = new Date(now() + deliveryInDays * DAY_MS).toISOString().slice(0, 10)
    return {
      order: number,
      state,
      items: items.map(({ product, quantity }) => ({ name: productOf(product).name, quantity })),
      ...(state === 'cancelled' ? {} : { delivery: day }),
    }
  }

  return [
    {
      name: 'order_status',
      description: 'Says how far an order is, what is in it, and when it is delivered.',
      parameters: orderArguments,
      labels: {
        title: 'Order status',
        running: 'Looking up order {order}…',
        done: 'Looked up order {order}',
        fields: { order: 'Order number' },
      },
      execute: (args) => describeOrder(find(args)),
    },
    {
      name: 'product_search',
      description: 'Finds products of the shop by words, with price and link.',
      parameters: {
        type: 'object',
        properties: { words: { type: 'string', minLength: 1, maxLength: 200 } },
        required: ['words'],
        additionalProperties: false,
      },
      labels: {
        title: 'Product search',
        running: 'Looking for “{words}”…',
        done: 'Looked for “{words}”',
        fields: { words: 'Words' },
      },
      execute: ({ words }) => ({
        products: searchProducts(textOf(words)).map(describeProduct),
      }),
    },
    {
      name: 'cancel_order',
      description: 'Cancels an order that is not on its way yet, and pays the money back.',
      parameters: orderArguments,
      needsApproval: true,
      labels: {
        title: 'Cancel the order and pay the money back',
        running: 'Cancelling order {order}…',
        done: 'Order {order} is cancelled, {result.refund} paid back',
        fields: { order: 'Order number' },
      },
      execute: (args) => {
        const order = find(args)
        if (order.state !== 'being packed') {
          throw new AlcoveError('conflict', `Order ${order.number} is ${order.state} already.`)
        }
        orders.set(order.number, { ...order, state: 'cancelled' })
        const sums = order.items.map(({ product, quantity }) => productOf(product).price * quantity)
        const refund = sums.reduce((sum, each) => sum + each, 0)
        return { order: order.number, state: 'cancelled', refund: `€${refund}` }
      },
    },
  ]
}

/** The schema has already checked that it is a text. */
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function productOf(id: string): Product {
  const product = PRODUCTS.find((each) => each.id === id)
  if (product) return product
  throw new AlcoveError('internal', `The demo has no product ${id}.`)
}

/** Products by the number of matching words, the best first. */
function searchProducts(text: string): readonly Product[] {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  const points = ({ name, words: own }: Product) => {
    const known = [...name.toLowerCase().split(' '), ...own]
    return words.filter((word) => known.some((each) => word.startsWith(each))).length
  }
  return PRODUCTS.map((product) => ({ product, score: points(product) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, HITS_MAX)
    .map(({ product }) => product)
}
