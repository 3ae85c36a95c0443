import { AssistantCloud } from 'cloud-0.2.2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startContractServer,
  type ContractServer,
} from '../../e2e/contract-server/start-contract-server.ts'

// The fixture must resemble the real server. The strictest published client, which validates every field of every
// response, has to accept it.

let server: ContractServer
beforeAll(async () => void (server = await startContractServer()))
afterAll(() => server.stop())

const userOf = (name: string) =>
  new AssistantCloud({
    baseUrl: server.url,
    authToken: () => Promise.resolve(server.signAsProvider(name)),
  })

test('answers the published client in all that it asks', async () => {
  const cloud = userOf('user-1')
  const { thread_id: thread } = await cloud.threads.create({ last_message_at: new Date() })
  await cloud.threads.update(thread, { title: 'Shoes', is_archived: true })
  const { threads } = await cloud.threads.list({ is_archived: true })
  expect(threads.map(({ id, title }) => [id, title])).toEqual([[thread, 'Shoes']])
  expect(await cloud.threads.get(thread)).toMatchObject({ id: thread })

  const content = { role: 'user', content: [{ type: 'text', text: 'Hi' }] }
  const { message_id: message } = await cloud.threads.messages.create(thread, {
    parent_id: null,
    format: 'aui/v0',
    content,
  })
  await cloud.threads.messages.update(thread, message, { content })
  const { messages } = await cloud.threads.messages.list(thread)
  expect(messages.map(({ id }) => id)).toEqual([message])
  const rated = await cloud.threads.messages.feedback(thread, message, { type: 'positive' })
  expect(rated).toMatchObject({ type: 'positive' })

  const upload = await cloud.files.generatePresignedUploadUrl({ filename: 'a.txt' })
  expect(upload).toMatchObject({ success: true })
  expect(await cloud.files.pdfToImages({ file_blob: 'x' })).toMatchObject({ success: false })

  await cloud.threads.delete(thread)
  await expect(cloud.threads.get(thread)).rejects.toThrow('Thread not found')
})

test('streams the published client a title', async () => {
  const cloud = userOf('user-2')
  const { thread_id } = await cloud.threads.create({ last_message_at: new Date() })
  const messages = [
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'Rain boots' }] },
  ]

  const stream = await cloud.runs.stream({
    thread_id,
    assistant_id: 'system/thread_title',
    messages,
  } as never)
  let title = ''
  for await (const chunk of stream as unknown as AsyncIterable<{
    type: string
    textDelta?: string
  }>) {
    title += chunk.textDelta ?? ''
  }

  expect(title).toBe('Rain boots')
})
