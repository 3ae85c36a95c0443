import { createOpenAI as createOpenAI5 } from 'openai-5'
import { createOpenAI as createOpenAI6 } from 'openai-6'
import { createOpenAI } from '@ai-sdk/openai'
import { expect, test } from 'vitest'
import { createChosenEmbedder, type EmbeddingSource } from './create-embedder.ts'
import type { EmbeddingModelValue } from './embedding-model.ts'

const apiKey = 'k'
const settings = { providers: { OPENAI_API_KEY: apiKey } }
const refusal = (message: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) })

test.each<[EmbeddingSource['model'], string]>([
  ['openai/text-embedding-3-small', 'openai/text-embedding-3-small'],
  [createOpenAI({ apiKey }).embedding('small'), 'openai.embedding/small'],
  [createOpenAI6({ apiKey }).embedding('small'), 'openai.embedding/small'],
  [createOpenAI5({ apiKey }).embedding('small'), 'openai.embedding/small'],
])('takes the model %s', (model, name) => {
  expect(createChosenEmbedder({ model }, settings).name).toBe(name)
})

test.each<[EmbeddingSource, string]>([
  [
    { model: 'small' },
    'ALCOVE_EMBEDDING_MODEL is "small", but expected is openai/<model> or openai-compatible/<model>.',
  ],
  [{ model: 'openai-compatible/small' }, 'OPENAI_BASE_URL is not set'],
  [{ model: 'anthropic/small' }, 'ANTHROPIC_API_KEY is not set'],
])('refuses %j', (source, message) => {
  expect(() => createChosenEmbedder(source, settings)).toThrow(refusal(message))
})

test('a provider without embedding models is refused', () => {
  const providers = { ANTHROPIC_API_KEY: 'k' }
  expect(() => createChosenEmbedder({ model: 'anthropic/small' }, { providers })).toThrow(
    refusal('The provider of anthropic/small has no embedding models'),
  )
})

test('a package that knows no dimensions is told so', () => {
  const model: EmbeddingModelValue = createOpenAI6({ apiKey }).embedding('small')
  expect(() => createChosenEmbedder({ model, dimensions: 256 }, settings)).toThrow(
    refusal('the model openai.embedding/small is of AI SDK 5 or 6, which knows no dimensions'),
  )
  expect(createChosenEmbedder({ model }, settings).name).toBe('openai.embedding/small')
})
