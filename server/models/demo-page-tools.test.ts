import { expect, test } from 'vitest'
import { createAssistantMessage, messageText, type Message } from '../../shared/thread/message.ts'
import { DENIED_TEXT } from '../../shared/thread/call-state.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createDemoModel } from './demo-model.ts'
import { ADD_TO_BASKET, planPageCalls, SHOW_PRODUCT } from './demo-page-tools.ts'
import type { ToolDeclaration } from './model.ts'
import { applyAnswerChunk } from './step-memory.ts'
import { createInstantClock, question } from './testing/ask-model.ts'

const parameters = { properties: { product: { enum: ['Enamel mug', 'Storm lantern'] } } }
const TOOLS: readonly ToolDeclaration[] = [
  { name: SHOW_PRODUCT, parameters },
  { name: ADD_TO_BASKET, parameters },
]
const show = (product: string) => [{ toolName: SHOW_PRODUCT, args: { product } }]
const add = (product: string, count: number) => [
  { toolName: ADD_TO_BASKET, args: { product, count } },
]

test.each([
  ['Show me the storm lantern.', show('Storm lantern')],
  ['Put two mugs into my basket', add('Enamel mug', 2)],
  ['Add 3 lanterns to the cart', add('Storm lantern', 3)],
  ['Put a mug into my basket', add('Enamel mug', 1)],
  ['Put a sofa into my basket', []],
  ['What is a lantern?', []],
])('reads what “%s” wants of the page', (text, calls) => {
  expect(planPageCalls(text, TOOLS)).toEqual(calls)
})

test('plans only what the page offers', () => {
  expect(planPageCalls('Put two mugs into my basket', TOOLS.slice(0, 1))).toEqual([])
  expect(planPageCalls('Show me a mug', [{ name: SHOW_PRODUCT, parameters: {} }])).toEqual([])
})

async function ask(text: string, continued?: Message, tools = TOOLS) {
  const model = createDemoModel({ clock: createInstantClock() })
  const messages = [question(text), ...(continued ? [continued] : [])]
  const { signal } = new AbortController()
  const chunks = await Array.fromAsync(model.stream({ messages, tools, maxSteps: 9 }, signal))
  return chunks.reduce(applyAnswerChunk, continued ?? createAssistantMessage('a', ''))
}

const callOf = ({ content }: Message) => content.find((part) => part.type === 'tool-call')!

test('the page runs its tool, and the answer goes on with what came of it', async () => {
  const asked = await ask('Put two mugs into my basket')
  const call = callOf(asked)
  expect(asked.status).toMatchObject({ type: 'requires-action' })
  expect(call).toMatchObject({ toolName: ADD_TO_BASKET, state: 'input-available' })
  expect(callOf(await ask('Put two mugs into my basket')).toolCallId).not.toBe(call.toolCallId)

  const { toolCallId } = call
  const output: Chunk = { type: 'tool-output-available', toolCallId, output: { inBasket: 5 } }
  const done = await ask('Put two mugs into my basket', applyAnswerChunk(asked, output))

  expect(done.content.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
  expect(messageText(done)).toContain('2 × **Enamel mug**. Your basket has 5 in it now.')
})

test('takes a no, and says what else went wrong', async () => {
  const asked = await ask('Put two mugs into my basket')
  const { toolCallId } = callOf(asked)
  const fail = (errorText: string): Chunk => ({ type: 'tool-output-error', toolCallId, errorText })

  const denied = await ask(
    'Put two mugs into my basket',
    applyAnswerChunk(asked, fail(DENIED_TEXT)),
  )
  const failed = await ask('Put two mugs into my basket', applyAnswerChunk(asked, fail('Sold out')))

  expect(messageText(denied)).toContain('I left your basket as it is')
  expect(messageText(failed)).toContain('That did not work. Sold out')
})

test('offers what the page can do', async () => {
  expect(messageText(await ask('What is the capital of France?'))).toContain(
    '- Show me the storm lantern.\n- Put two mugs into my basket.',
  )
})

test('offers nothing that a page’s own tool of the same name does not take', async () => {
  const bySku = { name: ADD_TO_BASKET, parameters: { properties: { sku: { type: 'string' } } } }
  const said = messageText(await ask('What is the capital of France?', undefined, [bySku]))

  expect(said).toContain('What is the capital of France?')
  expect(said).not.toContain('- Put two mugs into my basket.')
})
