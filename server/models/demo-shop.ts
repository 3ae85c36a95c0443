import { randomUUID } from 'node:crypto'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { needsApproval } from './check-call.ts'
import { describePageCall, planPageCalls } from './demo-page-tools.ts'
import { callsOf, NO_BACKEND, stepsLeft, type ModelRequest, type ToolDeclaration } from './model.ts'
import { markdown } from './guide.ts'
import { resumeCalls } from './run-calls.ts'

/** A call that the demo model makes. */
interface PlannedCall {
  readonly toolName: string
  readonly args: JsonObject
}

/**
 * Plan for a question to a shop: calls of tools, one for each step, or a question for missing information.
 */
export type ShopPlan =
  | { readonly type: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly type: 'ask'; readonly text: string }

export const ORDER_STATUS = 'order_status'
export const PRODUCT_SEARCH = 'product_search'
export const CANCEL_ORDER = 'cancel_order'

const ORDER_NUMBER = /\b(\d{4})\b/
const ABOUT_ORDER = /\b(order|orders|parcel|package|delivery|shipment)\b/i
const WANTS_STATUS =
  /\b(where|when|status|state|track|tracking|arrive|arrives|come|comes|coming|deliver|delivered|how far|what about)\b/i
const WANTS_CANCEL = /\b(cancel|cancels|call off)\b/i
const WANTS_PRODUCT =
  /\b(?:find|search for|look for|looking for|do you (?:have|sell)|buy|what(?:\s+(?:does|do))?(?=\s.*\bcosts?\b))\s+(?:me\s+)?(?:(?:an?|the|some|any)\s+)?(.+?)(?=\s+costs?\b|\s+(?:and|then)\s+(?:tell|say|check|show|cancel|put|add|where|when|what|also|then)\b|[,.;?!]|$)/i
/** Questions about how something is done are about Alcove, not about the shop. */
const ABOUT_HOW = /^\s*(how|why|who)\b/i
const ABOUT_GUIDE = /\b(guide|alcove)\b/i

const NUMBER_MISSING =
  'Which order do you mean? Its number has four digits: in this demo there are 1042, 1043 and 1017.'

/**
 * Understands a question to a shop by its words; undefined if the question is about something else, or if its
 * tools are not declared.
 *
 * @param pageTools tools of the page around the chat; their calls follow those that look something up.
 */
export function planShop(
  question: string,
  toolNames: ReadonlySet<string>,
  pageTools: readonly ToolDeclaration[] = [],
): ShopPlan | undefined {
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
  const known = [
    ...calls.filter(({ toolName }) => toolNames.has(toolName)),
    ...planPageCalls(question, pageTools),
  ]
  if (known.length > 0) return { type: 'calls', calls: known }
  const isNumberMissing = (wantsStatus || wantsCancel) && order === undefined
  return isNumberMissing && toolNames.has(ORDER_STATUS)
    ? { type: 'ask', text: NUMBER_MISSING }
    : undefined
}

/** A step of the demo model: its stream, and the functions that stream text and calls. */
export interface DemoPace {
  readonly signal: AbortSignal
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Streams a call's name and arguments, word by word. */
  readonly writeCall: (call: ToolCallPart) => AsyncIterable<Chunk>
  /** Waits for the minimum time of a tool, so that its state is visible. */
  readonly waitForTool: () => Promise<void>
}

/** How the calls ended: with a text to write, or without one, because a person or a limit comes first. */
export type ShopEnd =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'waits' }
  | { readonly type: 'interrupted' }

/**
 * Makes the planned calls, one for each step, as a provider's model would: with the declared schema, with
 * approval, and with the operator's code. Calls that a continued answer already has are not repeated.
 */
export async function* makeShopCalls(
  planned: readonly PlannedCall[],
  request: ModelRequest,
  { signal, onFailure, writeCall, waitForTool }: DemoPace,
): AsyncGenerator<Chunk, ShopEnd, undefined> {
  const { backend = NO_BACKEND, answerId, tools: pageTools = [] } = request
  const ended = [...callsOf(request)]
  let steps = stepsLeft(request)
  for (const { toolName, args } of planned.slice(ended.length)) {
    const tool = backend.tools.find(({ name }) => name === toolName)
    const isOfPage = !tool && pageTools.some(({ name }) => name === toolName)
    if (!tool && !isOfPage) continue
    steps -= 1
    const call: ToolCallPart = {
      type: 'tool-call',
      // A page may store this id with its result, so it must be unique.
      toolCallId: isOfPage ? `page-${randomUUID()}` : `shop-${ended.length + 1}`,
      toolName,
      state: 'input-available',
      args,
      argsText: JSON.stringify(args),
    }
    yield* writeCall(call)
    if (!tool) {
      // The browser runs it; its result comes with the next call.
      yield { type: 'finish-step' }
      return { type: 'waits' }
    }
    if (await needsApproval(tool, args, { onFailure })) {
      const { toolCallId } = call
      yield { type: 'tool-approval-request', approvalId: randomUUID(), toolCallId }
      yield { type: 'finish-step' }
      return { type: 'waits' }
    }
    await waitForTool()
    if (signal.aborted) return { type: 'waits' }
    for await (const chunk of resumeCalls([call], { backend, answerId, signal, onFailure })) {
      yield chunk
      if (chunk.type === 'error') return { type: 'interrupted' }
      if (chunk.type === 'tool-output-available') {
        ended.push({ ...call, state: 'output-available', result: chunk.output })
      }
      if (chunk.type === 'tool-output-error') {
        ended.push({ ...call, state: 'output-error', result: { error: chunk.errorText } })
      }
    }
    if (signal.aborted) return { type: 'waits' }
    yield { type: 'finish-step' }
    if (steps === 0) return { type: 'waits' }
    yield { type: 'start-step' }
  }
  return { type: 'text', text: writeShopAnswer(ended) }
}

type Fields = Readonly<Record<string, unknown>>

/** The demo model's text about the finished calls of an answer. */
const writeShopAnswer = (calls: readonly ToolCallPart[]): string =>
  markdown(...calls.flatMap((call, index) => [...(index === 0 ? [] : ['']), describeCall(call)]))

function describeCall(call: ToolCallPart): string {
  const { state, toolName, args, result = null, approval } = call
  const ofPage = describePageCall(call, plain)
  if (ofPage !== undefined) return ofPage
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

/** Each returns undefined for a result of another tool. */
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

/** A result may contain markdown. */
const plain = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replace(
    /[\\`*_[\]<>#|~]/g,
    '\\$&',
  )
