import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import { refusalOf } from '../../shared/thread/call-state.ts'
import type { ToolDeclaration } from './model.ts'

/** The tools that the demo shop's page registers; see `public/shop.js`. */
export const SHOW_PRODUCT = 'show_product'
export const ADD_TO_BASKET = 'add_to_basket'

const ABOUT_SHOWING = /\b(show|see|look at|point at|take me|bring me|scroll)\b/i
const ABOUT_BASKET = /\b(basket|cart|add|put|order me|take)\b/i
const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const COUNT = new RegExp(String.raw`\b([1-9]|${COUNTS.join('|')})\b`, 'i')

/** Plans calls of the page's tools from the words of a question to the shop. */
export function planPageCalls(
  question: string,
  tools: readonly ToolDeclaration[],
): readonly { readonly toolName: string; readonly args: JsonObject }[] {
  const find = (name: string) => tools.find((tool) => tool.name === name)
  const basket = ABOUT_BASKET.test(question) ? find(ADD_TO_BASKET) : undefined
  const inBasket = basket && findProduct(question, basket)
  if (inBasket !== undefined) {
    const args = { product: inBasket, count: readCount(question) }
    return [{ toolName: ADD_TO_BASKET, args }]
  }
  const show = ABOUT_SHOWING.test(question) ? find(SHOW_PRODUCT) : undefined
  const shown = show && findProduct(question, show)
  return shown === undefined ? [] : [{ toolName: SHOW_PRODUCT, args: { product: shown } }]
}

/** Names of the tools whose schema lists the products. */
export const namesOfUsable = (tools: readonly ToolDeclaration[]): readonly string[] =>
  tools.filter((tool) => readProducts(tool).length > 0).map(({ name }) => name)

/** Products of the page, by its schema: the `enum` of `product`. */
function readProducts({ parameters }: ToolDeclaration): readonly string[] {
  const { properties } = parameters
  const product = isPlainObject(properties) ? properties['product'] : undefined
  const names = isPlainObject(product) ? product['enum'] : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** People use the last word of a product's name. */
function findProduct(question: string, tool: ToolDeclaration): string | undefined {
  const asked = new Set(question.toLowerCase().match(/[a-z]+/g))
  return readProducts(tool).find((name) => {
    const word = name.toLowerCase().split(' ').at(-1) ?? ''
    return asked.has(word) || asked.has(`${word}s`)
  })
}

function readCount(question: string): number {
  const said = COUNT.exec(question)?.[1]?.toLowerCase()
  if (said === undefined) return 1
  const index = COUNTS.indexOf(said)
  return index === -1 ? Number(said) : index + 1
}

/** The demo model's text about a finished call of the page; undefined for other tools. */
export function describePageCall(
  call: ToolCallPart,
  plain: (value: unknown) => string,
): string | undefined {
  const { toolName, args, result, state } = call
  if (toolName !== SHOW_PRODUCT && toolName !== ADD_TO_BASKET) return undefined
  const product = plain(args['product'])
  const refusal = refusalOf(call)
  if (refusal === 'denied' || refusal === 'skipped') {
    return `I left your basket as it is: you did not want that.`
  }
  if (state !== 'output-available' || !isPlainObject(result)) return undefined
  if (toolName === SHOW_PRODUCT)
    return `There it is: the **${product}**, ${plain(result['price'])}.`
  const inBasket = plain(result['inBasket'])
  return `Done: ${plain(args['count'])} × **${product}**. Your basket has ${inBasket} in it now.`
}
