import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../e2e/alcove-server.ts'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import type { Chunk } from '../shared/wire/chunk.ts'
import { createChatClient, rowText, userMessage, type ChatClient } from './testing/chat-client.ts'

/** Settings that `npm start` passes to its server. */
const DEMO = {
  ALCOVE_CONFIG: 'scripts/demo/alcove.config.ts',
  ALCOVE_DEMO_ORIGIN: 'http://shop.test',
}

let demo: AlcoveServer
let client: ChatClient
beforeAll(async () => {
  demo = await startAlcove({ env: DEMO })
  client = await createChatClient(`http://127.0.0.1:${demo.port}`)
})
afterAll(() => demo?.stop())

async function ask(to: ChatClient, thread: string, text: string) {
  const answer = await to.chat({ thread, messages: [userMessage(text)] })
  const chunks: Chunk[] = await Array.fromAsync(answer.chunks())
  return { chunks, row: (await to.messages(thread)).at(-1) }
}

/** Answers the row's pending call, as the frame does. */
async function approve(
  thread: string,
  row: { id: string; content: object } | undefined,
  approved: boolean,
) {
  const content = row?.content as { content: { approval?: { id: string } }[] }
  const approval = { id: content.content[0]?.approval?.id, approved }
  const response = await client.call('/chat', {
    method: 'POST',
    headers: { 'alcove-stream': '1' },
    body: JSON.stringify({
      id: thread,
      trigger: 'submit-message',
      messages: [
        {
          id: row?.id,
          role: 'assistant',
          parts: [
            {
              type: 'tool-cancel_order',
              toolCallId: 'shop-1',
              state: 'approval-responded',
              approval,
            },
          ],
        },
      ],
    }),
  })
  await response.text()
  return (await client.messages(thread)).at(-1)
}

test('wears the shop’s look from its first start', async () => {
  const frame = await fetch(`http://127.0.0.1:${demo.port}/p/default/frame`)

  expect(await frame.text()).toContain('Tarn')
})

test('the demo model uses both tools of the shop in two steps of one answer', async () => {
  const { row } = await ask(client, 'two', 'Find a mug and tell me when order 1043 comes')

  expect(row?.content.content).toMatchObject([
    { type: 'tool-call', toolName: 'product_search', args: { words: 'mug' } },
    { type: 'tool-call', toolName: 'order_status', args: { order: '1043' } },
    { type: 'text' },
  ])
  expect(rowText(row)).toContain('[Enamel mug](http://shop.test/#enamel-mug), €18')
  expect(rowText(row)).toContain('Order **1043** is **on its way**')
  expect(row?.content.status).toEqual({ type: 'complete', reason: 'stop' })
})

test('cancels an order after approval, and not before', async () => {
  const { row, chunks } = await ask(client, 'cancel', 'Cancel order 1042')
  expect(chunks.map(({ type }) => type)).toContain('tool-approval-request')
  expect(row?.content.status).toMatchObject({ type: 'requires-action' })
  const before = await ask(client, 'look', 'Where is my order 1042?')
  expect(rowText(before.row)).toContain('**being packed**')

  const denied = await approve('cancel', row, false)
  expect(rowText(denied)).toContain('Order 1042 stays as it is')
  const again = await ask(client, 'cancel-2', 'Cancel order 1042')
  const allowed = await approve('cancel-2', again.row, true)

  expect(rowText(allowed)).toContain('Order **1042** is cancelled. You get €78 back.')
  const after = await ask(client, 'look-2', 'Where is my order 1042?')
  expect(rowText(after.row)).toContain('**cancelled**')
})

test(
  'a server that is started by itself has no tools of the demo',
  { tags: ['nightly'] },
  async () => {
    const plain = await startAlcove({ env: {} })
    try {
      const visitor = await createChatClient(`http://127.0.0.1:${plain.port}`)
      const { row } = await ask(visitor, 'plain', 'Where is my order 1042?')

      expect(row?.content.content.map(({ type }) => type)).toEqual(['text'])
    } finally {
      await plain.stop()
    }
  },
)

test(
  'a real provider uses the same tools, two steps in one answer',
  { tags: ['nightly'] },
  async () => {
    const model: ModelServer = await startModelServer()
    const env = { ...DEMO, ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    const alcove = await startAlcove({ env })
    try {
      const visitor = await createChatClient(`http://127.0.0.1:${alcove.port}`)
      const script =
        'tool product_search {"words":"kettle"}; next; tool order_status {"order":"1017"}; next; say Both'
      const { row } = await ask(visitor, 'real', script)

      expect(row?.content.content).toMatchObject([
        { result: { products: [{ name: 'Tin kettle', price: '€42' }] } },
        { result: { order: '1017', state: 'delivered' } },
        { text: 'Both' },
      ])
    } finally {
      await alcove.stop()
      await model.stop()
    }
  },
)
