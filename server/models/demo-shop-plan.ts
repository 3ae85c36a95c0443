import type { JsonObject } from '../../shared/json.ts'

/** A call that the demo model makes. */
export interface PlannedCall {
  readonly toolName: string
  readonly args: JsonObject
}

/** What to do about a question to a shop: call tools, one a step, or ask for what is missing. */
export type ShopPlan =
  | { readonly type: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly type: 'ask'; readonly text: string }

export const ORDER_STATUS = 'order_status'
export const PRODUCT_SEARCH = 'product_search'
export const CANCEL_ORDER = 'cancel_order'

const EXAMPLES: readonly (readonly [toolName: string, question: string])[] = [
  [ORDER_STATUS, 'Where is my order 1042?'],
  [PRODUCT_SEARCH, 'Find a mug and tell me when order 1042 comes.'],
  [CANCEL_ORDER, 'Cancel order 1042.'],
]

/** What can be asked with these tools. */
export const shopExamples = (toolNames: ReadonlySet<string>): readonly string[] =>
  EXAMPLES.filter(([toolName]) => toolNames.has(toolName)).map(([, question]) => question)

const ORDER_NUMBER = /\b(\d{4})\b/
const ABOUT_ORDER = /\b(order|orders|parcel|package|delivery|shipment)\b/i
const WANTS_STATUS =
  /\b(where|when|status|state|track|tracking|arrive|arrives|come|comes|coming|deliver|delivered|how far|what about)\b/i
const WANTS_CANCEL = /\b(cancel|cancels|call off)\b/i
const WANTS_PRODUCT =
  /\b(?:find|search for|look for|looking for|do you (?:have|sell)|buy)\s+(?:me\s+)?(?:(?:an?|the|some|any)\s+)?(.+?)(?=\s+(?:and|then)\s+(?:tell|say|check|show|cancel|where|when|what|also|then)\b|[,.;?!]|$)/i
/** How something is done is a question about Alcove, or for nobody. */
const ABOUT_HOW = /^\s*(how|why|who)\b/i
const ABOUT_GUIDE = /\b(guide|alcove)\b/i

const NUMBER_MISSING =
  'Which order do you mean? Its number has four digits: in this demo there are 1042, 1043 and 1017.'

/**
 * Reads a question to a shop by its words; undefined when it is none, or the tools for it are not
 * declared. The demo model has no other way to understand one.
 */
export function planShop(question: string, toolNames: ReadonlySet<string>): ShopPlan | undefined {
  if (ABOUT_HOW.test(question) || ABOUT_GUIDE.test(question)) return undefined
  const order = ORDER_NUMBER.exec(question)?.[1]
  const isAboutOrder = ABOUT_ORDER.test(question)
  const words = WANTS_PRODUCT.exec(question)?.[1]?.trim()
  const wantsCancel = isAboutOrder && WANTS_CANCEL.test(question)
  const wantsStatus =
    isAboutOrder &&
    (WANTS_STATUS.test(question) || (order !== undefined && !wantsCancel && words === undefined))
  const isOrderSought = words !== undefined && (ABOUT_ORDER.test(words) || ORDER_NUMBER.test(words))

  const calls: PlannedCall[] = []
  if (words !== undefined && !isOrderSought)
    calls.push({ toolName: PRODUCT_SEARCH, args: { words } })
  if (order !== undefined) {
    const args = { order }
    if (wantsStatus || isOrderSought) calls.push({ toolName: ORDER_STATUS, args })
    if (wantsCancel) calls.push({ toolName: CANCEL_ORDER, args })
  }
  const known = calls.filter(({ toolName }) => toolNames.has(toolName))
  if (known.length > 0) return { type: 'calls', calls: known }
  const isNumberMissing = (wantsStatus || wantsCancel) && order === undefined
  return isNumberMissing && toolNames.has(ORDER_STATUS)
    ? { type: 'ask', text: NUMBER_MISSING }
    : undefined
}
