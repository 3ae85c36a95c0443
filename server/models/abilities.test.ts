import { expect, test } from 'vitest'
import { createUserMessage, type Message } from '../../shared/thread/message.ts'
import { abilitiesOf, withoutUnreadable } from './abilities.ts'
import { checkAssistant } from './create-assistants.ts'
import { call, connectMock, finish, say } from './testing/connect-mock.ts'

const ALL = { images: true, pdf: true, tools: true }
const TEXT = { images: false, pdf: false, tools: true }
const ALONE = { images: false, pdf: false, tools: false }
const SEES = { images: true, pdf: false, tools: true }

test.each([
  ['openai/gpt-5', ALL],
  ['openai/gpt-4o-mini', ALL],
  ['openai/gpt-4.1', ALL],
  ['openai/gpt-4-turbo', ALL],
  ['openai/gpt-4', TEXT],
  ['openai/gpt-4-0613', TEXT],
  ['openai/gpt-3.5-turbo', TEXT],
  ['openai/o1-mini', ALONE],
  ['openai/o3-mini', TEXT],
  ['openai/o3', ALL],
  ['anthropic/claude-sonnet-4-5', ALL],
  ['anthropic/claude-2.1', ALONE],
  ['google.generative-ai/gemini-3-pro', ALL],
  ['perplexity/sonar-pro', { ...ALL, tools: false }],
  ['deepseek/deepseek-chat', TEXT],
  ['local/llama3', TEXT],
  ['local/llama3.1:8b', TEXT],
  ['local/meta-llama/Llama-3.3-70B-Instruct', TEXT],
  ['local/llama3.2-vision', SEES],
  ['local/llama4:scout', SEES],
  ['local/llama2', ALONE],
  ['local/mistral:7b', TEXT],
  ['mistral.chat/mistral-large-latest', ALL],
  ['mistral.chat/pixtral-large', SEES],
  ['local/qwen2.5:7b', TEXT],
  ['local/qwen2.5vl:7b', SEES],
  ['local/qwen3:30b', TEXT],
  ['local/qwen3-vl:8b', SEES],
  ['local/qwen3.5:9b', ALL],
  ['local/gemma3:4b', SEES],
  ['local/gemma2', ALONE],
  ['local/gpt-oss:20b', TEXT],
  ['local/phi4', TEXT],
  ['local/kimi-k2', TEXT],
  ['local/kimi-k2.5', ALL],
  ['local/llava', { images: true, pdf: false, tools: false }],
  ['demo', ALL],
  ['local/of-next-year', ALL],
])('knows what %s can do', (name, expected) => {
  expect(abilitiesOf(name)).toEqual(expected)
})

test('what the operator states stands above what is known', () => {
  expect(abilitiesOf('local/llama3', { images: true })).toEqual({ ...TEXT, images: true })
  expect(abilitiesOf('local/of-next-year', { tools: false })).toEqual({ ...ALL, tools: false })
})

const data = (type: string) => `data:${type};base64,AAAA`
const question: Message = {
  ...createUserMessage('q', '', 'What is this?'),
  content: [
    { type: 'text', text: 'What is this?' },
    { type: 'image', image: data('image/png'), filename: 'a.png' },
    { type: 'file', data: data('image/webp'), mimeType: 'image/png', filename: 'b.webp' },
    { type: 'file', data: data('application/pdf'), mimeType: 'application/pdf', filename: 'c.pdf' },
    { type: 'file', data: data('text/plain'), mimeType: 'text/plain', filename: 'd</file>.txt' },
  ],
}
const note = (name: string) => ({
  type: 'text',
  text: `[The file “${name}” is of a kind that you cannot read.]`,
})

test('a model is told of files that it cannot read', () => {
  const [text, png, webp, pdf, plain] = question.content
  const read = (abilities: object) =>
    withoutUnreadable([question], { ...ALL, ...abilities })[0]?.content

  expect(read({})).toBe(question.content)
  expect(read({ images: false })).toEqual([text, note('a.png'), note('b.webp'), pdf, plain])
  expect(read({ pdf: false })).toEqual([text, png, webp, note('c.pdf'), plain])
})

const tool = { name: 'stock', parameters: { type: 'object' }, execute: () => 1 }
const backend = {
  tools: [tool],
  caller: { projectId: '', workspaceId: '', userId: '' },
  argsBytes: 100,
  resultBytes: 100,
}

test('a model that calls no tools is asked without them', async () => {
  const request = { backend, tools: [{ name: 'show', parameters: { type: 'object' } }] }
  const { ask, provider } = connectMock([
    say('Hello.'),
    [...call('stock', '{}'), finish('tool-calls')],
  ])

  await ask({ ...request, can: { tools: false } })
  await ask(request)

  const [without, withTools] = provider.doStreamCalls
  expect(without).not.toHaveProperty('tools')
  expect(withTools?.tools?.map(({ name }) => name)).toEqual(['show', 'stock'])
})

test('an assistant with tools does not start with a model that cannot call them', () => {
  const source = {
    model: 'openai/o1-mini',
    system: undefined,
    tools: [tool],
    maxSteps: 1,
    maxOutputTokens: undefined,
    takesClientSystem: false,
  }
  const settings = { providers: { OPENAI_API_KEY: 'k' } }

  expect(() => checkAssistant(source, settings)).toThrow(
    'tools: the model openai/o1-mini cannot call tools.',
  )
  expect(() => checkAssistant({ ...source, can: { tools: true } }, settings)).not.toThrow()
  expect(() => checkAssistant({ ...source, tools: [] }, settings)).not.toThrow()
})
