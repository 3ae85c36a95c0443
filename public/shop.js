// The shop's basket, which only counts, until the page is left.
const count = document.querySelector('#basket-count')
for (const button of document.querySelectorAll('.goods button')) {
  button.addEventListener('click', () => fill(1))
}

function fill(number) {
  count.value = String(Number(count.value) + number)
}

// Tools of the assistant on this page. The calls are queued until the chat's script has loaded.
window.Alcove ??= (...args) =>
  new Promise((resolve, reject) => (window.Alcove.q ??= []).push([args, resolve, reject]))

const goods = new Map(
  [...document.querySelectorAll('.goods li')].map((item) => [
    item.querySelector('h3').textContent,
    item,
  ]),
)
const product = { type: 'string', enum: [...goods.keys()] }
const priceOf = (name) => goods.get(name).querySelector('.price').textContent

Alcove('tool', 'show_product', {
  description: 'Scrolls this page to a product. Use it when the person wants to see one.',
  scope: 'navigate',
  approval: 'never',
  parameters: { type: 'object', properties: { product }, required: ['product'] },
  labels: {
    title: 'Show a product',
    done: 'Showed you the {product}',
    fields: { product: 'Product' },
  },
  async run({ product: name }, { show }) {
    await show(goods.get(name))
    return { product: name, price: priceOf(name) }
  },
})

Alcove('tool', 'add_to_basket', {
  description: 'Puts a product into the basket. Use it when the person asks for it.',
  parameters: {
    type: 'object',
    properties: { product, count: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['product', 'count'],
  },
  labels: {
    title: 'Put this into your basket',
    running: 'Putting {count} × {product} into the basket…',
    done: 'Put {count} × {product} into the basket',
    fields: { product: 'Product', count: 'How many' },
  },
  approval: 'ask-once',
  preview({ product: name, count: number }) {
    const price = Number(priceOf(name).slice(1))
    return {
      fields: { Price: `€${price * number}`, 'In the basket then': Number(count.value) + number },
    }
  },
  run({ count: number }) {
    fill(number)
    return { inBasket: Number(count.value) }
  },
  undo({ count: number }) {
    fill(-number)
  },
})
