/** Goods of the demo shop, as on its page. Prices in euros. */
export interface Product {
  /** The element's id on the shop's page. */
  readonly id: string
  readonly name: string
  readonly price: number
  /** Search words besides those of the name. */
  readonly words: readonly string[]
}

export const PRODUCTS: readonly Product[] = [
  { id: 'enamel-mug', name: 'Enamel mug', price: 18, words: ['cup', 'coffee', 'tea', 'drink'] },
  { id: 'wool-blanket', name: 'Wool blanket', price: 96, words: ['warm', 'sleep', 'cover'] },
  { id: 'storm-lantern', name: 'Storm lantern', price: 54, words: ['light', 'lamp', 'oil'] },
  { id: 'tin-kettle', name: 'Tin kettle', price: 42, words: ['boil', 'water', 'tea', 'cook'] },
  { id: 'canvas-pack', name: 'Canvas pack', price: 128, words: ['backpack', 'bag', 'rucksack'] },
  { id: 'twig-stove', name: 'Twig stove', price: 64, words: ['cook', 'fire', 'burn'] },
]

export type OrderState = 'being packed' | 'on its way' | 'delivered' | 'cancelled'

export interface Order {
  readonly number: string
  readonly state: OrderState
  readonly items: readonly { readonly product: string; readonly quantity: number }[]
  /** Days from today; negative: in the past. */
  readonly deliveryInDays: number
}

export const ORDERS: readonly Order[] = [
  {
    number: '1042',
    state: 'being packed',
    items: [
      { product: 'enamel-mug', quantity: 2 },
      { product: 'tin-kettle', quantity: 1 },
    ],
    deliveryInDays: 3,
  },
  {
    number: '1043',
    state: 'on its way',
    items: [{ product: 'wool-blanket', quantity: 1 }],
    deliveryInDays: 1,
  },
  {
    number: '1017',
    state: 'delivered',
    items: [{ product: 'storm-lantern', quantity: 1 }],
    deliveryInDays: -6,
  },
]
