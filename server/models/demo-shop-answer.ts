import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import { CANCEL_ORDER, ORDER_STATUS, PRODUCT_SEARCH } from './demo-shop-plan.ts'
import { markdown } from './guide-topic.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the demo model says about the calls of an answer that have ended. */
export const writeShopAnswer = (calls: readonly ToolCallPart[]): string =>
  markdown(...calls.flatMap((call, index) => [...(index === 0 ? [] : ['']), describeCall(call)]))

function describeCall(call: ToolCallPart): string {
  const { state, toolName, args, result = null, approval } = call
  if (state === 'output-denied') {
    const reason = approval?.reason === undefined ? '' : ` You said: “${plain(approval.reason)}”.`
    const what =
      toolName === CANCEL_ORDER ? `Order ${plain(args['order'])} stays as it is` : 'I left it'
    return `${what}: you did not allow me to change it.${reason}`
  }
  if (state === 'output-error') return describeFailure(result)
  const fields = isPlainObject(result) ? result : {}
  return KNOWN.get(toolName)?.(fields) ?? describeOther(toolName, result)
}

/** Each gives undefined for a result that is not of the demo's own tool. */
const KNOWN: ReadonlyMap<string, (fields: Fields) => string | undefined> = new Map([
  [ORDER_STATUS, describeOrder],
  [PRODUCT_SEARCH, describeProducts],
  [CANCEL_ORDER, describeCancelled],
])

function describeFailure(result: JsonValue): string {
  const said = isPlainObject(result) ? result['error'] : undefined
  return `That did not work. ${typeof said === 'string' ? plain(said) : ''}`.trim()
}

function describeOrder({ order, state, items, delivery }: Fields): string | undefined {
  if (typeof order !== 'string' || typeof state !== 'string' || !Array.isArray(items)) return
  const things = items.filter(isPlainObject).map((item) => {
    return `- ${plain(item['quantity'])} × ${plain(item['name'])}`
  })
  const arrives = state === 'delivered' ? 'It arrived on' : 'It should arrive on'
  const day = typeof delivery === 'string' ? ` ${arrives} ${writeDay(delivery)}.` : ''
  return markdown(`Order **${plain(order)}** is **${plain(state)}**.${day} In it:`, '', ...things)
}

function describeProducts({ products }: Fields): string | undefined {
  if (!Array.isArray(products)) return
  if (products.length === 0) return 'The shop has nothing like that.'
  const found = products.filter(isPlainObject).map(({ name, price, link }) => {
    const target =
      typeof link === 'string' && /^https?:\/\/[^\s<>()]+$/.test(link) ? link : undefined
    const title = target === undefined ? plain(name) : `[${plain(name)}](${target})`
    return `- ${title}, ${plain(price)}`
  })
  return markdown('The shop has this:', '', ...found)
}

function describeCancelled({ order, state, refund }: Fields): string | undefined {
  if (typeof order !== 'string' || state !== 'cancelled') return
  const money = typeof refund === 'string' ? ` You get ${plain(refund)} back.` : ''
  return `Order **${plain(order)}** is cancelled.${money}`
}

const describeOther = (toolName: string, result: JsonValue): string =>
  markdown(
    `The tool \`${toolName}\` answered:`,
    '',
    '```json',
    JSON.stringify(result, null, 2),
    '```',
  )

function writeDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return plain(text)
  return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

/** A result may hold markdown of its own. */
const plain = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replace(
    /[\\`*_[\]<>#|~]/g,
    '\\$&',
  )
